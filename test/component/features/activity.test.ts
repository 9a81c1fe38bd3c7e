import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { cellAt, expectExactText, expectText, fill, goTo } from "../steps.ts";

const page = new TestPage({ items: 60, fresh: true });
beforeEach(() => page.open());

const changes = (): readonly HTMLElement[] => {
  const list = screen.queryByRole("list", { name: "Observed changes" });
  return list ? within(list).queryAllByRole("button") : [];
};
const changeOf = (text: string): HTMLElement | undefined =>
  changes().find(({ textContent }) => textContent?.includes(text));
async function expectChanges(count: number): Promise<void> {
  await waitFor(() => expect(changes()).toHaveLength(count));
}
const expectCount = (text: string): Promise<void> =>
  expectExactText(() => screen.queryByTestId("change-count"), text);

/** Adds three items at one location, then edits one, moves one and checks one out; each step is one refresh. */
async function observe(): Promise<{ readonly from: string; readonly to: string }> {
  const { company } = page.service;
  const [from, to] = [...company.locations.all()];
  if (!from || !to) throw new Error("The sample has no two locations.");
  const blank = { status: "available", checkedOutToUserId: null, locationId: from.id, weight: 5 } as const;
  company.upsertItem({ ...blank, id: "itm_a", name: "Alpha foil" });
  company.upsertItem({ ...blank, id: "itm_b", name: "Beta foil" });
  company.upsertItem({ ...blank, id: "itm_c", name: "Gamma foil" });
  await page.refresh();
  await goTo(page, "Activity");
  await expectCount("3 changes observed");
  company.upsertItem({ id: "itm_a", weight: 3 });
  company.upsertItem({ id: "itm_b", locationId: to.id });
  company.upsertItem({ id: "itm_c", status: "checked_out", checkedOutToUserId: "u-1" });
  await page.refresh();
  await expectCount("6 changes observed");
  return { from: from.name, to: to.name };
}

test("the activity screen groups changes by refresh and describes each change in plain words", async () => {
  await goTo(page, "Activity");
  expect(await screen.findByRole("heading", { name: "Nothing observed yet" })).toBeVisible();
  const { from, to } = await observe();
  await expectChanges(6);
  expect(changeOf("Edited")).toHaveTextContent("Alpha foil");
  expect(changeOf("Edited")).toHaveTextContent("Weight 5 → 3");
  await waitFor(() => expect(changeOf("Transferred")).toHaveTextContent(`Moved ${from} → ${to}`));
  expect(changeOf("Gamma foil")).toHaveTextContent("Checked out to u-1");
  expect(
    screen.getAllByRole("heading", { name: /^(Between .+ and .+|At about .+) · 3 changes$/ }),
  ).toHaveLength(2);
});

test("the user filters changes by holder", async () => {
  const { user, service } = page;
  await observe();
  const holder = async (id: string): Promise<void> => {
    const field = screen.getByRole("combobox", { name: "Holder" });
    await user.click(field);
    fill(field, id);
    await user.click(await screen.findByRole("option", { name: id }));
  };
  await holder("u-1");
  await expectChanges(1);
  expect(changes()[0]).toHaveTextContent("Gamma foil");
  // The list no longer offers a holder who returned everything, but the search finds the holder.
  service.company.upsertItem({ id: "itm_c", status: "available", checkedOutToUserId: null });
  await page.refresh();
  await expectChanges(2);
  await holder("somebody else");
  expect(await screen.findByRole("heading", { name: "No change matches" })).toBeVisible();
});

test("the history of an unchanged record says that no change was observed", async () => {
  await page.user.click(cellAt(1, 0));
  await expectText(() => screen.queryByRole("region", { name: "History" }), "No change observed yet.");
});
