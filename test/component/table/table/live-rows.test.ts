import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import {
  addFilter,
  cellAt,
  cellsOf,
  choose,
  expectGone,
  expectText,
  headerOf,
  textsOf,
} from "../../steps.ts";

const page = new TestPage({ items: 400, fresh: true });
beforeEach(() => page.open());

const count = (): HTMLElement => screen.getByTestId("result-count");
const notice = (): HTMLElement | null =>
  screen.queryByRole("button", { name: /^\d+ rows? changed.* – apply \(R\)$/ });

/** The record of a row. */
function recordOf(row: number): { readonly id: string; readonly name: string } {
  const name = cellAt(row, 0).textContent ?? "";
  const record = [...page.service.company.items.all()].find((item) => item.name === name);
  if (!record) throw new Error(`The service has no ${name}.`);
  return record;
}

const rowOf = (name: string): HTMLElement | null =>
  cellsOf("name")
    .find(({ textContent }) => textContent === name)
    ?.closest<HTMLElement>('[role="row"]') ?? null;

test("opening the details updates the record's row in the table", async () => {
  const { service, user } = page;
  const { id, name } = recordOf(2);
  service.company.upsertItem({ id, weight: 123_456.5 });
  await user.click(cellAt(2, 0));
  const panel = await screen.findByRole("complementary");
  expect(await within(panel).findByText("123,456.5")).toBeVisible();
  await expectText(() => rowOf(name), "123,456.5");
  service.company.upsertItem({ id, weight: 7.25 });
  await user.click(screen.getByRole("button", { name: "Verify now" }));
  await expectText(() => rowOf(name), "7.25");
});

test("a record that the service no longer returns is marked as missing and hidden", async () => {
  const { service, user } = page;
  const { id, name } = recordOf(2);
  expect(service.company.removeItem(id)).toBe(true);
  await user.click(cellAt(2, 0));
  const panel = await screen.findByRole("complementary", { name: `Details of item ${name}` });
  await expectText(() => panel, "The service no longer has this item.");
  expect(panel).toHaveTextContent("nothing was deleted here");
  await waitFor(() => expect(panel.querySelectorAll("dt")).toHaveLength(16));
  const terms = [...panel.querySelectorAll("dt")];
  const since = terms.find(({ textContent }) => textContent === "No longer returned since");
  const moment = since?.parentElement?.querySelector("time")?.getAttribute("datetime");
  expect(Date.now() - Date.parse(moment ?? "")).toBeLessThan(60_000);
  // The pointer is over the rows, so the changes wait until it leaves.
  await expectText(notice, /^1 row changed here, 1 (fewer|more) in all – apply \(R\)$/);
  expect(count()).toHaveTextContent(/^400 items$/);
  await user.keyboard("r");
  await expectText(count, "399 items");
  await expectGone(() => rowOf(name));
  const editor = await addFilter(page, "No longer returned since");
  await choose(page, editor, "No longer returned since: comparison", "is not empty");
  await waitFor(() => expect(textsOf("name")).toEqual([name]));
  await user.keyboard("{Escape}");

  // The service returns the record again, and the table shows it at once.
  service.company.upsertItem({ id, name });
  await page.refresh();
  await waitFor(() => expect(cellsOf("name")).toHaveLength(0));
  await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
  await expectText(count, "400 items");
});

test("the details explain that the service cannot be asked for an item whose id no URL can hold; the item stays visible", async () => {
  const { service, user } = page;
  service.company.upsertItem({ id: "..", name: "!! two dots" });
  await page.refresh();
  await expectText(() => cellAt(0, 0), "!! two dots");
  const { total } = service.requests;
  await user.click(cellAt(0, 0));
  const panel = await screen.findByRole("complementary");
  const status = (): HTMLElement | null => within(panel).queryByRole("status");
  await expectText(status, "The service cannot be asked for this record: no URL can hold its id.");
  await user.click(within(panel).getByRole("button", { name: "Verify now" }));
  await expectText(status, "no URL can hold its id");
  expect(service.requests.total).toBe(total);
  expect(cellAt(0, 0)).toHaveTextContent("!! two dots");
});

/**
 * The popups that can be open over the rows. Each opens without a pointer, so that only the popup freezes the rows.
 */
const OPENINGS = {
  "a cell's menu": async () => {
    cellAt(2, 1).focus();
    await page.user.keyboard("{F2}");
    await screen.findByRole("menu", { name: /^Cell Status/ });
  },
  "a header's menu": openColumnMenu,
  "the editor of a column's filter": async () => {
    const menu = await openColumnMenu();
    within(menu).getByRole("menuitem", { name: "Filter…" }).focus();
    await page.user.keyboard("{Enter}");
    await screen.findByRole("form", { name: "Filter by Status" });
    await expectGone(() => screen.queryByRole("menu", { name: "Column Status" }));
  },
};

async function openColumnMenu(): Promise<HTMLElement> {
  cellAt(0, 1).focus();
  await page.user.keyboard("{ArrowUp}");
  await waitFor(() => expect(headerOf("Status")).toHaveFocus());
  await page.user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  return screen.findByRole("menu", { name: "Column Status" });
}

function addFirst(): void {
  page.service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
}
const firstName = (): HTMLElement => cellAt(0, 0);

for (const [what, open] of Object.entries(OPENINGS)) {
  test(`pending rows wait while ${what} is open and appear when it closes`, async () => {
    const first = cellAt(0, 0).textContent ?? "";
    const { id } = recordOf(1);
    await open();
    addFirst();
    page.service.company.upsertItem({ id, weight: 123_456.5 });
    await page.refresh();
    await expectText(notice, /^1 row changed here, 1 more in all – apply \(R\)$/);
    await expectText(() => document.querySelector('[data-index="1"]'), "123,456.5");
    expect(cellAt(0, 0)).toHaveTextContent(first);
    expect(count()).toHaveTextContent(/^400 items$/);
    await page.user.keyboard("{Escape}");
    await expectText(firstName, "!! first of all");
    expect(cellAt(1, 0)).toHaveTextContent(first);
    await expectText(count, "401 items");
    expect(notice()).toBeNull();
  });
}

test("the R key applies pending rows while a cell's menu is open", async () => {
  await OPENINGS["a cell's menu"]();
  addFirst();
  await page.refresh();
  await waitFor(() => expect(notice()).toBeInTheDocument());
  await page.user.keyboard("r");
  await expectText(firstName, "!! first of all");
  await expectGone(notice);
});

test("the letter R in a filter's editor is text, not a shortcut", async () => {
  const { user } = page;
  headerOf("Name").focus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  (await screen.findByRole("menuitem", { name: "Filter…" })).focus();
  await user.keyboard("{Enter}");
  const editor = await screen.findByRole("form", { name: "Filter by Name" });
  const text = within(editor).getByLabelText<HTMLInputElement>("Name: text");
  await waitFor(() => expect(text).toHaveFocus());
  const first = cellAt(0, 0).textContent;
  addFirst();
  await page.refresh();
  await waitFor(() => expect(notice()).toBeInTheDocument());
  // A filter without its value does not change the rows.
  await user.keyboard("{Shift>}R{/Shift}");
  expect(text).toHaveValue("R");
  await user.clear(text);
  await expectGone(() => screen.queryByRole("group", { name: "Filters" }));
  await user.keyboard("{Escape}");
  await expectText(firstName, "!! first of all");
  expect(first).not.toBe("!! first of all");
});
