import type { Scene } from "./shot-stage.ts";

/** The details in place of the table. An entry of a cell's menu leads there. */
export const FULL_WIDTH_SCENE: Scene = async ({ page, shoot, shootBoth }) => {
  await page.locator('[data-cell="3:0"]').press("F2");
  const entry = page.getByRole("menuitem", { name: "Open at full width" });
  await entry.waitFor();
  await shoot("cell-menu-full-width");
  await entry.click();
  await page.getByText(/^Verified at /).waitFor();
  await shootBoth("details-full-width");
  await page.getByRole("button", { name: "Close details" }).click();
};
