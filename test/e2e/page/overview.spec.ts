import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { readPdfPages } from "../../helpers/read-pdf.ts";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { expect as expectByKeys, pressTo, tableKeyTest as keyTest } from "./by-keys.ts";
import { shownRows } from "./steps.ts";

const card = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

async function openOverview(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(card(page, "Stock by material type").locator("[data-mark]")).not.toHaveCount(0);
  await expect(card(page, "Time out").locator("[data-mark]")).not.toHaveCount(0);
}

test("nothing on the overview moves while the figures load", async ({ page }) => {
  await openOverview(page);
  const tops = (): Promise<readonly number[]> =>
    page
      .getByRole("heading", { level: 2 })
      .evaluateAll((headings) =>
        headings.slice(0, 4).map((heading) => Math.round(heading.getBoundingClientRect().top)),
      );
  const settled = await tops();
  await page.getByRole("link", { name: "Items" }).click();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Key figures" })).toBeVisible();
  expect(await tops()).toEqual(settled);
});

test("the overview prints without navigation and buttons, in light colours", async ({ page }, testInfo) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openOverview(page);
  const file = testInfo.outputPath("overview.pdf");
  await fs.writeFile(file, await page.pdf({ printBackground: true }));
  const text = readPdfPages(file).join("\n");
  expect(text).toContain("Key figures");
  expect(text).toContain("Not moved");
  expect(text).toContain("Complete as of");
  for (const button of ["Customise", "Show as table", "Show all", "Open in the table"])
    expect(text).not.toContain(button);
  expect(text).not.toContain("Diagnostics");
});

test("the overview and its “Customise…” dialog are accessible", async ({ page }) => {
  await openOverview(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Customise…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});

keyTest("the user finds the longest check-out and the oldest items by keyboard", async ({ page }) => {
  await page.keyboard.press("ControlOrMeta+5");
  await expectByKeys(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  const marks = card(page, "Time out").locator("button[data-mark]");
  await expectByKeys(marks).not.toHaveCount(0);
  // The chart is one tab stop; the arrow keys move within it.
  await pressTo(page, "Tab", marks.first());
  await page.keyboard.press("End");
  const name = (await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "";
  expectByKeys(name).toMatch(/Items out, [\d,]+$/);
  await page.keyboard.press("Enter");
  const rows = await shownRows(page);
  expectByKeys(rows).toBe(Number(/([\d,]+)$/.exec(name)?.[1]?.replaceAll(",", "")));
  await page.keyboard.press("Alt+ArrowLeft");
  const longest = card(page, "Time out").getByRole("listitem").first().getByRole("button");
  await pressTo(page, "Tab", longest);
  const item = (await longest.locator("span").first().textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expectByKeys(page.getByRole("complementary", { name: `Details of item ${item}` })).toBeVisible();
});
