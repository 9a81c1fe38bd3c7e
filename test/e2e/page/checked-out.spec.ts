import type { Locator, Page } from "@playwright/test";
import { expect, connectedTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { refresh } from "./steps.ts";

// The service does not change, so the opened rows agree with the counts.
test.use({ items: 400 });
test.beforeEach(async ({ page }) => {
  await page.getByRole("link", { name: "Checked out" }).click();
  await expect(groups(page).first()).toBeVisible();
});

const table = (page: Page): Locator => page.getByRole("table", { name: /^Checked-out items by/ });
const groups = (page: Page): Locator =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

test("the checked-out screen is accessible in every colour and contrast mode", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1_280, height: 420 });
  await groups(page).first().getByRole("button", { expanded: false }).click();
  await expect(page.getByRole("button", { name: "Hand-over sheet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Usual times and limits…" }).click();
  await expect(page.getByRole("dialog").getByRole("rowheader").first()).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Note on/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByLabel("Asked on")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leaving…" }).click();
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await expectAccessible(page);
});

test("the history of a holder is accessible in every colour and contrast mode", async ({
  page,
  service: { company },
}) => {
  test.slow();
  const first = groups(page).first().getByRole("button", { expanded: false });
  const holder = (await first.textContent()) ?? "";
  const items = [...company.items.all()];
  const [kept, ...returned] = items.filter(({ checkedOutToUserId }) => checkedOutToUserId === holder);
  const taken = items.filter(({ status }) => status === "available").slice(0, 30);
  expect(kept).toBeDefined();
  for (const { id } of returned)
    company.upsertItem({ id, status: "available", checkedOutToUserId: null, checkedOutAt: null });
  for (const { id } of taken)
    company.upsertItem({
      id,
      status: "checked_out",
      checkedOutToUserId: holder,
      checkedOutAt: new Date().toISOString(),
    });
  await refresh(page);
  await first.click();
  await page.getByRole("button", { name: "History…" }).click();
  const history = page.getByRole("dialog", { name: `History: ${holder}` });
  const rows = history.getByRole("table", { name: `History: ${holder}` }).getByRole("row");
  await expect(rows.filter({ hasText: "Still out" })).toHaveCount(taken.length);
  await expect(rows.filter({ hasText: "Returned" })).toHaveCount(returned.length);
  await expect(rows.filter({ hasText: taken[0]?.name ?? "" })).toContainText("Still out");
  // There are more rows than fit, so the keyboard must reach the scrollable area.
  await expect(rows.last()).not.toBeInViewport();
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await expect(rows.last()).toBeInViewport();
  await expectAccessible(page, "[role=dialog]");
});
