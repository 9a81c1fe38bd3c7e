import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { recordsOf, rename } from "../../helpers/references.ts";
import { cellsOf, connected, refresh, shownText } from "./steps.ts";

const TABLES = [
  { resource: "types", title: "Material types", many: "material types" },
  { resource: "locations", title: "Locations", many: "locations" },
] as const;

const shownNames = (page: Page): Promise<string[]> => cellsOf(page, "name").allTextContents();
const notice = (page: Page): Locator => page.getByRole("button", { name: /changed.* – apply \(R\)$/ });

test.use({ items: 60 });

for (const table of TABLES) {
  test.describe(table.many, () => {
    test.beforeEach(async ({ page, host, service }) => {
      await connected(page, host, service);
      await page.getByRole("link", { name: table.title }).click();
      await expect(page.getByTestId("result-count")).toHaveText(
        `${recordsOf(service, table.resource).length} ${table.many}`,
      );
    });

    test("rows are selected and copied as they are shown", async ({ page, context }) => {
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
    });

    test("rows wait while the pointer is over them, and R applies them", async ({ page, service }) => {
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
      // What a row says changes in place.
      await expect(page.locator('[data-cell="1:0"]')).toHaveText(`${second} (new)`);
      await expect(page.getByTestId("result-count")).toHaveText(`${total} ${table.many}`);
      await page.keyboard.press("r");
      await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
      await expect(page.getByTestId("result-count")).toHaveText(`${total + 1} ${table.many}`);
      await expect(notice(page)).toBeHidden();
    });
  });
}
