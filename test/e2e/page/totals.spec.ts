import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";

test("the totals scroll in a low window and leave most space for the rows", async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 560 });
  await page.getByRole("link", { name: /Material types/ }).click();
  await page.getByRole("button", { name: "Totals" }).click();
  const totals = page.getByRole("region", { name: "Totals" });
  const figures = totals.getByRole("region", { name: "Figures" });
  const panel = await totals.boundingBox();
  const rows = await page.getByRole("grid").boundingBox();
  expect(panel?.height).toBeLessThan((rows?.height ?? 0) / 2);
  const last = totals.getByRole("row").last();
  await expect(last).not.toBeInViewport();
  await figures.focus();
  await page.keyboard.press("End");
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 640, height: 560 });
  await figures.press("End");
  await expect(last).toBeInViewport();
  await expectAccessible(page, "[aria-label=Totals]");
});
