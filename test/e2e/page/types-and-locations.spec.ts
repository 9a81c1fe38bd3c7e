import type { Locator } from "@playwright/test";
import { connectedTest as test, expect } from "../fixtures.ts";
import { recordsOf } from "../../helpers/references.ts";
import { cellsOf, headerOf, rowsHere, shownRows, shownText } from "./steps.ts";

const TABLES = [
  { resource: "types", title: "Material types", many: "material types" },
  { resource: "locations", title: "Locations", many: "locations" },
] as const;

/** The columns that count items. */
const COUNTS = [
  ["itemCount", "Items"],
  ["availableCount", "Available"],
  ["checkedOutCount", "Checked out"],
  ["outLongerCount", "Out longer than usual"],
] as const;

/** Pixels: less than the height of a line, and more than the space between two lines. */
const LINE = 20;

async function boxOf(place: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place.toString()} is not to be seen.`);
  return { top: box.y, bottom: box.y + box.height };
}

test.use({ items: 60 });

for (const table of TABLES) {
  // Both tables have the same code.
  const tag = table.resource === "locations" ? ["@whole"] : [];
  test.describe(table.many, { tag }, () => {
    test.beforeEach(async ({ page, service }) => {
      await page.getByRole("link", { name: table.title }).click();
      await expect(page.getByTestId("result-count")).toHaveText(
        `${recordsOf(service, table.resource).length} ${table.many}`,
      );
    });

    test("the area between the toolbar and the table has no empty line", async ({ page }) => {
      const screen = page.getByRole("region", { name: table.title });
      const header = screen.getByRole("columnheader", { name: "Name", exact: true });
      await expect(screen.getByRole("searchbox")).toBeVisible();
      await expect(cellsOf(page, "name").first()).not.toHaveText("");
      const { top } = await boxOf(header);
      // The visible contents of the screen by their places: buttons and separate texts.
      const seen = await screen.evaluate((region) => {
        const spots: { readonly top: number; readonly bottom: number }[] = [];
        for (const element of region.querySelectorAll("*")) {
          const hasText = [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
          );
          const { top: start, bottom, width } = element.getBoundingClientRect();
          const isSeen = width > 1 && getComputedStyle(element).visibility === "visible";
          if (isSeen && (hasText || element.matches("button, input"))) spots.push({ top: start, bottom });
        }
        return spots;
      });
      const above = seen.filter(({ bottom }) => bottom <= top);
      expect(above.length).toBeGreaterThan(4);
      // Between the topmost element and the header, no empty area is as high as a line.
      let reached = (await boxOf(screen)).top;
      const gaps: number[] = [];
      for (const spot of above.toSorted((one, other) => one.top - other.top)) {
        gaps.push(spot.top - reached);
        reached = Math.max(reached, spot.bottom);
      }
      expect(Math.max(...gaps, top - reached)).toBeLessThan(LINE);
    });

    test("a link that shows a number of items opens exactly these items", async ({ page }) => {
      // No return was observed yet, so only a limit marks items as out too long.
      await page.getByRole("link", { name: "Checked out" }).click();
      await page.getByRole("button", { name: "Usual times and limits…" }).click();
      await page.getByLabel("Limit for all types, in days").fill("3");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("link", { name: table.title }).click();
      // The window is so wide that no column is outside it.
      await page.setViewportSize({ width: 3_600, height: 900 });
      for (const [field, label] of COUNTS) {
        // The largest number comes first.
        await headerOf(page, label).click();
        await expect(headerOf(page, label)).toHaveAttribute("aria-sort", "ascending");
        await headerOf(page, label).click();
        await expect(headerOf(page, label)).toHaveAttribute("aria-sort", "descending");
        await rowsHere(page);
        const counted = Number(await shownText(cellsOf(page, field).first()));
        expect([field, counted > 0]).toEqual([field, true]);
        await cellsOf(page, field).first().click({ button: "right" });
        await page.getByRole("menuitem", { name: "Show these items" }).click();
        await expect(page.getByRole("heading", { name: "Items", level: 1 })).toBeVisible();
        await expect.poll(() => shownRows(page)).toBe(counted);
        await page.getByRole("link", { name: table.title }).click();
        await expect(page.getByRole("heading", { name: table.title, level: 1 })).toBeVisible();
      }
    });
  });
}
