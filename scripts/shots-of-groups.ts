import type { Scene } from "./shot-stage.ts";

/** Rows in groups within groups, one of them open, and a group's menu. */
export const GROUPS_SCENE: Scene = async ({ page, shoot, shootBoth }) => {
  const groupBy = async (...words: readonly string[]): Promise<void> => {
    await page.getByRole("button", { name: "Group", exact: true }).click();
    for (const name of words) await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByRole("menuitem", { name: "Updated", exact: true }).click();
  await page.getByRole("menuitem", { name: "By quarter" }).waitFor();
  await shoot("group-menu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await groupBy("Location");
  await page.locator('[data-group="locationId"] [data-field="weight"]').first().getByText(/\d/).waitFor();
  await shoot("groups");
  await groupBy("Updated", "By quarter");
  await page.locator('[data-index="1"][data-group]').click();
  await page.locator('[data-index="3"][data-group]').click();
  await page.locator('[data-index="6"]').waitFor();
  await shootBoth("groups-nested");
  await page.locator('[data-index="2"] [role="gridcell"]').nth(1).click({ button: "right" });
  await shoot("group-context-menu");
  await page.keyboard.press("Escape");
  for (const label of ["Location", "Updated by quarter"])
    await page.getByRole("button", { name: `Do not group by ${label}` }).click();
};
