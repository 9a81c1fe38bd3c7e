import fs from "node:fs/promises";
import { readPdfPages } from "../../helpers/read-pdf.ts";
import { expect, expectFocus, pressTo, test } from "./by-keys.ts";

test.use({ items: 400 });
test.beforeEach(async ({ page }) => {
  await expect(page.locator('[data-cell="0:0"]')).not.toHaveText("");
});

test("the user opens the hand-over sheet of the longest check-out by keyboard", async ({ page }, info) => {
  await page.keyboard.press("Control+6");
  await expectFocus(page.getByRole("heading", { name: "Checked out" }));
  const table = page.getByRole("table", { name: "Checked-out items by holder" });
  await expect(table.getByRole("columnheader", { name: "Longest out" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  const longest = table.getByRole("rowheader").first().getByRole("button", { expanded: false });
  const holder = (await longest.textContent()) ?? "";
  await pressTo(page, "Tab", longest);
  await page.keyboard.press("Enter");
  await pressTo(page, "Tab", page.getByRole("button", { name: "Hand-over sheet" }));
  await page.keyboard.press("Enter");
  await expectFocus(page.getByRole("heading", { name: `Hand-over: ${holder}` }));
  await expect(page.getByRole("table", { name: "Items of the sheet" })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-was-printed", "");
  });
  await page.keyboard.press("Control+p");
  await expect(page.locator("body[data-was-printed]")).toBeVisible();
  const file = info.outputPath("hand-over.pdf");
  await fs.writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const sheet = readPdfPages(file).join("\n");
  expect(sheet).toContain(`Hand-over: ${holder}`);
  expect(sheet).toContain("Received by, date");
  for (const hidden of ["Print…", "Diagnostics"]) expect(sheet).not.toContain(hidden);
});
