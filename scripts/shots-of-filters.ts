import type { Scene } from "./shot-stage.ts";

/** The editors of numbers and dates, over items that are filtered already. */
export const FILTERS_SCENE: Scene = async ({ page, shoot, shootBoth }) => {
  await page.getByRole("button", { name: /^Edit filter Remaining length/ }).click();
  await page.getByRole("slider").first().press("PageUp");
  await page.getByText(/rows, .* to /).waitFor();
  await shootBoth("filter-histogram");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Created", exact: true }).click();
  await page.getByLabel("Created: how many").waitFor();
  await shoot("filter-dates");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "All, any or none of several…" }).click();
  const builder = page.getByRole("group", { name: "Group of filters" });
  const addCondition = async (field: string): Promise<void> => {
    await builder.getByRole("button", { name: "Condition", exact: true }).first().click();
    await builder.getByRole("menuitem", { name: field, exact: true }).click();
  };
  await addCondition("Status");
  await builder.getByRole("checkbox", { name: /^Available/ }).check();
  await builder.getByRole("form").getByRole("button", { name: "Done" }).click();
  await builder.getByRole("button", { name: "Group", exact: true }).click();
  await addCondition("Weight");
  await page.getByLabel("Weight: at least").fill("15");
  await builder.getByRole("form").getByRole("button", { name: "Done" }).click();
  await addCondition("Location");
  await builder.getByRole("checkbox").nth(2).check();
  await shootBoth("filter-builder");
  await page.keyboard.press("Escape");
  await shoot("filter-group");
  await page
    .getByRole("button", { name: /^Remove filter/ })
    .last()
    .click();
};

/** Details with their neighbours and relations, and the page of a location. */
export const DETAILS_SCENE: Scene = async ({ page, shoot, shootBoth }) => {
  await page.locator('[data-cell="3:0"]').click();
  await page.getByText(/^Same location /).waitFor();
  await page.getByText(/^Verified at /).waitFor();
  await shoot("details-related");
  await page.getByRole("complementary").locator("dd[data-kind=reference] a").first().click();
  await page.getByRole("region", { name: "Items by status" }).waitFor();
  await page.getByRole("group", { name: /^Remaining length of items/ }).waitFor();
  await shootBoth("location-page");
  await page.getByRole("link", { name: "Items" }).click();
};
