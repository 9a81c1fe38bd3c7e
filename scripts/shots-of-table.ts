import { viewLink } from "../shared/features/views/view-share.ts";
import { expect } from "../test/e2e/fixtures.ts";
import {
  addCondition,
  addFilter,
  buildNestedGroup,
  banner,
  chooseView,
  daysAgo,
  groupBy,
  headerOf,
  openColumnMenu,
  openDay,
  openDetails,
  openViews,
  refresh,
  rowsHere,
  saveViewAs,
  setRowHeight,
} from "../test/e2e/page/steps.ts";
import { FOREIGN_VIEW } from "../test/helpers/foreign-view.ts";
import { filterItems, NARROW, scene, settled, WINDOW } from "./shot-stage.ts";

const LONG_NAME = "A view whose name is as long as anybody would want it to be, and longer";

scene("filters and their editors", { tag: "@guide" }, async ({ page, ofGuide, shoot, shootBoth }) => {
  await filterItems(page);
  await settled(page);
  await page.locator('[data-cell="4:0"]').hover();
  await shoot("items-filtered");
  await page.getByRole("button", { name: /^Edit filter Location/ }).click();
  await page.getByRole("form", { name: "Filter by Location" }).getByRole("checkbox").nth(5).waitFor();
  await shoot("filter-editor");
  await page.keyboard.press("Escape");
  if (ofGuide) return;
  await page.getByRole("button", { name: /^Filter Location/ }).click();
  await shoot("items-filter-off");
  await page.getByRole("button", { name: /^Edit filter Remaining length/ }).click();
  await page.getByRole("slider").first().press("PageUp");
  await shootBoth("filter-histogram", page.getByText(/rows, .* to /));
  await page.keyboard.press("Escape");
  await addFilter(page, "Created");
  await shoot("filter-dates", page.getByLabel("Created: how many"));
  await page.keyboard.press("Escape");
  const { builder } = await buildNestedGroup(page);
  const location = await addCondition(builder, "Location");
  await location.getByRole("checkbox").nth(2).check();
  await shootBoth("filter-builder");
  await page.keyboard.press("Escape");
  await shoot("filter-group");
});

scene("views", { tag: "@guide" }, async ({ page, ofGuide, shoot, shootBoth, shootNarrow }) => {
  await filterItems(page);
  await saveViewAs(page, "Long rolls of two halls");
  await saveViewAs(page, ofGuide ? "For the night shift" : LONG_NAME);
  if (!ofGuide) await page.getByRole("button", { name: /^Filter Location/ }).click();
  const list = await openViews(page);
  await list.getByRole("button", { name: "Actions for Long rolls of two halls" }).click();
  await shootBoth("views");
  if (ofGuide) return;
  await list.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("all");
  await shoot("view-rename");
  await page.keyboard.press("Escape");
  await (await openViews(page)).getByRole("button", { name: "Import…" }).click();
  await page.getByLabel("Or paste a link").fill(viewLink(FOREIGN_VIEW) ?? "");
  await shoot("view-import", page.getByText("loc_of_others (unknown)"));
  await page.getByLabel("Or paste a link").fill("stockdeck://view?d=%7B");
  await shoot("view-refused", page.getByRole("alert"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await shoot("palette", page.getByRole("option").first());
  await page.getByRole("combobox", { name: /^Go to/ }).fill("film");
  await shoot("palette-found", page.getByRole("option").filter({ hasText: "Item " }).first());
  await shootNarrow("palette");
  await page.keyboard.press("Escape");
  await page.getByRole("grid").focus();
  await page.keyboard.press("?");
  await shoot("shortcuts");
  await page.keyboard.press("Escape");
  await chooseView(page, "Low remaining");
  await shoot("view-low-remaining", page.getByText("were not saved"));
});

scene("rows in groups", { tag: "@guide" }, async ({ page, ofGuide, shoot, shootBoth }) => {
  await groupBy(page, "Location");
  await page.locator('[data-group="locationId"] [data-field="weight"]').first().getByText(/\d/).waitFor();
  await settled(page);
  await shoot("groups");
  if (ofGuide) return;
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByRole("menuitem", { name: "Updated", exact: true }).click();
  await shoot("group-menu", page.getByRole("menuitem", { name: "By quarter" }));
  await page.getByRole("menuitem", { name: "By quarter" }).click();
  await page.locator('[data-index="1"][data-group]').click();
  await page.locator('[data-index="3"][data-group]').click();
  await shootBoth("groups-nested", page.locator('[data-index="6"]'));
  await page.locator('[data-index="2"] [role="gridcell"]').nth(1).click({ button: "right" });
  await shoot("group-context-menu");
});

scene("columns, row heights, pending rows and totals", async ({ page, service, shoot }) => {
  const { company } = service;
  await page.getByRole("button", { name: "Columns" }).click();
  await shoot("column-menu", page.getByRole("button", { name: "Reset columns" }));
  await page.keyboard.press("Escape");
  await openColumnMenu(page, "Location");
  await shoot("header-menu", page.getByRole("menuitem", { name: "Hide" }));
  await page.keyboard.press("Escape");
  await page.locator('[data-cell="3:2"]').click({ button: "right" });
  await shoot("cell-menu", page.getByRole("menuitem", { name: "Open at full width" }));
  await page.keyboard.press("Escape");
  // Weights change in place. A row that would move waits while the pointer is over the rows.
  await headerOf(page, "Remaining length").click();
  await rowsHere(page);
  const [first] = await page.locator('[data-cell="0:0"]').allTextContents();
  await page.locator('[data-cell="5:0"]').hover();
  for (const { id } of [...company.items.all()].slice(0, 400)) company.upsertItem({ id, weight: 4.25 });
  const moved = [...company.items.all()].find(({ name }) => name === first);
  company.upsertItem({ id: moved?.id ?? "", remainingLength: 900 });
  await refresh(page);
  await shoot("held-rows", page.getByRole("button", { name: /apply \(R\)$/ }));
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Totals" }).click();
  await page.locator('[data-cell="2:0"]').focus();
  await page.keyboard.press("Control+a");
  await shoot("totals", page.getByRole("region", { name: "Totals" }).getByText("Sum"));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Totals" }).click();
  await (await openColumnMenu(page, "Status")).getByRole("menuitem", { name: "Pin to the left" }).click();
  await (await openColumnMenu(page, "Updated")).getByRole("menuitem", { name: "Pin to the right" }).click();
  await shoot("pinned-columns");
  for (const height of ["Compact", "Comfortable"] as const) {
    await setRowHeight(page, height);
    await shoot(`rows-${height.toLowerCase()}`);
  }
});

scene("details and pages", { tag: "@guide" }, async ({ page, ofGuide, shoot, shootBoth }) => {
  // In the sample company, these records have a history.
  if (ofGuide) await chooseView(page, "Checked out (longest first)");
  await openDetails(page, 3);
  await shoot("details", page.getByText(/^Same location /));
  if (ofGuide) return;
  await page.getByRole("button", { name: "Full width" }).click();
  await shootBoth("details-full-width");
  await page.getByRole("button", { name: "Side by side" }).click();
  await page.getByRole("button", { name: "Raw JSON" }).click();
  await page.getByLabel("Raw JSON").scrollIntoViewIfNeeded();
  await shoot("details-raw");
  await page.getByRole("button", { name: "Close details" }).click();
  await page.setViewportSize(NARROW);
  await shoot("narrow");
  await openDetails(page, 5);
  await shoot("narrow-details");
  await page.setViewportSize(WINDOW);
  await page.getByRole("complementary").locator("dd[data-kind=reference] a").first().click();
  await banner(page, "Items by status").waitFor();
  await shootBoth("location-page", page.getByRole("group", { name: /^Remaining length of items/ }));
  await page.getByRole("link", { name: "Material types" }).click();
  await rowsHere(page);
  await shoot("types");
  await page.getByRole("link", { name: "Locations" }).click();
  await rowsHere(page);
  await shoot("locations");
  await page.getByRole("link", { name: "Items" }).click();
  await page.getByRole("searchbox").fill("no such thing at all");
  await shoot("no-matching-rows", page.getByRole("heading", { name: /^No items match/ }));
});

scene("notes on items", { tag: "@guide" }, async ({ page, ofGuide, shoot }) => {
  const write = async (row: number, text: string): Promise<void> => {
    await page.locator(`[data-cell="${row}:0"]`).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Note…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Note" }).fill(text);
    if (!ofGuide && row === 1) await shoot("note");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await write(1, "Box is damaged");
  await write(4, "For the order of the theatre");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Note", exact: true }).check();
  for (const label of ["Material type", "Remaining length", "Weight", "Holder", "Checked out", "Updated"])
    await page.getByRole("checkbox", { name: label, exact: true }).uncheck();
  await page.keyboard.press("Escape");
  await openDetails(page, 1);
  await page.getByRole("complementary").getByText("Box is damaged").waitFor();
  await shoot("notes", page.getByRole("gridcell", { name: "For the order of the theatre" }));
});

scene("the table in high contrast", async ({ page, shoot }) => {
  await filterItems(page);
  await page.emulateMedia({ contrast: "more", forcedColors: "active" });
  await shoot("contrast-items");
  await headerOf(page, "Status").click({ button: "right" });
  await shoot("contrast-header-menu");
  await page.keyboard.press("Escape");
  await openDetails(page, 3);
  await shoot("contrast-details");
  await page.getByRole("complementary").locator("dd[data-kind=reference] a").last().click();
  await shoot("contrast-page", banner(page, "Items by status"));
  await page.emulateMedia({ contrast: null, forcedColors: null });
  await shoot("type-page");
});

scene("selected rows that are verified", async ({ page, service, shoot, shootBoth }) => {
  await page.locator('[data-cell="2:-1"]').click();
  await page.locator('[data-cell="9:0"]').click({ modifiers: ["Shift"] });
  await expect(page.getByTestId("selected-count")).toHaveText("8 rows selected");
  service.setFaults({ latencyMs: 300 });
  await page.getByRole("button", { name: "Verify now (8)" }).click();
  await shoot("verifying", page.getByText("5 of 8 answered"));
  service.setFaults({ latencyMs: 0 });
  await expect(page.getByTestId("verification")).toHaveText(/^Verified: /);
  await shootBoth("verified");
});

scene("extreme values", async ({ page, service: { company }, shoot }) => {
  const long =
    "Extremely long name that somebody pasted from a purchase order, with the supplier, the batch and the date";
  const blank = { status: null, locationId: null, materialTypeId: null, remainingLength: null, weight: null };
  const unknown = { status: "on_loan", locationId: "loc_unknown" };
  for (const [at, item] of [
    { name: `${long} 1`, weight: 123_456_789_012, remainingLength: 0.0625 },
    { ...blank, name: `${long} 2` },
    { ...unknown, name: "X", weight: -0.5, remainingLength: 999_999_999_999.25 },
    { name: "Плёнка ПЭТ Łódź ± 0.5 ‰ Ωμέγα", weight: 1e-9, remainingLength: 7 },
  ].entries())
    company.upsertItem({ id: `itm_x${at}`, checkedOutAt: "1999-12-31T23:59:59Z", ...item });
  await refresh(page);
  await expect(page.getByTestId("result-count")).toHaveText("5,004 items");
  await headerOf(page, "Updated").click();
  await headerOf(page, "Updated").click();
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo({ left: 0 }));
  await shoot("extreme-values", page.getByText("Плёнка"));
});

scene("unseen changes", async ({ page, service: { company }, shoot, shootBoth }) => {
  const [from, to] = [...company.locations.all()];
  for (const { id, locationId } of [...company.items.all()].slice(0, 12))
    company.upsertItem({ id, locationId: (locationId === to?.id ? from : to)?.id ?? null });
  const id = [...company.items.all()].at(-1)?.id ?? "";
  company.upsertItem({ id, weight: 2.5, status: "checked_out", checkedOutToUserId: "u-1" });
  await page.getByRole("link", { name: "Activity" }).click();
  await refresh(page);
  const change = page.getByText("Checked out to u-1").first();
  await shoot("activity", change);
  await change.hover();
  company.upsertItem({ id, weight: 2.25 });
  await refresh(page);
  await shoot("activity-waiting", page.getByRole("button", { name: "1 new change – show (R)" }));
  await page.mouse.move(0, 0);
  await page.getByRole("link", { name: /^Items/ }).click();
  await page.getByRole("button", { name: /^Since you last looked/ }).click();
  await shootBoth("news", banner(page, "Changed"));
  await page.getByRole("dialog").getByRole("button", { name: "Seen", exact: true }).click();
  await page.getByRole("link", { name: "Activity" }).click();
  await change.click();
  await banner(page, "History").getByRole("listitem").last().scrollIntoViewIfNeeded();
  await shoot("details-history");
});

scene("the rows as of a past day", { tag: "@guide-only" }, async ({ page, shoot }) => {
  await openDay(page, daysAgo(30));
  await settled(page);
  await shoot("past-day");
});
