import fs from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { readPdfPages } from "../../helpers/read-pdf.ts";
import { expectAccessible } from "./axe.ts";
import { expect, expectFocus, pressTo, tableKeyTest as byKeys } from "./by-keys.ts";
import { tableTest as test } from "../fixtures.ts";
import { cutLengths, cutPlan, cutType, saveCutPlan } from "./cut-steps.ts";
import { command } from "./steps.ts";
import { typeText } from "../typing.ts";

const FIVE = "2 × 12.5, 2 × 7 and 40";
const rows = (place: Locator): Locator => place.getByRole("rowgroup").last().getByRole("row");

/** Every piece that a plan cuts, the shortest first. */
async function piecesOf(place: Locator): Promise<readonly number[]> {
  // The bar is excluded, because its parts have numbers too.
  const words = (await place.locator("td .sd-num").allTextContents()).join("\n");
  return [...words.matchAll(/(\d+)\s×\s([\d.]+)/g)]
    .flatMap(([, count, length]) => Array.from({ length: Number(count) }, () => Number(length)))
    .toSorted((a, b) => a - b);
}

/** Expects a plan that has each of the five cuts once. */
async function expectFiveCuts(place: Locator): Promise<void> {
  await expect.poll(() => piecesOf(place)).toEqual([7, 7, 12.5, 12.5, 40]);
}

test("the user plans, saves, reopens and prints five cuts by mouse", async ({ page }, testInfo) => {
  test.slow();
  await page.getByRole("link", { name: "Material types" }).click();
  await page.locator('[data-cell="1:0"]').click();
  await page.getByRole("link", { name: /page of this material type$/ }).click();
  const title = page.getByRole("heading", { level: 1 });
  await page.getByRole("link", { name: "Find rolls for cuts" }).click();
  await expect(title).toHaveText("Cut finder");
  await expect(cutType(page)).not.toHaveValue("");
  await cutLengths(page).click();
  await cutLengths(page).fill("12,5");
  await expect(cutLengths(page)).toHaveAccessibleDescription(
    /^“12,5” is not a number\. Write 1,234\.5 or 1234\.5/,
  );
  await expectAccessible(page, "main");
  await cutLengths(page).fill(FIVE);
  await expect(page.getByText("5 pieces, 79 in all")).toBeVisible();
  await expectFiveCuts(cutPlan(page));
  await expectAccessible(page);

  await cutPlan(page).getByRole("button", { name: "Save plan…" }).click();
  await expectAccessible(page, "[role=dialog]");
  await saveCutPlan(page, "Order 4711");
  await expect(title).toHaveText("Order 4711");
  await expect(page.getByText("All rolls are as they were when this plan was made.")).toBeVisible();
  const saved = page.getByRole("region", { name: "Order 4711" });
  await expectFiveCuts(saved);
  await expectAccessible(page);

  const names = await rows(saved).getByRole("rowheader").allTextContents();
  // A long name continues in another line of its cell; it ends with the number of its item.
  const numbers = names.map((name) => name.match(/#\d+/)?.[0] ?? name);
  const file = testInfo.outputPath("plan.pdf");
  await fs.writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const sheets = readPdfPages(file);
  expect(sheets).toHaveLength(1);
  const [sheet = ""] = sheets;
  for (const text of ["Order 4711", "Done", "Nothing is reserved", "2 × 12.5", ...numbers])
    expect(sheet.replaceAll(/\s+/g, " ")).toContain(text);
  expect(sheet).not.toContain("Back to the cut finder");

  const roll = rows(saved).first().getByRole("link");
  await roll.click();
  await expect(page.getByRole("complementary", { name: /^Details of item/ })).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(title).toHaveText("Order 4711");
});

byKeys.describe("the cut finder by keyboard", () => {
  byKeys("the user plans, saves and reopens five cuts by keyboard", { tag: "@whole" }, async ({ page }) => {
    await command(page, "Find rolls for cuts");
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toBeFocused();
    await pressTo(page, "Tab", cutType(page));
    await typeText(page, "pa film");
    const option = page.getByRole("option").first();
    await expect(option).toContainText(/^PA film/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(cutType(page)).toHaveValue(/^PA film/);
    await pressTo(page, "Tab", cutLengths(page));
    await typeText(page, FIVE);
    await expectFiveCuts(cutPlan(page));
    await pressTo(page, "Tab", cutPlan(page).getByRole("button", { name: "Save plan…" }));
    await page.keyboard.press("Enter");
    const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
    await expectFocus(name);
    await typeText(page, "Order 4712");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expectFocus(cutPlan(page).getByRole("button", { name: "Save plan…" }));
    await pressTo(page, "Tab", page.getByRole("link", { name: "Order 4712" }));
    await page.keyboard.press("Enter");
    await expect(title).toHaveText("Order 4712");
    await expect(title).toBeFocused();
    await expectFiveCuts(page.getByRole("region", { name: "Order 4712" }));
    await page.evaluate(() => (window.print = () => document.body.setAttribute("data-printed", "")));
    await page.keyboard.press("Control+p");
    await expect(page.locator("body[data-printed]")).toHaveCount(1);
    await pressTo(page, "Tab", page.getByRole("button", { name: "Plan again with the rolls of today" }));
    await page.keyboard.press("Enter");
    await expect(cutLengths(page)).toHaveValue("2 × 12.5; 2 × 7; 1 × 40");
    await expectFiveCuts(cutPlan(page));
  });
});
