import type { Scene } from "./shot-stage.ts";

/** The Checked out screen: groups and their items, usual times, a history, a note, the sheets. */
export const CHECKED_OUT_SCENE: Scene = async ({ page, shoot, shootNarrow }) => {
  await page.getByRole("link", { name: "Checked out" }).click();
  const table = page.getByRole("table", { name: "Checked-out items by holder" });
  await table.getByRole("rowheader").nth(5).waitFor();
  await shoot("checked-out");
  await table.getByRole("button", { name: "Anna Meyer", exact: true }).click();
  await page.getByRole("table", { name: "Items of Anna Meyer" }).waitFor();
  await shoot("checked-out-holder");
  await shootNarrow("checked-out");
  await page.getByRole("button", { name: "History…" }).click();
  await page
    .getByRole("dialog")
    .getByText(/^(Observed since|Nothing was observed)/)
    .waitFor();
  await shoot("checked-out-history");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Note on/ })
    .first()
    .click();
  await page.getByLabel("Note", { exact: true }).fill("back on Friday");
  await shoot("checked-out-note");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Usual times and limits…" }).click();
  await page.getByRole("dialog").getByRole("rowheader").nth(5).waitFor();
  await shoot("checked-out-limits");
  // No return was observed here, so only a limit marks items as out too long, and the alerts need these
  // items.
  await page.getByLabel("Limit for all types, in days").fill("30");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Hand-over sheet" }).click();
  await page.getByRole("table", { name: "Items of the sheet" }).waitFor();
  await shoot("hand-over");
  await page.getByRole("button", { name: "Back", exact: true }).last().click();
  await table.getByRole("button", { name: "Anna Meyer", exact: true }).click();
  await page.getByRole("button", { name: "Leaving…" }).click();
  await page.getByRole("checkbox").first().waitFor();
  await shoot("leaving");
  await page.getByRole("link", { name: "Items" }).click();
};
