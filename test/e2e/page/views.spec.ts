import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { chooseView, filterBy, headerOf, openViews, saveViewAs, viewSwitcher } from "./steps.ts";

const ownViews = (page: Page) => page.getByRole("list", { name: "Your views" }).locator("[data-view]");

test("the user renames, duplicates, moves, deletes and restores views", async ({ page }) => {
  await filterBy(page, "Status", "Archived");
  await saveViewAs(page, "First");
  await saveViewAs(page, "Second");
  const list = await openViews(page);
  await list.getByRole("button", { name: "Actions for First" }).click();
  await list.getByRole("button", { name: "Duplicate" }).click();
  await expect(ownViews(page)).toHaveText(["First", "Second", "First copy"]);

  await ownViews(page).nth(2).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(ownViews(page)).toHaveText(["First", "First copy", "Second"]);
  await expect(ownViews(page).nth(1)).toBeFocused();
  const upper = { targetPosition: { x: 20, y: 4 } };
  await ownViews(page).nth(2).dragTo(ownViews(page).nth(0), upper);
  await expect(ownViews(page)).toHaveText(["Second", "First", "First copy"]);
  const lower = { targetPosition: { x: 20, y: 24 } };
  await ownViews(page).nth(0).dragTo(ownViews(page).nth(2), lower);
  await expect(ownViews(page)).toHaveText(["First", "First copy", "Second"]);
  await ownViews(page).nth(2).dragTo(ownViews(page).nth(0), upper);
  await expect(ownViews(page)).toHaveText(["Second", "First", "First copy"]);

  await list.getByRole("button", { name: "Actions for First", exact: true }).click();
  await list.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("second");
  await expect(page.getByText("Another view has this name.")).toBeVisible();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Renamed");
  await page.keyboard.press("Enter");
  await openViews(page);
  await expect(ownViews(page)).toHaveText(["Second", "Renamed", "First copy"]);

  await list.getByRole("button", { name: "Actions for Second" }).click();
  await list.getByRole("button", { name: "Delete" }).click();
  await expect(ownViews(page)).toHaveText(["Renamed", "First copy"]);
  await page.keyboard.press("Escape");
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: All");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Second");
  await openViews(page);
  await expect(ownViews(page)).toHaveText(["Second", "Renamed", "First copy"]);
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

test("a built-in view shows its main column even if the user hid it", { tag: "@whole" }, async ({ page }) => {
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Weight", exact: true }).uncheck();
  await page.keyboard.press("Escape");
  await expect(headerOf(page, "Weight")).toBeHidden();
  await chooseView(page, "Available");
  await expect(headerOf(page, "Weight")).toBeHidden();
  await chooseView(page, "Never weighed");
  await expect(headerOf(page, "Weight")).toBeInViewport();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Never weighed");
  await chooseView(page, "No longer returned");
  await expect(headerOf(page, "No longer returned since")).toBeInViewport();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: No longer returned");
});
