import type { Locator, Page } from "@playwright/test";
import { connectedTest as test, expect } from "../fixtures.ts";
import { recordsOf, rename } from "../../helpers/references.ts";
import { cellsOf, headerOf, refresh, rowsHere, shownRows, shownText } from "./steps.ts";

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

const shownNames = (page: Page): Promise<string[]> => cellsOf(page, "name").allTextContents();
const notice = (page: Page): Locator => page.getByRole("button", { name: /changed.* – apply \(R\)$/ });

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

    test(
      "the user copies selected rows with the shown values",
      { tag: "@whole" },
      async ({ page, context }) => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        const names = await shownNames(page);
        const labels = await page.locator("[data-column] [data-label]").allTextContents();
        await page.locator('[data-cell="1:-1"]').click();
        await page.locator('[data-cell="3:0"]').click({ modifiers: ["Shift"] });
        await expect(page.getByTestId("selected-count")).toHaveText("3 rows selected");
        await page.keyboard.press("Control+Shift+c");
        await expect(page.getByText("3 rows copied")).toBeVisible();
        const text = await page.evaluate(() => navigator.clipboard.readText());
        const [header, ...lines] = text.split("\n").map((line) => line.split("\t"));
        expect(header?.slice(0, labels.length)).toEqual(labels);
        expect(lines.map(([name]) => name)).toEqual(names.slice(1, 4));
        await page.keyboard.press("Escape");
        await expect(page.getByTestId("selected-count")).toHaveCount(0);
      },
    );

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

    test("a link with a number of items opens exactly those items", async ({ page }) => {
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

    test(
      "pending rows wait until the pointer leaves the table or the user presses R",
      { tag: "@whole" },
      async ({ page, service }) => {
        const total = recordsOf(service, table.resource).length;
        const [first, second] = [
          await shownText(page.locator('[data-cell="0:0"]')),
          await shownText(page.locator('[data-cell="1:0"]')),
        ];
        const changed = recordsOf(service, table.resource).find(({ name }) => name === second);
        await page.locator('[data-cell="3:0"]').hover();
        rename(service, table.resource, "new-1", "!! first of all");
        rename(service, table.resource, String(changed?.id), `${second} (new)`);
        await refresh(page);
        await expect(notice(page)).toHaveText("1 row changed here, 1 more in all – apply (R)");
        await expect(page.locator('[data-cell="0:0"]')).toHaveText(first);
        // A row's values change in place.
        await expect(page.locator('[data-cell="1:0"]')).toHaveText(`${second} (new)`);
        await expect(page.getByTestId("result-count")).toHaveText(`${total} ${table.many}`);
        await page.keyboard.press("r");
        await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
        await expect(page.getByTestId("result-count")).toHaveText(`${total + 1} ${table.many}`);
        await expect(notice(page)).toBeHidden();
      },
    );
  });
}
