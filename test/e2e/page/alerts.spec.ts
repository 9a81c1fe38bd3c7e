import type { Page } from "@playwright/test";
import { expect, connectedTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";

import { lowStockAlert, openRuleOfView } from "./alert-steps.ts";

test.use({ items: 400 });

const openAlerts = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await expect(page.getByRole("heading", { name: "Alerts", level: 1 })).toBeVisible();
};

test(
  "the user reads and snoozes a low-stock alert by mouse",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    const name = await lowStockAlert(host, service);
    await expect(page.getByRole("link", { name: /^Alerts.*1 unread alert$/ })).toBeVisible();
    await openAlerts(page);
    const list = page.getByRole("list", { name: "Alerts" });
    const alert = list.getByRole("button", { name: new RegExp(`^Unread: ${name}`) });
    await alert.click();
    await expect(list.getByRole("definition").first()).toContainText("0 items available; low below 1 item");
    await expect(page.getByRole("link", { name: "Alerts", exact: true })).toBeVisible();
    await list.getByRole("button", { name: "Snooze", exact: true }).click();
    await page.getByRole("menuitem", { name: "Until tomorrow, 8:00" }).click();
    await expect(list).toContainText(/Snoozed until/);
    await list.getByRole("button", { name: "Unsnooze" }).click();
    await list.getByRole("button", { name: "Snooze", exact: true }).click();
    await page.getByRole("menuitem", { name: "Until a date…" }).click();
    await page.getByLabel("Until 8:00 on").fill("2099-06-01");
    await page.getByRole("dialog").getByRole("button", { name: "Snooze", exact: true }).click();
    await expect(list).toContainText(/Snoozed until Jun 1, 2099/);
    await list.getByRole("button", { name: "Open the record" }).click();
    await expect(page.getByRole("complementary", { name: new RegExp(name) })).toBeVisible();
  },
);

test(
  "stale data suspend the alert rules, and the screen explains this",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await lowStockAlert(host, service);
    await openAlerts(page);
    await service.close();
    await page.keyboard.press("F5");
    await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
    await expect(page.getByText(/Suspended: the data is 3 h old/)).toBeVisible({ timeout: 20_000 });
  },
);

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
