import type { Page } from "@playwright/test";
import { expect, connectedTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";

import { lowStockAlert, openRuleOfView } from "./alert-steps.ts";

test.use({ items: 400 });

const openAlerts = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await expect(page.getByRole("heading", { name: "Alerts", level: 1 })).toBeVisible();
};

test("all alert screens are accessible in every colour and contrast mode", async ({
  page,
  host,
  service,
}) => {
  test.slow();
  await lowStockAlert(host, service);
  await openAlerts(page);
  await expectAccessible(page);
  await page.locator("[data-alert]").first().click();
  await page.getByRole("checkbox").first().check();
  await expectAccessible(page);
  await page.getByText("Rules", { exact: true }).click();
  await expect(page.getByRole("list", { name: "Rules" })).toBeVisible();
  await expectAccessible(page);
  const dialog = await openRuleOfView(page);
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(dialog.getByText("Enter a number.")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("switch", { name: /^Quiet hours/ }).check();
  await expect(page.getByLabel("From", { exact: true })).toBeVisible();
  await expectAccessible(page);
});
