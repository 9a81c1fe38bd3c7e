import type { Locator, Page } from "@playwright/test";
import { expect, test, watchPage } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { chooseView, connected, headerOf, refresh, rowsHere, shownRows, shownText } from "./steps.ts";

// A service that stands still: what is counted once is counted again.
test.use({ items: 2_000 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const cell = (page: Page, row: number): Locator => page.locator(`[data-cell="${row}:0"]`);
const heading = (tab: Page): Locator => tab.getByRole("heading", { level: 1 });
const nextIn = (tab: Page): Locator => tab.getByRole("button", { name: "Next record" });
const previousIn = (tab: Page): Locator => tab.getByRole("button", { name: "Previous record" });

/** The tab that opens while something is done. */
async function opened(page: Page, work: () => Promise<void>): Promise<Page> {
  const opening = page.context().waitForEvent("page");
  await work();
  return opening;
}

/** The available items, the lightest first: how many there are, and the first ones' names. */
async function lightest(page: Page): Promise<{ readonly total: string; readonly names: readonly string[] }> {
  await chooseView(page, "Available");
  await headerOf(page, "Weight").click();
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "ascending");
  await rowsHere(page);
  const total = (await shownRows(page)).toLocaleString("en");
  const names = [];
  for (let row = 0; row < 4; row += 1) names.push(await shownText(cell(page, row)));
  return { total, names };
}

/** What a tab says of its record: name, place, and the title of its document. */
async function expectRecord(tab: Page, name: string, place: string): Promise<void> {
  await expect(heading(tab)).toHaveText(name);
  await expect(tab.getByText(place, { exact: true })).toBeVisible();
  await expect.poll(async () => (await tab.title()).startsWith(`${name} – `)).toBe(true);
}

test("a record's window steps through its table by buttons and arrows, also after a reload", async ({
  page,
}) => {
  test.slow();
  const { total, names } = await lightest(page);
  const [first = "", second = "", third = ""] = names;
  await cell(page, 1).focus();
  const record = await opened(page, () => page.keyboard.press("Control+Enter"));
  const problems = watchPage(record);
  await expectRecord(record, second, `2 of ${total}`);
  // It goes through the table as that was: what is done there since changes nothing here.
  await headerOf(page, "Weight").click();
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "descending");
  await nextIn(record).click();
  await expectRecord(record, third, `3 of ${total}`);
  await expect(record.getByRole("status").filter({ hasText: third })).toHaveCount(1);
  await expect(nextIn(record)).toBeFocused();
  await record.keyboard.press("ArrowUp");
  await expectRecord(record, second, `2 of ${total}`);
  await previousIn(record).click();
  await expectRecord(record, first, `1 of ${total}`);
  await expect(previousIn(record)).toHaveAttribute("aria-disabled", "true");
  await record.keyboard.press("ArrowUp");
  await record.keyboard.press("ArrowDown");
  await expectRecord(record, second, `2 of ${total}`);
  await expectAccessible(record);

  // The arrows belong to others where those have the focus, or a dialog is open.
  await record.keyboard.press("Shift+ArrowDown");
  await record.getByRole("button", { name: "Raw JSON" }).click();
  await record.getByLabel("Raw JSON").press("ArrowDown");
  await record.getByRole("button", { name: "Export this item" }).click();
  await expect(record.getByRole("dialog", { name: "Export" })).toContainText("1 row");
  await record.keyboard.press("ArrowDown");
  await record.keyboard.press("Escape");
  await expect(record.getByRole("dialog")).toHaveCount(0);
  await expectRecord(record, second, `2 of ${total}`);

  await record.locator("body").press("ArrowDown");
  await expectRecord(record, third, `3 of ${total}`);
  await record.reload();
  await expectRecord(record, third, `3 of ${total}`);
  await record.keyboard.press("ArrowDown");
  await expectRecord(record, names[3] ?? "", `4 of ${total}`);
  expect(problems).toEqual([]);
  await record.close();
});

test("a window that moved to another record belongs to that record", async ({ page }) => {
  const { total, names } = await lightest(page);
  const [, second = "", third = ""] = names;
  await cell(page, 1).focus();
  const record = await opened(page, () => page.keyboard.press("Control+Enter"));
  await expectRecord(record, second, `2 of ${total}`);
  await nextIn(record).click();
  await expectRecord(record, third, `3 of ${total}`);
  await record.evaluate(() => {
    window.focus = () => void (document.body.dataset["focused"] = "");
  });
  await cell(page, 2).click();
  const panel = page.getByRole("complementary", { name: /^Details of / });
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText(third);
  await panel.getByRole("button", { name: "Open in its own window" }).click();
  await expect(record.locator("body")).toHaveAttribute("data-focused", "");
  expect(page.context().pages()).toHaveLength(2);
  await cell(page, 1).focus();
  await page.keyboard.press("F2");
  const former = await opened(page, () =>
    page.getByRole("menuitem", { name: "Open in its own window" }).click(),
  );
  await expectRecord(former, second, `2 of ${total}`);
  await expectRecord(record, third, `3 of ${total}`);
  for (const tab of [former, record]) await tab.close();
});

test("a record that left the table has no position; a grouped table is stepped through completely", async ({
  page,
  service,
}) => {
  const { total, names } = await lightest(page);
  const [first = ""] = names;
  await cell(page, 0).focus();
  const record = await opened(page, () => page.keyboard.press("Control+Enter"));
  await expectRecord(record, first, `1 of ${total}`);
  const found = [...service.company.items.all()].find((item) => item.name === first);
  service.company.upsertItem({ id: found?.id ?? "", status: "checked_out" });
  await refresh(page);
  await expect(record.getByText(`1 of ${total}`, { exact: true })).toHaveCount(0);
  for (const button of [previousIn(record), nextIn(record)])
    await expect(button).toHaveAttribute("aria-disabled", "true");
  await record.close();

  await chooseView(page, "All");
  await expect(page.getByTestId("result-count")).toHaveText("2,000 items");
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByRole("menuitem", { name: "Status", exact: true }).click();
  await page.getByRole("button", { name: "Open all" }).click();
  // The first row is the heading of a group that is open, the second its first item.
  await expect(page.locator('[data-index="0"]')).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator('[data-index="1"]')).not.toHaveAttribute("aria-expanded", /./);
  const name = await shownText(cell(page, 1));
  await cell(page, 1).focus();
  const grouped = await opened(page, () => page.keyboard.press("Control+Enter"));
  await expectRecord(grouped, name, "1 of 2,000");
  await grouped.close();
});

test("a record's window shows the record whatever its address contains", async ({ page }) => {
  await cell(page, 0).focus();
  const record = await opened(page, () => page.keyboard.press("Control+Enter"));
  await expect(nextIn(record)).toBeVisible();
  const name = await shownText(heading(record));
  const url = record.url();
  const bare = url.replace(/&listContext=.*$/, "");
  expect(bare).not.toBe(url);
  const deep = "[".repeat(8_000) + "]".repeat(8_000);
  for (const listContext of [
    "",
    "film",
    "%7B%22version%22%3A9%7D",
    encodeURIComponent('{"version":1,"filter":{"field":"__proto__","op":"is","value":"a"}}'),
    encodeURIComponent('{"__proto__":{"version":1}}'),
    deep,
  ]) {
    const tab = await page.context().newPage();
    const problems = watchPage(tab);
    await tab.goto(`${bare}&listContext=${listContext}`);
    await expect(heading(tab)).toHaveText(name);
    await expect(nextIn(tab)).toHaveCount(0);
    await tab.keyboard.press("ArrowDown");
    await expect(heading(tab)).toHaveText(name);
    expect(problems).toEqual([]);
    await tab.close();
  }
  await record.close();
});
