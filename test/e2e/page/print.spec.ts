import fs from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readPdfPages, readPdfSize } from "../../helpers/read-pdf.ts";
import { expect, connectedTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { countPages, printPreview } from "./export-steps.ts";
import { cellsOf, groupBy, shownRows, shownText } from "./steps.ts";

// The service does not change, so the printed rows agree with the counts.
test.use({ items: 400 });

/** The pages that Chromium would print, converted to text by another program. */
async function printedPages(page: Page, file: string): Promise<readonly string[]> {
  await fs.writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  return readPdfPages(file);
}

test("the print view has every filtered row once, in the table's order", async ({ page }, testInfo) => {
  await page.getByRole("searchbox").fill("film");
  await expect(page.getByTestId("result-count")).toContainText("of");
  const count = await shownRows(page);
  const first = await shownText(cellsOf(page, "name").first());
  await page.keyboard.press("Control+p");
  const pages = await countPages(page);
  const printed = await printedPages(page, testInfo.outputPath("a4.pdf"));
  expect(printed).toHaveLength(pages);
  const [title = ""] = printed;
  expect(title).toContain("Search: film");
  expect(title).toContain("Sorted by Name (ascending)");
  expect(title).toMatch(/Complete as of /);
  expect(title).toContain(`${count} rows`);
  for (const [index, text] of printed.entries()) {
    expect(text).toContain(`Page ${index + 1} of ${pages}`);
    expect(text).toMatch(/Name\s+Status\s+Location/);
  }
  // Every name ends with the number of its item, which only one page contains.
  const numbers = printed.flatMap((text) => text.match(/#\d{4,}/g) ?? []);
  expect(numbers).toHaveLength(count);
  expect(new Set(numbers).size).toBe(count);
  expect(numbers[0]).toBe(first.match(/#\d{4,}/)?.[0]);
});

test("printing a selection prints only the selected rows", async ({ page }, testInfo) => {
  const boxes = page.getByRole("grid").getByRole("checkbox");
  await boxes.nth(1).click();
  await boxes.nth(3).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByRole("radio", { name: "Selected 2 rows" })).toBeChecked();
  await dialog.getByRole("button", { name: "Print or PDF…" }).click();
  await printPreview(page).getByText("Portrait").click();
  expect(await countPages(page)).toBe(1);
  await expect(printPreview(page).getByRole("row")).toHaveCount(3);
  await expectAccessible(page, "[data-print-preview]");
  const file = testInfo.outputPath("upright.pdf");
  expect(await printedPages(page, file)).toHaveLength(1);
  const [width, height] = readPdfSize(file);
  expect(height).toBeGreaterThan(width);
  await page.keyboard.press("Escape");
  await expect(printPreview(page)).toBeHidden();
  await expect(page.getByRole("grid")).toBeVisible();
});

test(
  "a grouped table prints every group, including closed groups",
  { tag: "@whole" },
  async ({ page }, testInfo) => {
    const count = await shownRows(page);
    await groupBy(page, "Status");
    const groups = page.getByRole("treegrid").getByRole("row", { expanded: false });
    await expect(groups).not.toHaveCount(0);
    const counts = await groups.getByText(/^[\d,]+ items?$/).allTextContents();
    await page.keyboard.press("Control+p");
    await countPages(page);
    const headings = await printPreview(page).getByRole("rowheader").allTextContents();
    expect(headings.map((text) => text.split(" · ")[1])).toEqual(counts);
    for (const heading of headings) expect(heading).toMatch(/^Status: [A-Z][a-z ]+ · [\d,]+ items?$/);
    const [first = "", second = ""] = headings;
    const printed = (await printedPages(page, testInfo.outputPath("groups.pdf"))).join("\n");
    const rowsBetween =
      printed.slice(printed.indexOf(first), printed.indexOf(second)).match(/#\d{4,}/g) ?? [];
    expect(rowsBetween).toHaveLength(Number(/([\d,]+) items?$/.exec(first)?.[1]?.replaceAll(",", "")));
    expect(printed.match(/#\d{4,}/g)).toHaveLength(count);
    await expectAccessible(page, "[data-print-preview]");
  },
);
