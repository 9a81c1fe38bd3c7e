import type { Locator, Page } from "@playwright/test";
import { QUERY_FIELDS } from "../../../shared/inventory/fields.ts";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { callHost } from "../host-client.ts";
import { headerOf } from "./steps.ts";

test.use({ viewport: { width: 900, height: 700 } });

/** Every column of items, in the catalogue's order, with ids of references at the end. */
const FIELDS = QUERY_FIELDS.items.map(({ name }) => name);

test.beforeEach(async ({ page, sharedHost: { url, connectionId } }) => {
  const columns = { order: FIELDS, visibility: Object.fromEntries(FIELDS.map((id) => [id, true])) };
  const view = { version: 2, viewId: "all", search: "", chips: [], sort: [] };
  await page.goto("about:blank");
  await callHost(url, "saveUiState", {
    connectionId,
    name: "view.items",
    value: JSON.stringify({ ...view, columns: { ...columns, widths: {}, pins: {} } }),
  });
  await page.goto(`${url}#/items`);
  await expect(page.locator('[data-cell="0:0"]')).toBeVisible();
});

/** Finds header cells that are not exactly above the cells of their column. */
async function misplaced(page: Page): Promise<string[]> {
  return page.getByRole("grid").evaluate((grid) =>
    [...grid.querySelectorAll("[data-column]")].flatMap((header) => {
      const id = header.getAttribute("data-column") ?? "";
      const cells = [...grid.querySelectorAll(`[role="gridcell"][data-field="${id}"]`)];
      const { left, width } = header.getBoundingClientRect();
      const off = cells.some((cell) => {
        const box = cell.getBoundingClientRect();
        return Math.abs(box.left - left) > 0.5 || Math.abs(box.width - width) > 0.5;
      });
      return cells.length === 0 || off ? [id] : [];
    }),
  );
}

/** The columns that are on top at a point of a header, except its edge. */
async function onTopOf(header: Locator): Promise<string[]> {
  return header.evaluate((element) => {
    const { left, right, top, height } = element.getBoundingClientRect();
    const met = new Set<string>();
    for (let x = left + 1; x < right - 6; x += 1) {
      const found = document.elementFromPoint(x, top + height / 2)?.closest("[data-column]");
      met.add(found?.getAttribute("data-column") ?? "");
    }
    return [...met];
  });
}

const columnCount = async (grid: Locator): Promise<number> =>
  Number(await grid.getAttribute("aria-colcount"));

test("the table renders only columns near the visible area, without gaps", async ({ page }) => {
  const grid = page.getByRole("grid");
  const all = await columnCount(grid);
  expect(all).toBe(FIELDS.length + 1);
  const headers = page.locator("[data-column]");
  expect(await headers.count()).toBeLessThan(all - 4);
  expect(await misplaced(page)).toEqual([]);
  // Reads the last frame before each further scroll step, as it is painted.
  const holes = await grid.evaluate(async (element) => {
    const box = element.getBoundingClientRect();
    const found: number[] = [];
    for (let left = 0; left < element.scrollWidth; left += 700) {
      element.scrollLeft = left;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (let x = box.left + 60; x < box.right - 20; x += 60) {
        const cell = document.elementFromPoint(x, box.top + 50)?.closest('[role="gridcell"]');
        if (!cell) found.push(left);
      }
    }
    return found;
  });
  expect(holes).toEqual([]);
  expect(await misplaced(page)).toEqual([]);
  const last = page.locator('[role="row"][data-index="1"] [role="gridcell"]').last();
  await expect(last).toHaveAttribute("aria-colindex", String(all));
});

test("the End key focuses the last column", async ({ page }) => {
  const grid = page.getByRole("grid");
  const last = (await columnCount(grid)) - 2;
  await page.locator('[data-cell="2:0"]').focus();
  await page.keyboard.press("End");
  await expect(page.locator(`[data-cell="2:${last}"]`)).toBeFocused();
  await expect(page.locator(`[data-cell="2:${last}"]`)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(`[data-cell="1:${last - 1}"]`)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page.locator('[data-cell="1:0"]')).toBeFocused();
  await expect(page.locator('[data-cell="1:0"]')).toBeInViewport({ ratio: 1 });
  // The focused cell stays at every horizontal scroll position, and keys continue from it.
  await grid.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect(page.locator(`[data-cell="1:${last}"]`)).toBeInViewport();
  await expect(page.locator('[data-cell="1:0"]')).toBeFocused();
  expect(await misplaced(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator('[data-cell="1:1"]')).toBeInViewport();
});

test("a far right column can be resized, moved and dragged", async ({ page }) => {
  const grid = page.getByRole("grid");
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  const focused = page.locator('[role="columnheader"]:focus');
  const id = (await focused.getAttribute("data-column")) ?? "";
  const header = page.locator(`[data-column="${id}"]`);
  const width = async (): Promise<number> => (await header.boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(width).toBeCloseTo(before + 16, 0);
  await header.locator('[data-header-control="width"]').dblclick({ position: { x: 2, y: 10 } });
  await expect.poll(width).not.toBeCloseTo(before + 16, 0);
  await expect(page.locator("[data-column]").last()).toHaveAttribute("data-column", id);
  await header.focus();
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await expect(page.locator("[data-column]").last()).not.toHaveAttribute("data-column", id);
  await expect(header).toBeFocused();
  const [from, to] = [await header.boundingBox(), await page.locator("[data-column]").nth(-3).boundingBox()];
  if (!from || !to) throw new Error("A header has no place.");
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator("[data-column]").nth(-3)).toHaveAttribute("data-column", id);
  expect(await misplaced(page)).toEqual([]);
  await expect(grid).toHaveAttribute("aria-colcount", String(FIELDS.length + 1));
  await expectAccessible(page);
});

test("a wider window shows more columns and keeps the pinned column", async ({ page }) => {
  const headers = page.locator("[data-column]");
  const narrow = await headers.count();
  await page.setViewportSize({ width: 1_600, height: 700 });
  await expect.poll(() => headers.count()).toBeGreaterThan(narrow);
  await headerOf(page, "Name").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Pin to the left" }).click();
  await page.getByRole("grid").evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect(headerOf(page, "Name")).toBeInViewport({ ratio: 1 });
  expect(await misplaced(page)).toEqual([]);
  // If other columns are beneath a pinned column, their handles are beneath it too.
  for (let left = 400; left < 700; left += 40) {
    await page.getByRole("grid").evaluate((element, to) => element.scrollTo({ left: to }), left);
    expect(await onTopOf(headerOf(page, "Name"))).toEqual(["name"]);
  }
});
