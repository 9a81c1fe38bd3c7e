import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { expect as expectByKeys, pressTo, test as keyTest } from "./by-keys.ts";
import { connected } from "./steps.ts";

/** A rule for low stock, and a threshold that a type is below. @returns the type's name. */
async function lowType(page: Page): Promise<string> {
  const url = await page.evaluate(() => location.href);
  const { connection } = await callHost(url, "bootstrap");
  const profileId = connection?.profileId ?? "";
  const rule = { name: "Low stock", paused: false, afterRefreshes: 1, notify: true } as const;
  await callHost(url, "saveAlertRule", {
    profileId,
    rule: { ...rule, watch: { kind: "low", typeId: null } },
  });
  const window = { query: { version: 1 }, offset: 0, limit: 1 } as const;
  const { rows } = await callHost(url, "queryWindow", { resource: "types", ...window });
  const thresholds = { [String(rows[0]?.["id"])]: { measure: "items", below: 99_999 } } as const;
  await callHost(url, "saveThresholds", { profileId, thresholds });
  return String(rows[0]?.["name"]);
}

test("by mouse: a low-stock alert is read and snoozed; inbox, rules and dialog are accessible", async ({
  page,
}) => {
  const name = await lowType(page);
  await page.getByRole("link", { name: /^Alerts.*1 unread alert$/ }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("below 99,999");
  await expectAccessible(page);
  await page.getByRole("button", { name: `Snooze: ${name}` }).click();
  await page.getByRole("menuitem", { name: "Until tomorrow, 8:00" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Snoozed until");
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("complementary", { name: `Details of material type ${name}` })).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByTestId("unread-alerts")).toHaveCount(0);

  await page.getByText("Rules", { exact: true }).click();
  await expect(page.getByRole("rowheader", { name: /^Low stock/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Edit “Low stock”" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
});

keyTest("by the keyboard alone: a low-stock alert is read and snoozed", async ({ page, host, service }) => {
  await connected(page, host, service);
  const name = await lowType(page);
  await page.keyboard.press("ControlOrMeta+7");
  await expectByKeys(page.getByRole("heading", { name: "Alerts", level: 1 })).toBeVisible();
  const snooze = page.getByRole("button", { name: `Snooze: ${name}` });
  await expectByKeys(snooze).toBeVisible();
  await pressTo(page, "Tab", snooze);
  await page.keyboard.press("Enter");
  await pressTo(page, "ArrowDown", page.getByRole("menuitem", { name: "For an hour" }));
  await page.keyboard.press("Enter");
  const unsnooze = page.getByRole("button", { name: `End the snooze: ${name}` });
  await expectByKeys(unsnooze).toBeVisible();
  const subject = page.getByRole("button", { name, exact: true });
  await page.keyboard.press("ControlOrMeta+7");
  await pressTo(page, "Tab", subject);
  await page.keyboard.press("Enter");
  await expectByKeys(
    page.getByRole("complementary", { name: `Details of material type ${name}` }),
  ).toBeVisible();
  await expectByKeys(page.getByTestId("unread-alerts")).toHaveCount(0);
});
