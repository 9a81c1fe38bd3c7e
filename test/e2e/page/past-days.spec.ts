import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { waitForStatus } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { banner, daysAgo, exploreSample, openDay, shownRows } from "./steps.ts";

const AS_OF = /^As of the end of /;

const back = (page: Page) => page.getByRole("button", { name: "Back to now" });

test.use({ ownHost: true });
test.beforeEach(async ({ page, host }) => {
  await exploreSample(page);
  // The table shows its first rows while the first pull runs.
  await waitForStatus(host.url, ({ firstPullComplete }) => firstPullComplete);
});

test(
  "a banner on every screen with rows names the past day, and actions that change the present rows are disabled",
  { tag: "@whole" },
  async ({ page }) => {
    await openDay(page, daysAgo(30));
    await expect(banner(page, AS_OF)).toContainText(/refresh/);
    await expect(back(page)).toBeFocused();
    await test.step("actions that would change the present rows are disabled", async () => {
      await expect(page.getByText(/since you last looked/)).toHaveCount(0);
      await page.locator('[data-cell="0:0"]').click();
      const details = page.getByRole("complementary", { name: /^Details of / });
      await expect(details).toContainText("As it was on that day.");
      await expect(details.getByRole("button", { name: "Verify now" })).toHaveCount(0);
      await page.keyboard.press("Escape");
      await expectAccessible(page);
    });
    await test.step("every table and the overview show the opened past day, and all other screens show the present rows", async () => {
      await page.getByRole("link", { name: "Material types" }).click();
      await expect(banner(page, AS_OF)).toBeVisible();
      await page.getByRole("link", { name: "Overview" }).click();
      await expect(banner(page, AS_OF)).toBeVisible();
      await expect(page.getByRole("region", { name: "Key figures" })).not.toContainText("since yesterday");
      await expect(page.getByText("Not kept for single days.").first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Activity" }).click();
      await expect(banner(page, AS_OF)).toHaveCount(0);
      await page.getByRole("link", { name: /^Items/ }).click();
      await expect(banner(page, AS_OF)).toBeVisible();
    });
  },
);

test(
  "the comparison of a past day with now lists entered, left and changed rows",
  { tag: "@whole" },
  async ({ page }) => {
    await openDay(page, daysAgo(20));
    await page.getByRole("button", { name: "Compare with now…" }).click();
    const dialog = page.getByRole("dialog", { name: "Compared with now" });
    const changed = dialog.getByRole("region", { name: /^Changed since · / });
    await expect(changed.getByRole("row").nth(1)).toContainText("→");
    await expectAccessible(page);
  },
);

test("days before the first observation cannot be chosen", { tag: "@whole" }, async ({ page }) => {
  await page.getByRole("button", { name: "As of a day…" }).click();
  const dialog = page.getByRole("dialog", { name: "Rows as of a day" });
  await dialog.getByRole("textbox", { name: "Day" }).fill(daysAgo(400));
  await expect(dialog.getByRole("button", { name: "Show that day" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await openDay(page, daysAgo(30));
  const rows = await shownRows(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const exporting = page.getByRole("dialog", { name: /^Export/ });
  await expect(exporting).toContainText(rows.toLocaleString("en"));
});
