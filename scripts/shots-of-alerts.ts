import type { Scene } from "./shot-stage.ts";

/** Alerts: a low-stock alert in the inbox, snoozed; the rules, the dialog of one, and the settings. */
export const ALERTS_SCENE: Scene = async ({ page, shoot, shootNarrow }) => {
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await page.getByText("Nothing to attend to").waitFor();
  await shoot("alerts-empty");
  await page.getByText("Rules", { exact: true }).click();
  await page.getByRole("button", { name: "New rule…" }).click();
  await page.getByLabel("Name").fill("Something is low");
  await shoot("alert-rule");
  await page.getByRole("combobox", { name: "Watch" }).click();
  await page.getByRole("option", { name: "The count or sum of a view" }).click();
  await shoot("alert-rule-amount");
  await page.getByRole("combobox", { name: "Watch" }).click();
  await page.getByRole("option", { name: "Material types that are low" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("rowheader", { name: /^Something is low/ }).waitFor();
  await page.getByRole("link", { name: "Material types" }).click();
  const names = page.locator('[role="gridcell"][data-field="name"]');
  for (const row of [0, 1]) {
    await names.nth(row).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Low-stock threshold…" }).click();
    await page.getByLabel("Low below").fill("999");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  }
  await page.getByRole("link", { name: /^Alerts.*2 unread alerts$/ }).click();
  await page
    .getByRole("button", { name: /^Snooze: / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "For a week" }).click();
  await page.getByText(/^Snoozed until/).waitFor();
  await shoot("alerts");
  await shootNarrow("alerts-narrow");
  await page.getByText("Rules", { exact: true }).click();
  await shoot("alerts-rules");
  await page.getByRole("link", { name: "Settings" }).click();
  const section = page.getByRole("region", { name: "Alerts" });
  await section.getByLabel("Quiet hours: no notifications").check();
  await section.getByLabel("From").waitFor();
  await section.scrollIntoViewIfNeeded();
  await shoot("settings-alerts");
  await section.getByLabel("Quiet hours: no notifications").uncheck();
  await page.getByRole("link", { name: "Items" }).click();
};
