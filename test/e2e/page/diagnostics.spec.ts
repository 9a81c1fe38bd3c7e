import type { Locator, Page } from "@playwright/test";
import { expect, connectedTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";

test.use({ items: 120 });
test.beforeEach(async ({ page }) => {
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await expect(panel(page, "Versions")).toBeVisible();
});

const panel = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

test("the user copies a request id by keyboard", async ({ page, service, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const requestId = service.requests.entries.at(-1)?.requestId ?? "";
  await page.getByRole("region", { name: "Last calls, table" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: `Copy request id ${requestId}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Request id copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(requestId);
});

test(
  "the diagnostics screen shows the licence text of every shipped package",
  { tag: "@whole" },
  async ({ page }) => {
    await page.getByRole("button", { name: "Licences…" }).click();
    const dialog = page.getByRole("dialog", { name: "Licences of others" });
    for (const name of ["@mantine/core", "@photostructure/sqlite", "electron", "react", "zod"]) {
      const entry = dialog.getByRole("group").filter({ hasText: new RegExp(`^${name} [\\d.]+ MIT`) });
      await entry.locator("summary").click();
      await expect(entry.getByText("Permission is hereby granted")).toBeVisible();
    }
    await expect(dialog.getByText(/vitest|playwright/)).toHaveCount(0);
    await expectAccessible(page);
  },
);

test("the diagnostics screen is accessible and has no horizontal scrollbar at 900 px", async ({ page }) => {
  test.slow();
  await expectAccessible(page);
  await page.setViewportSize({ width: 900, height: 640 });
  const overflow = await page
    .locator("main > div")
    .evaluate((screen) => screen.scrollWidth - screen.clientWidth);
  expect(overflow).toBe(0);
});
