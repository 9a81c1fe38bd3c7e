import type { Locator, Page } from "@playwright/test";
import type { SampleService } from "../../service/index.ts";
import { connectedTest as test, expect, type BrowserHost } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { expectFocus, pressTo, test as byKeys } from "./by-keys.ts";
import { cellsOf, command, importFile, shownRows } from "./steps.ts";
import { savedRecords } from "../../helpers/saved-records.ts";
import { typeText } from "../typing.ts";

const lowFigure = (page: Page): Locator =>
  page.getByRole("region", { name: "Key figures" }).getByRole("button", { name: /^Low stock/ });

interface Thresholds {
  /** The names of the material types with low stock, in the order of the table. */
  readonly low: readonly string[];
  /** The name of a material type with enough stock. */
  readonly enough: string;
}

/** Sets thresholds: two material types are low, and one has enough stock. */
async function setThresholds(host: BrowserHost, { company }: SampleService): Promise<Thresholds> {
  const stocked = new Set(
    [...company.items.all()]
      .filter(({ status }) => status === "available")
      .map(({ materialTypeId }) => materialTypeId),
  );
  const types = [...company.types.all()].filter(({ id }) => stocked.has(id)).slice(0, 3);
  const [first, second, third] = types;
  if (!first || !second || !third) throw new Error("Fewer than three material types have an available item.");
  await callHost(
    host.url,
    "saveRecords",
    savedRecords(host.connectionId, "thresholds", {
      [first.id]: { measure: "items", below: 500 },
      [second.id]: { measure: "items", below: 600 },
      [third.id]: { measure: "items", below: 1 },
    }),
  );
  return { low: [first.name, second.name].toSorted(new Intl.Collator("en").compare), enough: third.name };
}

/** Expects the table of low material types: each is marked by a shape, a colour and a word. */
async function expectLowTypes(page: Page, { low }: Thresholds): Promise<void> {
  await expect(page.getByRole("heading", { name: "Material types", level: 1 })).toBeVisible();
  await expect(page.getByRole("group", { name: "Stock level is Low" })).toBeVisible();
  await expect.poll(() => shownRows(page)).toBe(low.length);
  await expect(cellsOf(page, "name")).toHaveText(low);
  const levels = cellsOf(page, "stockLevel");
  await expect(levels).toHaveText(low.map(() => "Low"));
  await expectTriangle(levels.first());
}

/** Expects the warning triangle before the word. No other status has this triangle. */
async function expectTriangle(level: Locator): Promise<void> {
  const sides = await level.evaluate((cell) => {
    const style = getComputedStyle(cell, "::before");
    const seen = ["top", "left", "right", "bottom"].filter((side) => {
      const width = Number.parseFloat(style.getPropertyValue(`border-${side}-width`));
      return width > 0 && !style.getPropertyValue(`border-${side}-color`).endsWith(", 0)");
    });
    return { content: style.content, height: style.borderBottomWidth, seen };
  });
  expect(sides).toEqual({ content: '""', height: "9px", seen: ["bottom"] });
}

test.describe("the accessibility of low stock", () => {
  test.use({ items: 400 });

  test("the low-stock screens are accessible in every colour and contrast mode", async ({
    page,
    host,
    service,
  }) => {
    test.slow();
    const thresholds = await setThresholds(host, service);
    await page.getByRole("link", { name: "Overview" }).click();
    await lowFigure(page).click();
    await expectLowTypes(page, thresholds);
    await expectAccessible(page);
    await cellsOf(page, "name").first().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Low-stock threshold…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Remove the threshold" })).toBeVisible();
    await dialog.getByLabel("Low below").fill("0");
    await expect(dialog.getByText("Enter a number above 0.")).toBeVisible();
    await expectAccessible(page, "[role=dialog]");

    await dialog.getByRole("button", { name: "Import from a file…" }).click();
    const imported = page.getByRole("dialog", { name: "Import low-stock thresholds" });
    const text = `type;below\n${thresholds.enough};900\n${thresholds.low[0]};7\nNo such type;5\n${thresholds.low[1]};ten\n`;
    await importFile(imported, "low.csv", text);
    await expect(imported.getByRole("region", { name: "Unknown material type: skipped" })).toContainText(
      "Row 4",
    );
    await expectAccessible(page, "[role=dialog]");
  });
});

byKeys.describe("low stock by keyboard", () => {
  byKeys.use({ items: 400 });

  byKeys(
    "the user finds the types to reorder and changes a threshold by keyboard",
    async ({ page, host, service }) => {
      const thresholds = await setThresholds(host, service);
      const [name = "", second = ""] = thresholds.low;
      await command(page, "Overview");
      await expect(lowFigure(page)).toContainText("Low stock2");
      await pressTo(page, "Tab", lowFigure(page));
      await page.keyboard.press("Enter");
      await expectLowTypes(page, thresholds);

      const cell = cellsOf(page, "name").first();
      await pressTo(page, "Tab", page.getByRole("grid").locator('[tabindex="0"]'));
      await page.keyboard.press("Control+Home");
      await expectFocus(cell);
      await page.keyboard.press("Enter");
      const details = page.getByRole("complementary", { name: `Details of material type ${name}` });
      await expect(details.getByRole("heading", { name, level: 2 })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(details).toBeHidden();

      await expectFocus(cell);
      await page.keyboard.press("F2");
      await pressTo(page, "ArrowDown", page.getByRole("menuitem", { name: "Low-stock threshold…" }));
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: `Low-stock threshold: ${name}` });
      const below = dialog.getByLabel("Low below");
      await expectFocus(below);
      await expect(below).toHaveValue(/^[56]00$/);
      await page.keyboard.press("ControlOrMeta+a");
      await typeText(page, "1");
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      await expect(cellsOf(page, "name")).toHaveText([second]);
      // The row that had the focus was removed; the focus stays in the table.
      await expect(page.getByRole("grid").locator(":focus")).toHaveCount(1);
    },
  );
});
