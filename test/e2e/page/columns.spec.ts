import { expect, tableTest as test } from "../fixtures.ts";
import { headerOf } from "./steps.ts";

// The window is wide enough for every shown column, because columns outside it have no header to read.
test.use({ viewport: { width: 1_920, height: 900 } });

test("the table remembers hidden, resized and moved columns", async ({ page }) => {
  // The first column has a box instead of a label.
  const labels = (): Promise<string[]> =>
    page.getByRole("columnheader").filter({ hasText: /./ }).allTextContents();
  const width = async (): Promise<number> => (await headerOf(page, "Status").boundingBox())?.width ?? 0;
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Holder", exact: true }).uncheck();
  await page.getByRole("checkbox", { name: "Starting length" }).check();
  await page.getByRole("button", { name: "Move Location up" }).click();
  await page.keyboard.press("Escape");
  const before = await width();
  await page.locator('[data-cell="0:2"]').focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(width).toBeCloseTo(before + 16, -1);
  const arranged = await labels();
  expect(arranged.slice(0, 3)).toEqual(["Name", "Location", "Status"]);
  expect(arranged).not.toContain("Holder");
  expect(arranged).toContain("Starting length");

  // One more step, and then the page is left within the delay after which a view is saved. Leaving the page
  // saves the view.
  const loaded = page.waitForEvent("load");
  await page.evaluate(() => {
    const step = new KeyboardEvent("keydown", { key: "ArrowRight", altKey: true, bubbles: true });
    document.activeElement?.dispatchEvent(step);
    location.reload();
  });
  await loaded;
  await expect.poll(labels).toEqual(arranged);
  expect(await width()).toBeCloseTo(before + 32, -1);

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset columns" }).click();
  await page.keyboard.press("Escape");
  await expect(headerOf(page, "Holder")).toBeVisible();
  await expect.poll(labels).not.toContain("Starting length");
  expect((await labels()).slice(0, 3)).toEqual(["Name", "Status", "Location"]);
});
