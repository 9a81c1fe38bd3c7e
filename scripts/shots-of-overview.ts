import type { Scene } from "./shot-stage.ts";

/** The overview: its figures and charts, one as a table, its panel. */
export const OVERVIEW_SCENE: Scene = async ({ page, shoot, shootBoth }) => {
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("region", { name: "Time out" }).locator("[data-mark]").first().waitFor();
  await shootBoth("overview");
  const stock = page.getByRole("region", { name: "Stock by location" });
  await stock.getByRole("button", { name: "Show as table" }).click();
  await shoot("overview-as-table");
  await stock.getByRole("button", { name: "Show as table" }).click();
  await page.getByRole("region", { name: "Not moved" }).scrollIntoViewIfNeeded();
  await shoot("overview-below");
  await page.getByRole("button", { name: "Customise…" }).click();
  await page.getByRole("dialog").waitFor();
  await shoot("overview-customise");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Items" }).click();
};
