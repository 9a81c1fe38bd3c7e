import type { Page } from "@playwright/test";
import { expect, tableTest } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { cellsOf, headerOf, shownText } from "./steps.ts";

const count = (page: Page) => page.getByTestId("selected-count");
const selected = (page: Page) => page.locator('[role=row][aria-selected="true"]');
const box = (page: Page, row: number) => page.locator(`[data-cell="${row}:-1"]`);
const everyRow = (page: Page) => page.getByRole("checkbox", { name: "Select every row" });

tableTest.describe("a selection over five thousand rows", () => {
  tableTest("the pointer selects rows with checkboxes, Ctrl and Shift", async ({ page }) => {
    await expect(everyRow(page)).toHaveAttribute("aria-checked", "false");
    await box(page, 2).click();
    await expect(count(page)).toHaveText("1 row selected");
    await expect(everyRow(page)).toHaveAttribute("aria-checked", "mixed");
    await page.locator('[data-cell="6:0"]').click({ modifiers: ["Shift"] });
    await expect(count(page)).toHaveText("5 rows selected");
    await page.locator('[data-cell="4:0"]').click({ modifiers: ["Shift"] });
    await expect(count(page)).toHaveText("3 rows selected");
    await page.locator('[data-cell="9:1"]').click({ modifiers: ["Control"] });
    await expect(count(page)).toHaveText("4 rows selected");
    await box(page, 3).click();
    await expect(count(page)).toHaveText("3 rows selected");
    await expect(page.getByRole("complementary")).toHaveCount(0);
    await page.locator('[data-cell="3:0"]').click();
    await expect(page.getByRole("complementary")).toBeVisible();
    await expect(count(page)).toHaveText("3 rows selected");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect(selected(page)).toHaveCount(0);
    await expect(page.locator('[data-cell="3:0"]')).toBeFocused();
  });

  tableTest("a double click opens the record and selects no text", async ({ page }) => {
    await page.locator('[data-cell="3:0"]').dblclick({ position: { x: 20, y: 15 } });
    await expect(page.getByRole("complementary")).toBeVisible();
    expect(await page.evaluate(() => String(getSelection()))).toBe("");
  });

  tableTest(
    "the keyboard selects rows with Space, Shift and arrow keys, even unloaded rows",
    async ({ page }) => {
      await page.locator('[data-cell="1:0"]').focus();
      await page.keyboard.press("Space");
      await expect(count(page)).toHaveText("1 row selected");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await expect(count(page)).toHaveText("3 rows selected");
      await page.keyboard.press("Shift+ArrowUp");
      await expect(count(page)).toHaveText("2 rows selected");
      const total = Number(await page.getByRole("grid").getAttribute("aria-rowcount")) - 1;
      await page.keyboard.press("Control+Shift+End");
      await expect(count(page)).toHaveText(`${(total - 1).toLocaleString("en-US")} rows selected`);
      await expect(selected(page).last()).toHaveAttribute("aria-rowindex", String(total + 1));
      await page.keyboard.press("Escape");
      await expect(count(page)).toHaveCount(0);
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("ArrowLeft");
      await expect(box(page, 0)).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Space");
      await expect(everyRow(page)).toHaveAttribute("aria-checked", "true");
      await expect(count(page)).toHaveText(`${total.toLocaleString("en-US")} rows selected`);
      await expect(page.getByRole("button", { name: "Verify now (up to 50 rows)" })).toBeDisabled();
    },
  );

  tableTest("the user excludes single rows after selecting all rows", { tag: "@whole" }, async ({ page }) => {
    await page.locator('[data-cell="0:0"]').focus();
    await page.keyboard.press("Control+a");
    const total = Number(await page.getByRole("grid").getAttribute("aria-rowcount")) - 1;
    await expect(count(page)).toHaveText(`${total.toLocaleString("en-US")} rows selected`);
    await box(page, 1).click();
    await expect(count(page)).toHaveText(`${(total - 1).toLocaleString("en-US")} rows selected`);
    await headerOf(page, "Weight").click();
    await expect(count(page)).toHaveText(`${(total - 1).toLocaleString("en-US")} rows selected`);
    await page.getByRole("searchbox").fill("film");
    await expect(count(page)).toHaveCount(0);
    const name = await shownText(cellsOf(page, "name").first());
    await box(page, 0).click();
    await page.getByRole("searchbox").fill("no such thing at all");
    await expect(count(page)).toHaveText("1 row selected · 1 not in this result");
    await page.getByRole("searchbox").fill(name);
    await expect(count(page)).toHaveText("1 row selected");
  });

  tableTest(
    "copying a second time replaces the first message and restarts the message's timeout",
    { tag: "@whole" },
    async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.clock.install();
      const told = page.getByRole("alert").filter({ hasText: /copied/ });
      await page.locator('[data-cell="3:0"]').click({ modifiers: ["Control"] });
      await page.keyboard.press("Control+c");
      await expect(told).toHaveText("1 row copied");
      await page.locator('[data-cell="1:0"]').click({ modifiers: ["Control"] });
      await page.clock.fastForward(2_000);
      for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("Control+c");
      await expect(told).toHaveText("2 rows copied");
      // The first message would have disappeared half a second ago.
      await page.clock.fastForward(2_500);
      await expect(told).toHaveCount(1);
      await page.clock.fastForward(2_000);
      await expect(told).toHaveCount(0);
    },
  );

  tableTest("the app copies the shown columns in every paste format", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const names = await cellsOf(page, "name").allTextContents();
    await page.locator('[data-cell="3:0"]').click({ modifiers: ["Control"] });
    await page.locator('[data-cell="1:0"]').click({ modifiers: ["Control"] });
    await page.keyboard.press("Control+c");
    await expect(page.getByText("2 rows copied")).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text.split("\n").map((line) => line.split("\t")[0])).toEqual([names[1], names[3]]);
    expect(text.split("\n")[0]?.split("\t")).toHaveLength(9);
    await page.keyboard.press("Control+Shift+c");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^Name\tStatus\tLocation\t/);
    const copyAs = async (name: string): Promise<void> => {
      await page.getByRole("button", { name: "Copy as" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await copyAs("Markdown table");
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^\| Name \| Status .*\n\| --- \| --- .*\n\| .*\n\| .* \|$/);
    await copyAs("Table for a document (HTML)");
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const [item] = await navigator.clipboard.read();
          return item?.types.includes("text/html") ? (await item.getType("text/html")).text() : "";
        }),
      )
      .toMatch(/<th>Name<\/th>.*<td>/s);
  });

  tableTest("the table with a selection is accessible", async ({ page }) => {
    tableTest.slow();
    await page.setViewportSize({ width: 1_280, height: 420 });
    await box(page, 1).click();
    await expect(count(page)).toHaveText("1 row selected");
    await expectAccessible(page);
  });
});
