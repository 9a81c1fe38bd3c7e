import type { Locator, Page } from "@playwright/test";
import { connectedTest, expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { cellsOf, groupBy, headerOf, refresh, shownRows } from "./steps.ts";

const headings = (page: Page): Locator => page.locator('[role="row"][aria-expanded]');
const heading = (page: Page, name: string | RegExp): Locator => headings(page).filter({ hasText: name });
const countOf = async (line: Locator): Promise<number> => {
  const text = (await line.getByRole("gridcell").nth(1).textContent()) ?? "";
  return Number(/\s([\d,]+) items?$/.exec(text)?.[1]?.replaceAll(",", ""));
};

test("a group's name stays visible when the table scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await groupBy(page, "Location");
  const grid = page.getByRole("treegrid");
  const first = headings(page).first().getByRole("gridcell").nth(1);
  const before = await first.boundingBox();
  await grid.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect.poll(() => grid.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
  expect(await first.boundingBox()).toEqual(before);
  await expect(first.locator("strong")).toBeInViewport({ ratio: 1 });
  // Each sum is below the header of its column.
  const weight = await headings(page).first().locator('[data-field="weight"]').boundingBox();
  const header = await headerOf(page, "Weight").boundingBox();
  expect(weight?.x).toBeCloseTo(header?.x ?? 0, 0);
  expect(weight?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test("a group's menu selects the group's rows or hides all other rows", async ({ page }) => {
  await groupBy(page, "Status");
  const line = heading(page, "Archived");
  const count = await countOf(line);
  await line.click();
  await expect(cellsOf(page, "status").first()).toHaveText("Archived");
  await expectAccessible(page);
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

connectedTest(
  "a refresh updates group counts and moves no group under the pointer",
  { tag: "@whole" },
  async ({ page, service }) => {
    await groupBy(page, "Status");
    const line = heading(page, "Archived");
    const before = await countOf(line);
    await line.hover();
    service.company.upsertItem({ id: "itm_new", name: "One more", status: "archived", weight: 5 });
    await refresh(page);
    await expect.poll(() => countOf(line)).toBe(before + 1);

    // A new group waits while the pointer is over the rows.
    service.company.upsertItem({ id: "itm_other", name: "Odd", status: "a_new_status" });
    await refresh(page);
    await expect(page.getByRole("button", { name: /changed.* – apply \(R\)$/ })).toBeVisible();
    await expect(heading(page, "a_new_status")).toHaveCount(0);
    await page.keyboard.press("r");
    await expect(heading(page, "a_new_status")).toHaveCount(1);
  },
);
