import type { Page } from "@playwright/test";
import { callHost } from "../host-client.ts";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import {
  addFilter,
  cellsOf,
  chooseView,
  headerOf,
  openViews,
  rowsHere,
  saveViewAs,
  shownRows,
  viewSwitcher,
} from "./steps.ts";

/** Adds a filter by one status. */
async function filterByStatus(page: Page, word: string): Promise<void> {
  const editor = await addFilter(page, "Status");
  await editor.getByRole("checkbox", { name: new RegExp(`^${word}`) }).check();
  await editor.getByRole("button", { name: "Done" }).click();
}

const ownViews = (page: Page) => page.getByRole("list", { name: "Your views" }).locator("[data-view]");

test("a view is named, changed, discarded, saved, and remembered with all that it is", async ({ page }) => {
  await filterByStatus(page, "Archived");
  await headerOf(page, "Weight").click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Holder" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: All, changed");
  await saveViewAs(page, "Old rolls");

  await page.getByRole("button", { name: /^Filter Status/ }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Old rolls, changed");
  await (await openViews(page)).getByRole("button", { name: "Discard changes" }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Old rolls");
  await expect(page.getByRole("button", { name: /^Filter Status/ })).toHaveAttribute("aria-pressed", "true");

  await chooseView(page, "All");
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
  await expect.poll(() => shownRows(page)).toBeGreaterThanOrEqual(5_000);
  await chooseView(page, "Old rolls");
  await expect(page.getByRole("group", { name: "Status is Archived" })).toBeVisible();
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "ascending");
  await expect(headerOf(page, "Holder")).toBeHidden();

  await headerOf(page, "Weight").click();
  await (await openViews(page)).getByRole("button", { name: "Save", exact: true }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Old rolls");
  await page.reload();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Old rolls");
  await expect(page.getByRole("group", { name: "Status is Archived" })).toBeVisible();
  await expect(headerOf(page, "Weight")).toHaveAttribute("aria-sort", "descending");
});

test("changes that a choice of another view leaves behind can be had back", async ({ page }) => {
  await filterByStatus(page, "Archived");
  await chooseView(page, "Available");
  await expect(page.getByText("The changes to “All” were not saved.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: All, changed");
  await expect(page.getByRole("group", { name: "Status is Archived" })).toBeVisible();
});

test("renamed, duplicated, ordered by keyboard and by dragging, deleted and back again", async ({ page }) => {
  await filterByStatus(page, "Archived");
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

test("the built-in views need no pointer, and cannot be saved over", async ({ page }) => {
  await viewSwitcher(page).focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: /^View: / });
  await expect(list.locator("[data-view=all]")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(viewSwitcher(page)).toBeFocused();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Checked out (longest first)");
  await expect(headerOf(page, "Checked out")).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: /^Filter Status/ }).click();
  await openViews(page);
  await expect(list.getByRole("button", { name: "Save", exact: true })).toBeHidden();
  await expect(list.getByRole("button", { name: "Save as…" })).toBeVisible();
});

test("low remaining compares two lengths of a row, and says so", async ({ page }) => {
  // Wide enough that both columns are in the page.
  await page.setViewportSize({ width: 1_920, height: 900 });
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Starting length" }).check();
  await page.keyboard.press("Escape");
  await chooseView(page, "Low remaining");
  await expect(
    page.getByRole("group", { name: "Remaining length is under 10 % of Starting length" }),
  ).toBeVisible();
  await rowsHere(page);
  await expect.poll(() => shownRows(page)).toBeLessThan(5_000);
  expect(await shownRows(page)).toBeGreaterThan(0);
  const lengths = async (field: string) =>
    (await cellsOf(page, field).allTextContents()).map((text) => Number.parseFloat(text.replaceAll(",", "")));
  const [remaining, starting] = [await lengths("remainingLength"), await lengths("startingLength")];
  expect(starting).toHaveLength(remaining.length);
  remaining.forEach((left, at) => expect(left).toBeLessThan((starting[at] ?? 0) / 10));
});

test("a view that another window makes is there at once", async ({
  page,
  hostUrl,
  sharedHost: { profileId },
}) => {
  await openViews(page);
  await callHost(hostUrl, "createView", {
    profileId,
    resource: "items",
    name: "From elsewhere",
    definition: { version: 1, minor: 0, search: "", filters: [], sort: [] },
  });
  await expect(ownViews(page)).toHaveText(["From elsewhere"]);
});

test("what earlier versions remembered of a quick view is a view with the same rows", async ({
  page,
  hostUrl,
  sharedHost: { profileId },
}) => {
  const value = JSON.stringify({
    version: 1,
    search: "",
    quick: "archived",
    chips: [],
    sort: [],
    columns: { order: [], visibility: {}, widths: {} },
  });
  await callHost(hostUrl, "saveUiState", { profileId, name: "view.items", value });
  await page.reload();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Archived");
  await expect(page.getByRole("group", { name: "Status is Archived" })).toBeVisible();
});

test("the list of views holds nothing that is serious for axe", async ({ page }) => {
  test.slow();
  await filterByStatus(page, "Archived");
  await saveViewAs(page, "A view");
  await page.getByRole("button", { name: /^Filter Status/ }).click();
  const list = await openViews(page);
  await list.getByRole("button", { name: "Actions for A view" }).click();
  await expectAccessible(page, ".mantine-Popover-dropdown");
  await list.getByRole("button", { name: "Rename" }).click();
  await expectAccessible(page, "[role=dialog]");
});

test("a built-in view shows the column that it is about, though it was hidden, and is not changed by it", async ({
  page,
}) => {
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
