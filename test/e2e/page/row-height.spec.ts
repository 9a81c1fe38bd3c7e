import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { chooseView, rowsHere, saveViewAs, setRowHeight, viewSwitcher } from "./steps.ts";

const NORMAL = 33;
const COMFORTABLE = 44;

/** The heights of the rendered rows, and the distances between them. */
async function heights(page: Page): Promise<Set<number>> {
  const rows = await page.locator('[role="row"][data-index]').evaluateAll((elements) =>
    elements
      .map((element) => ({
        index: Number(element.getAttribute("data-index")),
        box: element.getBoundingClientRect(),
      }))
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, box }) => ({ index, top: box.top, height: box.height })),
  );
  return new Set(
    rows.flatMap(({ index, top, height }, at) => {
      const next = rows[at + 1];
      return next?.index === index + 1 ? [height, next.top - top] : [height];
    }),
  );
}

test("a row height applies to all rows, and a view saves the row height", async ({ page }) => {
  await expect.poll(() => heights(page)).toEqual(new Set([NORMAL]));
  await setRowHeight(page, "Comfortable");
  await expect.poll(() => heights(page)).toEqual(new Set([COMFORTABLE]));

  const grid = page.getByRole("grid");
  const total = Number(await grid.getAttribute("aria-rowcount")) - 1;
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("Control+End");
  const last = page.locator(`[data-index="${total - 1}"]`);
  await expect(last).toBeInViewport();
  await expect(last.locator('[data-field="name"]')).not.toBeEmpty();
  expect(await heights(page)).toEqual(new Set([COMFORTABLE]));
  // No row is below the last row, and nothing covers it.
  const below = async (): Promise<number> => {
    const { y = 0 } = (await last.boundingBox()) ?? {};
    const end = await grid.evaluate((element) => element.getBoundingClientRect().top + element.clientHeight);
    return end - y - COMFORTABLE;
  };
  await expect.poll(below).toBeCloseTo(0, 0);

  await saveViewAs(page, "High rows");
  await setRowHeight(page, "Normal");
  await expect.poll(() => heights(page)).toEqual(new Set([NORMAL]));
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: High rows, changed");
  // A built-in view does not change the row height that the user chose.
  await chooseView(page, "Archived");
  await rowsHere(page);
  expect(await heights(page)).toEqual(new Set([NORMAL]));
  await chooseView(page, "High rows");
  await expect.poll(() => heights(page)).toEqual(new Set([COMFORTABLE]));
  await page.reload();
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect.poll(() => heights(page)).toEqual(new Set([COMFORTABLE]));
});
