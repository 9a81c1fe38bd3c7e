import { expect, expectFocus, pressTo, test } from "./by-keys.ts";
import { lowStockAlert } from "./alert-steps.ts";

test.use({ items: 400 });
test.beforeEach(async ({ page }) => {
  await expect(page.locator('[data-cell="0:0"]')).not.toHaveText("");
});

test("the user reads and snoozes a low-stock alert by keyboard", async ({ page, host, service }) => {
  const name = await lowStockAlert(host, service);
  await page.keyboard.press("Control+7");
  await expectFocus(page.getByRole("heading", { name: "Alerts" }));
  const list = page.getByRole("list", { name: "Alerts" });
  await pressTo(page, "Tab", list.getByRole("button", { name: new RegExp(`^Unread: ${name}`) }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Alerts", exact: true })).toBeVisible();
  await pressTo(page, "Tab", list.getByRole("button", { name: "Snooze" }));
  await page.keyboard.press("Enter");
  await pressTo(page, "ArrowDown", page.getByRole("menuitem", { name: "Until tomorrow, 8:00" }));
  await page.keyboard.press("Enter");
  await expect(list).toContainText(/Snoozed until/);
  await expectFocus(list.getByRole("button", { name: "Snooze", exact: true }));
});
