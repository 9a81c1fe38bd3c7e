import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { command, rowsHere, shownRows, shownText, viewSwitcher } from "./steps.ts";

const box = (page: Page) => page.getByRole("combobox", { name: "Go to a command, a view or a record" });
const options = (page: Page) => page.getByRole("listbox", { name: "Found" }).getByRole("option");

async function open(page: Page, typed = ""): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await box(page).fill(typed);
}

test("the palette finds commands, views and records by name or id", async ({ page }) => {
  await open(page, "sett");
  await expect(options(page).first()).toContainText("Settings");
  await expect(options(page).first()).toContainText("Ctrl+,");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();

  await open(page, "longest");
  await expect(options(page).first()).toContainText("View of items");
  await page.keyboard.press("Enter");
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Checked out (longest first)");

  const cell = page.locator('[role="gridcell"][data-field="name"]').first();
  const name = await shownText(cell);
  await open(page, name);
  await options(page).filter({ hasText: "Item " }).first().click();
  const heading = page.getByRole("complementary").getByRole("heading", { level: 2 });
  await expect(heading).toHaveText(name);
  // If a record of the visible table is chosen, the keyboard acts on the details too.
  await expect(heading).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(heading).toBeHidden();

  await open(page, "loc_");
  const location = options(page).filter({ hasText: "Location loc_" }).first();
  const words = (await location.locator("span").first().textContent()) ?? "";
  await location.click();
  await expect(page.getByRole("link", { name: /^Locations/ })).toHaveAttribute("data-status", "active");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words);

  // A chosen entry comes first, and stays first after a reload.
  await page.reload();
  // A key pressed before the page is loaded has no effect.
  await expect(page.getByRole("region", { name: "Items by status" })).toBeVisible();
  await open(page);
  await expect(options(page).first()).toContainText(`Recent · Location`);
  await expect(options(page).nth(1)).toContainText("Recent · Item");
  await expect(options(page).nth(1)).toContainText(name);
});

test("a record opened from the palette scrolls into view in the table", async ({ page }) => {
  const nameOf = (line: number) => shownText(page.locator(`[data-cell="${line}:0"]`));
  const openRow = page.locator('[role="row"][aria-current="true"]');
  const scrolled = () => page.getByRole("grid").evaluate((grid) => grid.scrollTop);
  const go = async (name: string): Promise<void> => {
    await open(page, name);
    await options(page).filter({ hasText: "Item " }).first().click();
    await expect(page.getByRole("complementary").getByRole("heading", { level: 2 })).toHaveText(name);
  };
  const last = (await shownRows(page)) - 1;
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("Control+End");
  const [name, above] = [await nameOf(last), await nameOf(last - 5)];
  await page.keyboard.press("Control+Home");
  await expect.poll(scrolled).toBe(0);
  await go(name);
  await expect(openRow.locator('[data-field="name"]')).toBeInViewport({ ratio: 1 });
  await expect(openRow).toContainText(name);
  // If the row is already visible, the table does not scroll.
  const before = await scrolled();
  await go(above);
  await expect(openRow).toContainText(above);
  expect(await scrolled()).toBe(before);

  // The record is opened from another screen, whose table begins at its top.
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await go(name);
  await expect(openRow.locator('[data-field="name"]')).toBeInViewport({ ratio: 1 });

  // A record that the filters exclude is not in the table.
  await page.getByRole("searchbox").fill(name);
  await expect.poll(() => shownRows(page)).toBe(1);
  await go(above);
  await rowsHere(page);
  // The details show no position once the table reports that it does not contain the record.
  await expect(page.getByRole("complementary")).not.toContainText(/\d of \d/);
  await expect(openRow).toHaveCount(0);
  await page.getByRole("searchbox").fill("");
  await expect.poll(() => shownRows(page)).toBe(last + 1);
  expect(await scrolled()).toBe(0);
});

test("arrow keys choose a palette entry; Escape returns the focus", async ({ page }) => {
  await page.getByRole("button", { name: "Add filter" }).focus();
  await open(page, "re");
  await expect(options(page).nth(0)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  const id = await options(page).nth(1).getAttribute("id");
  await expect(box(page)).toHaveAttribute("aria-activedescendant", id ?? "");
  await box(page).fill("no such thing at all");
  await expect(page.getByText("Nothing matches.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused();
});

test(
  "the palette offers a command for the table or its view only if the command applies",
  { tag: "@whole" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const cell = page.locator('[data-cell="1:0"]');
    await cell.focus();
    await open(page, "totals");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Totals" })).toBeVisible();
    await expect(cell, "the keyboard stays in the table").toBeFocused();
    await command(page, "Totals");
    await expect(page.getByRole("region", { name: "Totals" })).toBeHidden();

    await command(page, "Group by");
    const groups = page.getByRole("menu", { name: "Group" });
    await expect(groups.getByRole("menuitem", { name: "Status" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(groups.getByRole("menuitem", { name: "Location" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(cell).toBeFocused();
    await command(page, "Group by");
    await page.getByRole("menuitem", { name: "Status" }).press("Enter");
    await expect(page.getByRole("group", { name: "Grouped by Status" })).toBeVisible();

    // The groups' rows replace the row that had the focus.
    const focused = page.locator("[role=gridcell][aria-colspan]:focus");
    await expect(focused).toHaveCount(1);
    await command(page, "Columns");
    await expect(page.getByRole("radiogroup", { name: "Row height" }).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("list", { name: "Columns" })).toBeHidden();
    await expect(focused).toHaveCount(1);

    // A built-in view cannot be overwritten; a user's view can, once it is changed.
    await open(page, "save view");
    await expect(options(page).filter({ hasText: "Save view" })).toHaveText([/^Save view as…/]);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Name").fill("Mine");
    await page.keyboard.press("Enter");
    await expect(viewSwitcher(page)).toHaveAccessibleName("View: Mine");
    await page.getByRole("button", { name: "Do not group by Status" }).click();
    await expect(viewSwitcher(page)).toHaveAccessibleName("View: Mine, changed");
    await command(page, "Save view");
    await expect(viewSwitcher(page)).toHaveAccessibleName("View: Mine");
    await command(page, "Copy link to this view");
    await expect(page.getByText("Link copied")).toBeVisible();
  },
);

test("the palette can verify selected rows and set the theme", { tag: "@whole" }, async ({ page }) => {
  await page.locator('[data-cell="1:0"]').focus();
  await open(page, "verify");
  await expect(options(page).filter({ hasText: "Verify" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Space");
  await command(page, "Verify the selected rows");
  await expect(page.getByTestId("verification")).toContainText("Verified: 1 unchanged");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary");
  await expect(panel.getByText(/^Verified at/)).toBeVisible();
  await command(page, "Verify this record");
  await expect(panel.getByText(/^Verified at/)).toBeVisible();

  await command(page, "Theme: dark");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await open(page, "theme");
  await expect(options(page).filter({ hasText: "Theme:" })).toHaveText([/light/, /as the system/]);
  await page.keyboard.press("Escape");
  await command(page, "Add a connection");
  await expect(page).toHaveURL(/add-connection/);
  await open(page, "copy link");
  await expect(options(page).filter({ hasText: "Copy link" })).toHaveCount(0);
});

test("Back and Forward move through visited records and screens", { tag: "@whole" }, async ({ page }) => {
  const panel = page.getByRole("complementary").getByRole("heading", { level: 2 });
  const first = await shownText(page.locator('[data-cell="0:0"]'));
  await page.locator('[data-cell="0:0"]').click();
  await expect(panel).toHaveText(first);
  await page.locator('[data-cell="3:0"]').click();
  await expect(panel).not.toHaveText(first);
  await page.getByRole("link", { name: "Locations" }).click();
  await expect(page.getByTestId("result-count")).toHaveText("12 locations");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(panel).not.toHaveText(first);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(panel).toHaveText(first);
  await page.keyboard.press("Alt+ArrowRight");
  await expect(panel).not.toHaveText(first);
  const press = (button: number) =>
    page.evaluate((which) => {
      document.body.dispatchEvent(
        new MouseEvent("mouseup", { button: which, bubbles: true, cancelable: true }),
      );
    }, button);
  await press(3);
  await expect(panel).toHaveText(first);
  await press(4);
  await expect(panel).not.toHaveText(first);
});

test("the list of shortcuts shows the keys of the commands", { tag: "@whole" }, async ({ page }) => {
  await page.getByRole("grid").focus();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("Ctrl+K");
  // The sheet also lists the shortcuts of a table, which are not commands.
  const keysOf = (words: string) =>
    sheet.locator("dl > div", { has: page.getByText(words, { exact: true }) }).locator("kbd");
  await expect(keysOf("First row, last row")).toHaveText(["Ctrl+Home", "Ctrl+End"]);
  await expect(keysOf("Add the column to the order, from its header")).toHaveText(["Shift+Enter"]);
  await expect(keysOf("Move the view, in the list of views")).toHaveText(["Alt+↑", "Alt+↓"]);
  await expect(keysOf("Copy the selected rows")).toHaveText(["Ctrl+C"]);
  await expectAccessible(page, "[role=dialog]");
});

test("the palette has no serious accessibility problem", async ({ page }) => {
  test.slow();
  await open(page, "hall");
  await expect(options(page).first()).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});
