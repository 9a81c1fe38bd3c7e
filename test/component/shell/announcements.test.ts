import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { addFilter, cellAt, expectText, goTo, headerOf } from "../steps.ts";

const page = new TestPage({ items: 400, fresh: true });

/** The announcements of the live region since the page opened. Each change is read out, even with the same words. */
let said: string[] = [];
beforeEach(async () => {
  await page.open();
  const region = document.querySelector('[role="status"][aria-live="polite"]') as HTMLElement;
  // The table announces its rows once. On a slow machine, this could mix with the announcements under test.
  await waitFor(() => expect(region).toHaveTextContent("400 items"));
  said = [];
  const watched = { subtree: true, childList: true, characterData: true };
  new MutationObserver(() => said.push(region.textContent ?? "")).observe(region, watched);
});

async function expectSaid(sentence: string): Promise<void> {
  await waitFor(() => expect(said).toContain(sentence));
}

test("the app announces the number of rows that a refresh changed", async () => {
  const { company } = page.service;
  const [one, two] = [...company.items.all()].map(({ id }) => id);
  const change = async (weight: number): Promise<void> => {
    company.upsertItem({ id: String(one), weight });
    company.upsertItem({ id: String(two), weight: weight + 1 });
    await page.refresh();
  };
  const refreshed = (): readonly string[] => said.filter((sentence) => sentence.startsWith("Refreshed"));
  await change(1.5);
  await waitFor(() => expect(refreshed()).toEqual(["Refreshed: 2 changes"]));

  await page.refresh();
  // The same words count again. An announcement of the refresh between them would precede them.
  await change(3.5);
  await waitFor(() => expect(refreshed()).toEqual(["Refreshed: 2 changes", "Refreshed: 2 changes"]));
});

test("the app announces the number of rows that a filter finds, and the sort order", async () => {
  const { user, service } = page;
  const archived = [...service.company.items.all()].filter(({ status }) => status === "archived").length;
  const editor = await addFilter(page, "Status");
  await user.click(await within(editor).findByRole("checkbox", { name: /^Archived/ }));
  await expectSaid(`${archived} of 400 items shown`);
  await user.keyboard("{Escape}");
  await user.click(headerOf("Weight"));
  await expectSaid(`${archived} of 400 items shown, sorted by Weight ascending`);
  await user.click(screen.getByRole("button", { name: /^Filter Status/ }));
  await expectSaid("400 items, sorted by Weight ascending");
  await goTo(page, "Locations");
  await expectSaid("12 locations");
});

test("moving between cells announces nothing", async () => {
  cellAt(0, 0).focus();
  for (let step = 0; step < 5; step += 1) await page.user.keyboard("{ArrowDown}");
  expect(cellAt(5, 0)).toHaveFocus();
  // The next announcement follows every announcement that those keys could cause.
  await goTo(page, "Locations");
  await expectText(() => screen.queryByTestId("result-count"), "12 locations");
  await expectSaid("12 locations");
  expect(said.filter((sentence) => sentence !== "")).toEqual(["12 locations"]);
});
