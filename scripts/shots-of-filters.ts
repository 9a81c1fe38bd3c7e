import { NARROW, WINDOW, type Scene } from "./shot-stage.ts";

/** The editors of numbers and dates, over items that are filtered already. */
export const FILTERS_SCENE: Scene = async ({ page, shoot }) => {
  await page.getByRole("button", { name: /^Edit filter Remaining length/ }).click();
  await page.getByRole("slider").first().press("PageUp");
  await page.getByText(/rows, .* to /).waitFor();
  await shoot("filter-histogram");
  await page.setViewportSize(NARROW);
  await shoot("narrow-filter-histogram");
  await page.setViewportSize(WINDOW);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Created", exact: true }).click();
  await page.getByLabel("Created: how many").waitFor();
  await shoot("filter-dates");
  await page.keyboard.press("Escape");
};
