import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import {
  addFilter,
  cellAt,
  expectRows,
  expectSort,
  expectText,
  goBack,
  headerOf,
  rowsHere,
  shownRows,
  textsOf,
} from "../../steps.ts";

const page = new TestPage({ items: 5_000 });
beforeEach(() => page.open());

const panel = (): HTMLElement => screen.getByRole("complementary", { name: /^Details of / });
const title = (): HTMLElement => within(panel()).getByRole("heading", { level: 2 });
const digitsOf = ({ textContent }: Element): number => Number((textContent ?? "").replaceAll(/\D/g, ""));

test("the Previous and Next buttons and the arrow keys follow the table's order", async () => {
  const { user } = page;
  await user.click(headerOf("Weight"));
  await expectSort("Weight", "ascending");
  await rowsHere();
  const names = textsOf("name");
  const expectRecord = async (place: number): Promise<void> => {
    await expectText(title, names[place] ?? "");
    await expectText(panel, new RegExp(`${place + 1} of 5,\\d+`));
  };
  cellAt(0, 0).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("complementary", { name: /^Details of / });
  await waitFor(() => expect(title()).toHaveFocus());
  await expectRecord(0);
  expect(within(panel()).getByRole("button", { name: "Previous record" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await user.keyboard("{ArrowDown}");
  await expectRecord(1);
  await user.click(within(panel()).getByRole("button", { name: "Next record" }));
  await expectRecord(2);
  await user.keyboard("{ArrowUp}");
  await expectRecord(1);
  // The arrow keys scroll the element that has the focus.
  await user.click(within(panel()).getByRole("button", { name: "Raw JSON" }));
  (await within(panel()).findByLabelText("Raw JSON")).focus();
  await user.keyboard("{ArrowDown}");
  await expectRecord(1);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(cellAt(1, 0)).toHaveFocus());
  // All records that were opened in turn are one entry of the history. Back leads to the page before the first
  // of them.
  await goBack(page);
  await screen.findByRole("complementary");
  await goBack(page);
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
});

test("quick presses of an arrow key move the details by one record each", async () => {
  const { user } = page;
  await rowsHere();
  const names = textsOf("name");
  cellAt(0, 0).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(title()).toHaveFocus());
  const press = (key: string, repeat = false): boolean =>
    title().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, repeat }));
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown"]) press(key);
  await expectText(title, names[3] ?? "");
  await expectText(panel, /4 of 5,\d+/);
  // The user holds a key. Its repetitions have no effect while the next record is loading.
  for (const repeat of [false, true, true, true]) press("ArrowDown", repeat);
  await expectText(panel, /5 of 5,\d+/);
  press("ArrowUp");
  await expectText(panel, /4 of 5,\d+/);
});

test("an item links to its type, location and holder", async () => {
  const { user } = page;
  const editor = await addFilter(page, "Status");
  await user.click(await within(editor).findByRole("checkbox", { name: /^Checked out/ }));
  await user.click(within(editor).getByRole("button", { name: "Done" }));
  await waitFor(async () => expect(await shownRows()).toBeLessThan(5_000));
  const before = await shownRows();
  await user.click(cellAt(0, 0));
  const name = textsOf("name")[0] ?? "";
  await expectText(title, name);
  for (const [link, field] of [
    ["Same type", "materialTypeId"],
    ["Same location", "locationId"],
    ["Same holder", "checkedOutToUserId"],
  ] as const) {
    const related = await within(panel()).findByRole("list", { name: "Related items" });
    const button = { name: new RegExp(`^${link} [\\d,]+$`) };
    const opener = await within(related).findByRole("button", button);
    expect(
      within(related)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Same type/),
      expect.stringMatching(/^Same location/),
      expect.stringMatching(/^Same holder/),
    ]);
    const count = digitsOf(opener);
    await user.click(opener);
    await expectRows(count);
    expect(new Set(textsOf(field)).size).toBe(1);
    await expectText(title, name);
    await goBack(page);
    await expectRows(before);
  }
});

test("a record's page opens only in the record's own connection", async () => {
  const { connectionId = "" } = (await page.call("bootstrap")).connection ?? {};
  await page.reopen(`/types/typ_none?connection=${connectionId}`);
  expect(await screen.findByText("The local copy has no such material type.")).toBeVisible();
  const first = { resource: "locations", query: { version: 1 }, offset: 0, limit: 1 } as const;
  const [row] = (await page.call("queryPage", { connectionId, ...first })).rows;
  await page.reopen(`/locations/${String(row?.["id"])}?connection=other`);
  expect(await screen.findByText("The local copy has no such location.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Items by status" })).toBeNull();
});
