import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, expectFocus, pressTo, tableKeyTest as test, test as serviceTest } from "./by-keys.ts";
import { cellsOf, headerOf, shownRows, shownText, viewSwitcher } from "./steps.ts";
import { typeText } from "../typing.ts";

test.beforeEach(async ({ page }) => {
  await expect(cell(page, 0, 0)).not.toHaveText("");
});

const cell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[data-cell="${row}:${column}"]`);
const panel = (page: Page): Locator => page.getByRole("complementary", { name: /^Details of / });
const title = (page: Page): Locator => panel(page).getByRole("heading", { level: 2 });
const search = (page: Page): Locator => page.getByRole("searchbox", { name: "Search items" });

/** Moves the focus from any place to the rows. */
async function goToRows(page: Page): Promise<void> {
  await page.keyboard.press("Control+f");
  await expectFocus(search(page));
  await page.keyboard.press("ArrowDown");
  await expectFocus(cell(page, 0, 0));
}

/** Moves the focus from one header to another, and to an entry of its menu. */
async function chooseInHeader(page: Page, way: "ArrowLeft" | "ArrowRight", label: string, entry: string) {
  if (!(await headerOf(page, label).evaluate((header) => header === document.activeElement)))
    await pressTo(page, way, headerOf(page, label));
  await page.keyboard.press("Alt+ArrowDown");
  const menu = page.getByRole("menu", { name: `Column ${label}` });
  await expectFocus(menu.getByRole("menuitem", { name: "Sort ascending" }));
  await pressTo(page, "ArrowDown", menu.getByRole("menuitem", { name: entry, exact: true }));
  await page.keyboard.press("Enter");
}

/** Ticks the first value that a column's filter finds by some letters. @returns its name. */
async function tickFirst(page: Page, field: string, letters: string): Promise<string> {
  const editor = page.getByRole("form", { name: `Filter by ${field}` });
  const values = editor.getByRole("textbox", { name: `Search values of ${field}` });
  await expect(values).toBeVisible();
  await expectFocus(values);
  await typeText(page, letters);
  const first = editor.getByRole("checkbox").first();
  await expect(first).toHaveAccessibleName(new RegExp(letters, "i"));
  await pressTo(page, "Tab", first);
  await page.keyboard.press("Space");
  await expect(first).toBeChecked();
  await expectFocus(first);
  // A chip shows the value's id until its name is loaded.
  const chip = page.getByRole("group", { name: new RegExp(`^${field} is .*${letters}`, "i") });
  const name = ((await chip.getAttribute("aria-label")) ?? "").slice(`${field} is `.length);
  await page.keyboard.press("Enter");
  await expect(editor).toBeHidden();
  await expectFocus(headerOf(page, field));
  return name;
}

test("a warehouse manager browses the stock by keyboard", async ({ page }) => {
  const type = await test.step("the manager filters by a location and a material type", async () => {
    await goToRows(page);
    await page.keyboard.press("ArrowUp");
    await expectFocus(headerOf(page, "Name"));
    const all = await shownRows(page);
    await chooseInHeader(page, "ArrowRight", "Location", "Filter…");
    const location = await tickFirst(page, "Location", "hall");
    await expect.poll(() => shownRows(page)).toBeLessThan(all);
    const there = await shownRows(page);
    await chooseInHeader(page, "ArrowRight", "Material type", "Filter…");
    const type = await tickFirst(page, "Material type", "film");
    await expect.poll(() => shownRows(page)).toBeLessThan(there);
    expect(new Set(await cellsOf(page, "locationId").allTextContents())).toEqual(new Set([location]));
    expect(new Set(await cellsOf(page, "materialTypeId").allTextContents())).toEqual(new Set([type]));
    return type;
  });

  await test.step("the manager sorts by the remaining length", async () => {
    await pressTo(page, "ArrowRight", headerOf(page, "Remaining length"));
    await page.keyboard.press("Enter");
    await expect(headerOf(page, "Remaining length")).toHaveAttribute("aria-sort", "ascending");
    await expectFocus(headerOf(page, "Remaining length"));
  });

  await test.step("the manager opens one record after another, and the page of a record's material type", async () => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await expectFocus(cell(page, 0, 0));
    await page.keyboard.press("Enter");
    await expectFocus(title(page));
    const first = await shownText(cell(page, 0, 0));
    const second = await shownText(cell(page, 1, 0));
    await expect(title(page)).toHaveText(first);
    await page.keyboard.press("ArrowDown");
    await expect(title(page)).toHaveText(second);
    await expectFocus(title(page));
    await page.keyboard.press("ArrowUp");
    await expect(title(page)).toHaveText(first);
    await page.keyboard.press("ArrowDown");
    await expect(title(page)).toHaveText(second);

    await pressTo(page, "Tab", panel(page).getByRole("link", { name: type, exact: true }));
    await page.keyboard.press("Enter");
    const typeName = page.getByRole("heading", { level: 1, name: type });
    await expectFocus(typeName);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(title(page)).toHaveText(second);
    await expectFocus(title(page));
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expectFocus(cell(page, 1, 0));
  });

  await test.step("the manager groups by status, and opens and closes a group", async () => {
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowUp");
    await chooseInHeader(page, "ArrowRight", "Status", "Group by this");
    await expect(page.getByRole("treegrid")).toBeVisible();
    await expectFocus(headerOf(page, "Status"));
    await page.keyboard.press("ArrowDown");
    const group = page.locator('[data-index="0"]');
    await expect(group).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("ArrowRight");
    await expect(group).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await expect(cellsOf(page, "status").first()).toBeVisible();
    await expectFocus(page.locator('[data-index="1"] :focus'));
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(group).toHaveAttribute("aria-expanded", "false");
  });
});

serviceTest("a supervisor finds the items that are checked out longest", async ({ page, service }) => {
  const out =
    await test.step("the supervisor chooses the view of the longest check-outs from the palette", async () => {
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("combobox", { name: "Go to a command, a view or a record" });
      await expectFocus(palette);
      await typeText(page, "longest");
      const found = page.getByRole("listbox", { name: "Found" }).getByRole("option").first();
      await expect(found).toContainText("Checked out (longest first)");
      await expect(found).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Enter");
      await expect(viewSwitcher(page)).toHaveAccessibleName("View: Checked out (longest first)");
      await expect(page.getByRole("main")).toBeFocused();
      await expect(headerOf(page, "Checked out")).toHaveAttribute("aria-sort", "ascending");
      const out = await shownRows(page);
      return out;
    });

  await test.step("the supervisor shows only the items of one holder", async () => {
    await goToRows(page);
    await pressTo(page, "ArrowRight", cell(page, 0, 6));
    await expect(cell(page, 0, 6)).toHaveAttribute("data-field", "checkedOutToUserId");
    const holder = await shownText(cell(page, 0, 6));
    await page.keyboard.press("F2");
    await expectFocus(page.getByRole("menuitem", { name: `Show only ${holder}` }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: `Holder is ${holder}` })).toBeVisible();
    await expect.poll(() => shownRows(page)).toBeLessThan(out);
    await expectFocus(cell(page, 0, 6));
    expect(new Set(await cellsOf(page, "checkedOutToUserId").allTextContents())).toEqual(new Set([holder]));
  });

  await test.step("the supervisor verifies a record and sees the change in the record's history", async () => {
    await page.keyboard.press("Enter");
    await expectFocus(title(page));
    await expect(panel(page)).toContainText("Verified at");
    await expect(panel(page).getByRole("region", { name: "History" })).toContainText(
      "No change observed yet.",
    );
    const id = await shownText(panel(page).locator("header .sd-mono"));
    const weight = 1 + (service.company.items.get(id)?.weight ?? 0);
    service.company.upsertItem({ id, weight });
    const verify = panel(page).getByRole("button", { name: "Verify now" });
    await pressTo(page, "Tab", verify);
    await page.keyboard.press("Enter");
    await expect(
      panel(page)
        .locator("dd")
        .filter({ hasText: weight.toLocaleString("en") }),
    ).toBeVisible();
    await expect(verify).toBeEnabled();
    await expectFocus(verify);
    const history = panel(page).getByRole("region", { name: "History" });
    await expect(history.getByRole("listitem")).toHaveCount(1);
    await pressTo(page, "Tab", panel(page).getByRole("button", { name: "Raw JSON" }));
    await expect(history.getByRole("listitem")).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
  });
  await expectFocus(cell(page, 0, 6));
});

test("a user exports the table as it is shown", async ({ page }) => {
  await page.keyboard.press("/");
  await expectFocus(search(page));
  // Escape leaves the search for the rows, in which the keys for the whole page work.
  await page.keyboard.press("Escape");
  await expectFocus(cell(page, 0, 0));
  await page.keyboard.press("/");
  await expectFocus(search(page));
  const all = await shownRows(page);
  await typeText(page, "film");
  // Each letter finds other rows.
  await expect(cellsOf(page, "name").first().locator("mark")).toHaveText(/^film$/i);
  const count = await shownRows(page);
  expect(count).toBeLessThan(all);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expectFocus(headerOf(page, "Name"));
  await chooseInHeader(page, "ArrowRight", "Weight", "Hide");
  await expect(headerOf(page, "Weight")).toBeHidden();
  await expectFocus(page.getByRole("columnheader").and(page.locator(":focus")));
  const names = await cellsOf(page, "name").allTextContents();

  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  const start = dialog.getByRole("button", { name: `Export ${count.toLocaleString("en")} rows` });
  await expectFocus(start);
  await expect(dialog.getByRole("radio", { name: /^All [\d,]+ filtered rows$/ })).toBeChecked();
  await pressTo(page, "Shift+Tab", dialog.getByRole("combobox", { name: "Format" }));
  await choose(page, "XLSX, for Excel");
  await choose(page, "CSV, for spreadsheets and programs");
  await pressTo(page, "Tab", dialog.getByRole("combobox", { name: "Separators and decimals" }));
  await choose(page, "Semicolons, 1,5");
  await pressTo(page, "Tab", start);
  await page.keyboard.press("Enter");
  await expect(dialog.getByTestId("export-end")).toHaveText(`Exported ${count.toLocaleString("en")} rows.`);
  await expectFocus(dialog.getByRole("button", { name: "Download" }));
  const begun = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const text = await fs.readFile(await (await begun).path(), "utf8");
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe(
    "\ufeffname;status;locationName;materialTypeName;remainingLength;checkedOutToUserId;checkedOutAt;updatedAt",
  );
  expect(lines).toHaveLength(count);
  expect(lines.slice(0, names.length).map((line) => line.split(";")[0])).toEqual(names);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expectFocus(page.getByRole("columnheader").and(page.locator(":focus")));
});

/** Opens the list of the focused combobox, and chooses an entry by the arrows. */
async function choose(page: Page, entry: string): Promise<void> {
  const list = page.locator("[role=combobox]:focus");
  await page.keyboard.press("Space");
  const wanted = page.getByRole("option", { name: entry, exact: true });
  await expect(wanted).toBeVisible();
  // Mantine's list goes to the chosen entry in a timer that it starts when it opens; a key before that starts elsewhere.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  const id = await wanted.getAttribute("id");
  const arrive = async (): Promise<boolean> => {
    if ((await list.getAttribute("aria-activedescendant")) === id) return true;
    await page.keyboard.press("ArrowDown");
    return false;
  };
  // The list reports its new place a moment after a key.
  await expect.poll(arrive, { intervals: [200] }).toBe(true);
  await page.keyboard.press("Enter");
  await expect(wanted).toBeHidden();
  await expect(list).toHaveValue(entry);
  await expectFocus(list);
}
