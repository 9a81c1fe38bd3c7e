import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { filterBy, openViews, saveViewAs } from "./steps.ts";

const ownViews = (page: Page) => page.getByRole("list", { name: "Your views" }).locator("[data-view]");

test("the user moves a view by dragging it above or below another view", async ({ page }) => {
  for (const name of ["First", "Second", "Third"]) await saveViewAs(page, name);
  await openViews(page);
  await expect(ownViews(page)).toHaveText(["First", "Second", "Third"]);
  const upper = { targetPosition: { x: 20, y: 4 } };
  await ownViews(page).nth(2).dragTo(ownViews(page).nth(0), upper);
  await expect(ownViews(page)).toHaveText(["Third", "First", "Second"]);
  const lower = { targetPosition: { x: 20, y: 24 } };
  await ownViews(page).nth(0).dragTo(ownViews(page).nth(2), lower);
  await expect(ownViews(page)).toHaveText(["First", "Second", "Third"]);
});

test("the list of views is accessible", async ({ page }) => {
  test.slow();
  await filterBy(page, "Status", "Archived");
  await saveViewAs(page, "A view");
  await page.getByRole("button", { name: /^Filter Status/ }).click();
  const list = await openViews(page);
  await list.getByRole("button", { name: "Actions for A view" }).click();
  await expectAccessible(page, ".mantine-Popover-dropdown");
  await list.getByRole("button", { name: "Rename" }).click();
  await expectAccessible(page, "[role=dialog]");
});
