import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import {
  cellsOf,
  chooseView,
  connected,
  headerOf,
  openViews,
  refresh,
  shownRows,
  viewSwitcher,
} from "./steps.ts";

// A company at rest: counts that are read one after the other are of one moment.
test.use({ items: 5_000 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

/** Groups by a field, by the toolbar's menu. */
async function groupBy(page: Page, field: string, span?: string): Promise<void> {
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByRole("menuitem", { name: field, exact: true }).click();
  if (span !== undefined) await page.getByRole("menuitem", { name: span, exact: true }).click();
  await expect(page.getByRole("treegrid")).toBeVisible();
}
const headings = (page: Page): Locator => page.locator('[role="row"][aria-expanded]');
const heading = (page: Page, name: string | RegExp): Locator => headings(page).filter({ hasText: name });
const countOf = async (line: Locator): Promise<number> => {
  const text = (await line.getByRole("gridcell").nth(1).textContent()) ?? "";
  return Number(/\s([\d,]+) items?$/.exec(text)?.[1]?.replaceAll(",", ""));
};

test("rows are grouped by a value, with counts and sums, and groups open and close", async ({ page }) => {
  const all = await shownRows(page);
  await groupBy(page, "Status");
  await expect(headings(page)).toHaveCount(3);
  // Closed at first: what there is comes before the rows.
  await expect(cellsOf(page, "name")).toHaveCount(0);
  let sum = 0;
  for (const line of await headings(page).all()) sum += await countOf(line);
  expect(sum).toBe(all);
  await expect(heading(page, "Available").locator('[data-field="weight"]')).toHaveText(/^[\d,.]+$/);

  await heading(page, "Archived").click();
  await expect(heading(page, "Archived")).toHaveAttribute("aria-expanded", "true");
  await expect(cellsOf(page, "status").first()).toHaveText("Archived");
  const archived = await countOf(heading(page, "Archived"));
  await expect(page.getByRole("treegrid")).toHaveAttribute("aria-rowcount", String(archived + 3 + 1));
  await expectAccessible(page);
  await heading(page, "Archived").click();
  await expect(cellsOf(page, "name")).toHaveCount(0);

  await page.getByRole("button", { name: "Open all" }).click();
  await expect(page.getByRole("treegrid")).toHaveAttribute("aria-rowcount", String(all + 3 + 1));
  await page.getByRole("button", { name: "Do not group by Status" }).click();
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", String(all + 1));
});

test("what a group is stays in sight however far the table is scrolled aside", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await groupBy(page, "Location");
  const grid = page.getByRole("treegrid");
  const first = headings(page).first().getByRole("gridcell").nth(1);
  const before = await first.boundingBox();
  await grid.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect.poll(() => grid.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
  expect(await first.boundingBox()).toEqual(before);
  await expect(first.locator("strong")).toBeInViewport({ ratio: 1 });
  // The sums are where their columns are.
  const weight = await headings(page).first().locator('[data-field="weight"]').boundingBox();
  const header = await headerOf(page, "Weight").boundingBox();
  expect(weight?.x).toBeCloseTo(header?.x ?? 0, 0);
  expect(weight?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test("groups within groups, by the keyboard alone", async ({ page }) => {
  await groupBy(page, "Location");
  await groupBy(page, "Updated", "By quarter");
  await expect(page.getByRole("group", { name: "Grouped by Updated by quarter" })).toBeVisible();
  const first = page.locator('[data-index="0"]');
  const outer = await countOf(first);
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("ArrowRight");
  await expect(first).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator('[data-cell="0:0"]')).toBeFocused();
  const inner = page.locator('[data-index="1"]');
  await expect(inner).toHaveAttribute("aria-level", "2");
  const months = await page.locator('[role="row"][aria-level="2"]').all();
  let sum = 0;
  for (const line of months) sum += await countOf(line);
  expect(sum).toBe(outer);

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(inner).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[data-cell="2:0"]')).toBeFocused();
  await expect(page.locator('[data-cell="2:0"]')).toHaveAttribute("data-field", "name");
  // The details of a row go on to the next one of its group.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator('[data-cell="2:0"]')).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(inner).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Control+End");
  await expect(page.locator(":focus")).toHaveAttribute("data-cell", /^\d+:\d+$/);
  await expect(page.locator('[role="row"]:has(:focus)')).toHaveAttribute("aria-posinset", /^\d+$/);

  await page.getByRole("button", { name: "Group by Updated by quarter first" }).click();
  await expect(page.locator('[data-index="0"]')).toContainText("Updated");
});

test("the order of groups follows the order of their column", async ({ page }) => {
  await groupBy(page, "Status");
  await expect(headings(page).first()).toContainText("Archived");
  await headerOf(page, "Status").click();
  await headerOf(page, "Status").click();
  await expect(headings(page).first()).not.toContainText("Archived");
  await expect(headings(page).nth(2)).toContainText("Archived");
});

test("a group's menu selects its rows and shows nothing else", async ({ page }) => {
  await groupBy(page, "Status");
  const line = heading(page, "Archived");
  const count = await countOf(line);
  await line.getByRole("gridcell").nth(1).click({ button: "right" });
  await expect(page.getByRole("menu", { name: "Group Archived" })).toBeVisible();
  await expectAccessible(page, "[role=menu]");
  await page.getByRole("menuitem", { name: /^Select its/ }).click();
  await expect(page.getByText(new RegExp(`^${count.toLocaleString("en")} .*selected`))).toBeVisible();
  await page.keyboard.press("Escape");
  await line.getByRole("gridcell").nth(1).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Show only Archived" }).click();
  await expect(page.getByRole("group", { name: "Status is Archived" })).toBeVisible();
  await expect(headings(page)).toHaveCount(1);
  await expect.poll(() => shownRows(page)).toBe(count);
});

test("a view keeps its groups, and a header's menu makes them", async ({ page }) => {
  await headerOf(page, "Material type").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Group by this" }).click();
  await expect(page.getByRole("treegrid")).toBeVisible();
  await (await openViews(page)).getByRole("button", { name: "Save as…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("By type");
  await page.keyboard.press("Enter");
  await expect(viewSwitcher(page)).toContainText("By type");
  await chooseView(page, "All");
  await expect(page.getByRole("grid")).toBeVisible();
  await chooseView(page, "By type");
  await expect(headings(page).first()).toContainText("Material type");
  await page.reload();
  await expect(headings(page).first()).toContainText("Material type");
  const views = await openViews(page);
  await expect(views.getByRole("button", { name: /^By type/ })).toBeVisible();
});

test("letters go to rows of open groups, and a search narrows the groups", async ({ page }) => {
  await groupBy(page, "Status");
  await heading(page, "Available").click();
  const name = (await cellsOf(page, "name").nth(3).textContent()) ?? "";
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.type(name.slice(0, 6), { delay: 20 });
  await expect(page.locator('[role="row"]:has(:focus) [data-field="name"]')).toContainText(name.slice(0, 6));
  await page.getByRole("searchbox").fill("no such thing at all");
  await expect(headings(page)).toHaveCount(0);
  await page.getByRole("searchbox").fill("film");
  await expect(headings(page)).toHaveCount(2);
});

test("counts and sums of groups follow a refresh, and nothing moves under the hand", async ({
  page,
  service,
}) => {
  await groupBy(page, "Status");
  const line = heading(page, "Archived");
  const before = await countOf(line);
  await line.hover();
  service.company.upsertItem({ id: "itm_new", name: "One more", status: "archived", weight: 5 });
  await refresh(page);
  await expect.poll(() => countOf(line)).toBe(before + 1);

  // A group that comes waits while the pointer is over the rows.
  service.company.upsertItem({ id: "itm_other", name: "Odd", status: "a_new_status" });
  await refresh(page);
  await expect(page.getByRole("button", { name: /changed.* – apply \(R\)$/ })).toBeVisible();
  await expect(heading(page, "a_new_status")).toHaveCount(0);
  await page.keyboard.press("r");
  await expect(heading(page, "a_new_status")).toHaveCount(1);
});
