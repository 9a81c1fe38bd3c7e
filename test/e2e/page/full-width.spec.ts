import type { Locator, Page } from "@playwright/test";
import { connectedTest, expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { chooseView, command, headerOf, refresh, rowsHere, shownRows, shownText } from "./steps.ts";

const cell = (page: Page, row: number): Locator => page.locator(`[data-cell="${row}:0"]`);
const panel = (page: Page): Locator => page.getByRole("complementary", { name: /^Details of / });
const heading = (page: Page): Locator => panel(page).getByRole("heading", { level: 2 });
const next = (page: Page): Locator => panel(page).getByRole("button", { name: "Next record" });
const previous = (page: Page): Locator => panel(page).getByRole("button", { name: "Previous record" });
const toFullWidth = (page: Page): Locator => panel(page).getByRole("button", { name: "Full width" });
const toSide = (page: Page): Locator => panel(page).getByRole("button", { name: "Side by side" });
const table = (page: Page): Locator => page.getByRole("region", { name: "Items", exact: true });

/** The details cover the table. During that time it gets neither the focus nor the pointer. */
async function expectFullWidth(page: Page): Promise<void> {
  await expect(toSide(page)).toBeVisible();
  await expect(table(page)).toHaveAttribute("inert", "");
  const [box, screen] = [await panel(page).boundingBox(), await page.getByRole("main").boundingBox()];
  expect(Math.abs((box?.width ?? 0) - (screen?.width ?? 1))).toBeLessThan(2);
}

async function expectSideBySide(page: Page): Promise<void> {
  await expect(toFullWidth(page)).toBeVisible();
  await expect(table(page)).not.toHaveAttribute("inert", /.*/);
  expect((await panel(page).boundingBox())?.width).toBeLessThan(410);
}

/** The available items, the lightest first: their number, and the names of the first ones. */
async function lightest(page: Page): Promise<{ readonly total: string; readonly names: readonly string[] }> {
  await chooseView(page, "Available");
  await headerOf(page, "Weight").click();
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "ascending");
  await rowsHere(page);
  // The table announces its order a moment later. This announcement would replace a later one under test.
  await expect(page.getByRole("status").filter({ hasText: "sorted by Weight ascending" })).toHaveCount(1);
  const total = (await shownRows(page)).toLocaleString("en");
  const names = [];
  for (let row = 0; row < 4; row += 1) names.push(await shownText(cell(page, row)));
  return { total, names };
}

async function expectRecord(page: Page, name: string, place: string): Promise<void> {
  await expect(heading(page)).toHaveText(name);
  await expect(panel(page).getByText(place, { exact: true })).toBeVisible();
}

test("Ctrl+Enter opens a row's details at full width", async ({ page }) => {
  const name = await shownText(cell(page, 2));
  await cell(page, 2).focus();
  await page.keyboard.press("Control+Enter");
  await expect(heading(page)).toHaveText(name);
  await expect(heading(page)).toBeFocused();
  await expectFullWidth(page);
  expect(page.context().pages()).toHaveLength(1);
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await expectSideBySide(page);
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expectFullWidth(page);
  await page.keyboard.press("Control+Enter");
  await expectSideBySide(page);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(cell(page, 2)).toBeFocused();

  // Enter does the same on the row whose details are already open.
  await page.keyboard.press("Enter");
  await expect(heading(page)).toBeFocused();
  await cell(page, 2).focus();
  await page.keyboard.press("Control+Enter");
  await expectFullWidth(page);
  await expect(heading(page)).toBeFocused();
});

test("the Previous and Next buttons and the arrow keys work in details at full width", async ({ page }) => {
  const { total, names } = await lightest(page);
  const [first = "", second = "", third = ""] = names;
  await cell(page, 1).focus();
  await page.keyboard.press("Control+Enter");
  await expectRecord(page, second, `2 of ${total}`);
  await next(page).click();
  await expectRecord(page, third, `3 of ${total}`);
  await expect(page.getByRole("status").filter({ hasText: third })).toHaveCount(1);
  await expect(next(page)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expectRecord(page, second, `2 of ${total}`);
  await previous(page).click();
  await expectRecord(page, first, `1 of ${total}`);
  await expect(previous(page)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await expectRecord(page, second, `2 of ${total}`);
  await expectFullWidth(page);

  // Arrow keys do not step if another element has the focus or a dialog is open.
  await page.keyboard.press("Shift+ArrowDown");
  await panel(page).getByRole("button", { name: "Raw JSON" }).click();
  await panel(page).getByLabel("Raw JSON").press("ArrowDown");
  await panel(page).getByRole("button", { name: "Export this item" }).click();
  await expect(page.getByRole("dialog", { name: "Export" })).toContainText("1 row");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectFullWidth(page);
  await expectRecord(page, second, `2 of ${total}`);

  // After a click on text, the keys still act on the details.
  await panel(page).getByText("Weight", { exact: true }).click();
  await page.keyboard.press("ArrowDown");
  await expectRecord(page, third, `3 of ${total}`);
  await page.reload();
  await expectRecord(page, third, `3 of ${total}`);
  await expectFullWidth(page);
  await heading(page).press("ArrowDown");
  await expectRecord(page, names[3] ?? "", `4 of ${total}`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(cell(page, 3)).toBeFocused();
});

test(
  "the user changes the details' width by button, row menu and palette",
  { tag: "@whole" },
  async ({ page }) => {
    const names = [await shownText(cell(page, 0)), await shownText(cell(page, 1))];
    await cell(page, 0).click();
    await expectSideBySide(page);
    await toFullWidth(page).click();
    await expectFullWidth(page);
    await expect(toSide(page)).toBeFocused();
    await toSide(page).click();
    await expectSideBySide(page);

    await cell(page, 1).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Open at full width" }).click();
    await expect(heading(page)).toHaveText(names[1] ?? "");
    await expect(heading(page)).toBeFocused();
    await expectFullWidth(page);
    await panel(page).getByRole("button", { name: "Close details" }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(table(page)).not.toHaveAttribute("inert", /.*/);

    // Another record opens next to the table again; Back leads to the one at full width.
    await cell(page, 0).click();
    await expectSideBySide(page);
    await command(page, "Details: full width or side by side");
    await expectFullWidth(page);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(panel(page)).toHaveCount(0);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(heading(page)).toHaveText(names[1] ?? "");
    await expectFullWidth(page);
  },
);

test(
  "opening rows from the full-width details moves the details to the side",
  { tag: "@whole" },
  async ({ page }) => {
    await cell(page, 0).focus();
    await page.keyboard.press("Control+Enter");
    await expectFullWidth(page);
    const name = await shownText(heading(page));
    await panel(page)
      .getByRole("button", { name: /^Same location/ })
      .click();
    await expect(page.getByRole("group", { name: /^Location is / })).toBeVisible();
    await expectSideBySide(page);
    await expect(heading(page)).toHaveText(name);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(page.getByRole("group", { name: /^Location is / })).toHaveCount(0);
    await expect(heading(page)).toHaveText(name);
  },
);

connectedTest(
  "details at full width hide the record's position if the record left the table",
  { tag: "@whole" },
  async ({ page, service }) => {
    const { total, names } = await lightest(page);
    const [first = ""] = names;
    await cell(page, 0).focus();
    await page.keyboard.press("Control+Enter");
    await expectRecord(page, first, `1 of ${total}`);
    const found = [...service.company.items.all()].find((item) => item.name === first);
    const id = found?.id ?? "";
    service.company.upsertItem({ id, name: "Renamed elsewhere" });
    await refresh(page);
    await expectRecord(page, "Renamed elsewhere", `1 of ${total}`);
    await expect(panel(page).getByRole("region", { name: "History" })).toContainText("Renamed elsewhere");
    service.company.upsertItem({ id, status: "checked_out" });
    await refresh(page);
    await expect(panel(page).getByText(`1 of ${total}`, { exact: true })).toHaveCount(0);
    for (const button of [previous(page), next(page)])
      await expect(button).toHaveAttribute("aria-disabled", "true");
    await expectFullWidth(page);
  },
);

test("details at full width do not scroll sideways in a small window", async ({ page }) => {
  await cell(page, 0).focus();
  await page.keyboard.press("Control+Enter");
  await expectFullWidth(page);
  await page.setViewportSize({ width: 640, height: 400 });
  const { scrollWidth, clientWidth } = await panel(page).evaluate((element) => ({
    scrollWidth: element.scrollWidth,
    clientWidth: element.clientWidth,
  }));
  expect(scrollWidth).toBe(clientWidth);
  const last = panel(page).getByRole("button", { name: "Raw JSON" });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});
