import { expect } from "../test/e2e/fixtures.ts";
import { openRuleOfView } from "../test/e2e/page/alert-steps.ts";
import { closeCount, openCountDialog, startCount } from "../test/e2e/page/count-steps.ts";
import { cutLengths, cutPlan, cutType, saveCutPlan } from "../test/e2e/page/cut-steps.ts";
import {
  banner,
  cellsOf,
  command,
  connectByForm,
  importFile,
  openSetting,
  refresh,
  refreshTo,
  saveViewAs,
  stateOf,
  useUnits,
} from "../test/e2e/page/steps.ts";
import { ScannerKeys } from "../test/e2e/scanner-keys.ts";
import { firstScreen, scene } from "./shot-stage.ts";

scene("the overview", { tag: "@guide" }, async ({ page, ofGuide, shoot, shootBoth }) => {
  await page.getByRole("link", { name: "Overview" }).click();
  await banner(page, "Time out").locator("[data-mark]").first().waitFor();
  if (ofGuide) await expect(page.getByText(/since yesterday/).first()).toBeVisible();
  await shootBoth("overview");
  if (ofGuide) return;
  const asTable = banner(page, "Stock by location").getByRole("button", { name: "Show as table" });
  await asTable.click();
  await shoot("overview-as-table");
  await asTable.click();
  await banner(page, "Not moved").scrollIntoViewIfNeeded();
  await shoot("overview-below");
  await page.getByRole("button", { name: "Customise…" }).click();
  await shoot("overview-customise", page.getByRole("dialog"));
});

firstScreen.extend({ items: 0 })("the overview without items", async ({ page, host, service, shootBoth }) => {
  await page.goto(`${host.url}#/overview`);
  await connectByForm(page, service);
  await page.getByRole("heading", { name: "No items yet" }).waitFor();
  await expect(stateOf(page)).toHaveText("Connected");
  await shootBoth("overview-empty");
});

firstScreen("the overview in each state", async ({ page, host, service, shoot, shootBoth }) => {
  // The service delays the first page of items until the picture is taken.
  service.setFaults({ latencyMs: 4_000, onlyPath: "/inventory/items" });
  await page.goto(`${host.url}#/overview`);
  await connectByForm(page, service);
  await page.getByText("2 pages so far").first().waitFor();
  await shoot("overview-first-pull-begins", page.getByRole("heading", { name: "No items yet" }));
  service.setFaults({ latencyMs: 900 });
  await shootBoth("overview-first-pull", page.getByText(/[5-9] pages so far/).first());
  service.setFaults({ latencyMs: 0 });
  await expect(stateOf(page)).toHaveText("Connected");
  await banner(page, "Time out").locator("[data-mark]").first().waitFor();
  await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
  await shootBoth("overview-stale", page.getByText("The figures are stale"));
  await service.close();
  await refreshTo(page, "Offline");
  await shootBoth("overview-offline");
});

scene("checked-out items by holder", { tag: "@guide" }, async ({ page, ofGuide, shoot, shootNarrow }) => {
  await page.getByRole("link", { name: "Checked out" }).click();
  const holders = page.getByRole("table", { name: "Checked-out items by holder" }).getByRole("rowheader");
  await shoot("checked-out", holders.nth(5));
  if (ofGuide) return;
  const holder = holders.first().getByRole("button", { expanded: false });
  await holder.click();
  await shoot("checked-out-holder", page.getByRole("table", { name: /^Items of / }));
  await shootNarrow("checked-out");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "History…" }).click();
  await shoot("checked-out-history", dialog.getByText(/^(Observed since|Nothing was observed)/));
  await page.keyboard.press("Escape");
  const note = page.getByRole("button", { name: /^Note on/ });
  await note.first().click();
  await page.getByLabel("Note", { exact: true }).fill("back on Friday");
  await shoot("checked-out-note");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Usual times and limits…" }).click();
  await shoot("checked-out-limits", dialog.getByRole("rowheader").nth(5));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Hand-over sheet" }).click();
  await shoot("hand-over", page.getByRole("table", { name: "Items of the sheet" }));
  await page.getByRole("button", { name: "Back", exact: true }).last().click();
  await holder.click();
  await page.getByRole("button", { name: "Leaving…" }).click();
  await shoot("leaving", page.getByRole("checkbox").first());
});

scene("data problems", { tag: "@guide" }, async ({ page, ofGuide, shoot, shootNarrow }) => {
  await page.getByRole("link", { name: "Data problems" }).click();
  await page.getByRole("button", { name: "No location", exact: true }).click();
  await shoot("data-problems", page.getByRole("button", { name: /^Open all [\d,]+ in Items$/ }));
  if (ofGuide) return;
  await shootNarrow("data-problems-narrow");
  const mute = page.getByRole("button", { name: /^Mute “No location” for/ });
  await mute.first().click();
  await page.getByLabel("Reason").fill("In transit to the new hall");
  await shoot("data-problems-mute");
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await page.getByRole("heading", { name: "Muted for single records" }).scrollIntoViewIfNeeded();
  await shoot("data-problems-muted");
});

scene("an import of low-stock thresholds", async ({ page, shoot }) => {
  await page.getByRole("link", { name: "Material types" }).click();
  await expect(page.getByTestId("result-count")).toHaveText("60 material types");
  const [first = "", second = ""] = await cellsOf(page, "name").allTextContents();
  await command(page, "low-stock thresholds");
  const rows = `"${first}",40,items\n"${second}",1200,length\n"${first}",50,items\nNo such type,5,items\n`;
  const dialog = page.getByRole("dialog", { name: "Import low-stock thresholds" });
  await importFile(dialog, "thresholds.csv", `type,below,measure\n${rows}`);
  await shoot("thresholds-import");
});

scene("counts", async ({ page, service, shoot, shootBoth }) => {
  const place = [...service.company.locations.all()][0]?.name ?? "";
  await page.getByRole("link", { name: "Counts" }).click();
  await shoot("no-counts", page.getByRole("heading", { name: "No counts yet" }));
  await openCountDialog(page, place);
  await startCount(page);
  for (const row of [0, 1, 2]) {
    const box = banner(page, "Expected items").getByRole("checkbox").nth(row);
    await box.click();
    await expect(box).toBeChecked();
  }
  await shootBoth("open-count");
  await closeCount(page);
  await shootBoth("closed-count", page.getByRole("table", { name: "Result" }));
  const dialog = await openCountDialog(page, place);
  await dialog.getByRole("checkbox", { name: "Blind count" }).check();
  await startCount(page);
  await shoot("blind-count");
  await page.getByRole("link", { name: "All counts" }).click();
  await shoot("counts", page.getByRole("table", { name: "Counts of this connection" }));
});

scene("the cut finder", { tag: "@guide" }, async ({ page, service, ofGuide, shoot, shootBoth }) => {
  await command(page, "find rolls for cuts");
  await cutType(page).fill("PA film 15");
  await shoot("cut-finder-empty");
  const option = page.getByRole("option", { name: /^PA film 15/ });
  await option.first().click();
  await cutLengths(page).fill("3 × 12.5 and 1 × 40; 12 × 31.2; 4 × 7");
  await shootBoth("cut-finder", cutPlan(page).getByRole("row").nth(1));
  if (ofGuide) return;
  await cutLengths(page).fill("12,5");
  await shoot("cut-finder-unreadable");
  await cutLengths(page).fill("2 × 5000 and 4 × 80");
  await shoot("cut-finder-out-of-stock", cutPlan(page).getByText(/^No roll is long enough/));
  await cutLengths(page).fill("3 × 12.5 and 1 × 40");
  await expect(cutPlan(page).getByText(/left over$/)).toBeVisible();
  await cutPlan(page).getByRole("button", { name: "Save plan…" }).click();
  await shoot("cut-finder-save");
  await saveCutPlan(page, "Order 4711");
  await shoot("cut-plan", page.getByText("All rolls are as they were when this plan was made."));
  const link = banner(page, "Order 4711").getByRole("link").first();
  const id = new URLSearchParams((await link.getAttribute("href"))?.split("?").at(-1)).get("record") ?? "";
  service.company.upsertItem({ id, status: "checked_out", checkedOutToUserId: "usr_1" });
  await refresh(page);
  await shoot("cut-plan-changed", page.getByText("1 roll changed since"));
});

scene("scans and labels", { tag: "@guide" }, async ({ page, ofGuide, shoot, shootBoth }) => {
  const scanner = await ScannerKeys.of(page);
  await page.getByRole("button", { name: "Scan to select" }).click();
  for (const row of [0, 2, 4, 6, 8])
    await scanner.scan((await page.locator(`[data-cell="${row}:0"]`).textContent()) ?? "");
  await expect(page.getByTestId("selected-count")).toHaveText("5 rows selected");
  await shootBoth("scan-to-select");
  await page.getByRole("button", { name: "Labels…" }).click();
  await page.getByLabel("Barcode, too").check();
  await page.getByLabel("Own line").fill("Shelf of {location}");
  await shoot("labels-sheet", page.getByRole("article").first());
  if (ofGuide) return;
  for (const [name, shot] of [
    ["Roll, 62 × 29 mm", "labels-roll"],
    ["Roll, 89 × 36 mm", "labels-large-roll"],
    ["A4 sheet, 14 labels", "labels-large-sheet"],
  ] as const) {
    await page.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name }).click();
    await shoot(shot);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Scan to select" }).click();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await scanner.scan("no such label");
  await shoot("unknown-scan", page.getByText("Nothing has the id or the name “no such label”."));
  await openSetting(page, "Learn from three scans…");
  for (const label of ["label 1", "label 2", "label 3"]) await scanner.scan(label);
  await shoot("learn-from-scans", page.getByRole("button", { name: "Use it" }));
});

scene("units of the connection and of a type", async ({ page, shoot, shootBoth }) => {
  await openSetting(page, "Open units");
  await shoot("units", page.getByRole("button", { name: "Use these units" }));
  await useUnits(page);
  await page.getByRole("combobox", { name: "Add a material type" }).fill("RG-6");
  await page.getByRole("option").filter({ hasText: "RG-6" }).click();
  const own = page.getByRole("group", { name: /RG-6/ });
  await own.getByRole("combobox").first().click();
  const feet = page.getByRole("option", { name: "ft", exact: true });
  await feet.locator("visible=true").first().click();
  await shootBoth("units-of-a-type");
  await page.getByRole("link", { name: "Items" }).click();
  await shoot("items-in-units", page.getByRole("columnheader", { name: "Remaining length (m)" }));
});

scene("prices and the value of the stock", async ({ page, shoot, shootBoth }) => {
  await saveViewAs(page, "Long rolls of two halls");
  await useUnits(page);
  await openSetting(page, "Prices…");
  const confirm = page.getByRole("button", { name: /^Confirm \d+ proposals?$/ });
  await shootBoth("prices", confirm);
  await confirm.click();
  await page.getByRole("link", { name: "Overview" }).click();
  const euros = page.getByRole("region", { name: "Stock value", exact: true });
  await shootBoth("overview-value", euros.getByRole("button", { name: "EUR" }));
  await euros.getByRole("button", { name: "EUR" }).click();
  await page.getByRole("gridcell").first().waitFor();
  await page.getByRole("button", { name: "Totals" }).click();
  await shoot("items-of-a-currency");
  await page.getByRole("link", { name: "Stock value", exact: true }).click();
  await shootBoth("stock-value", banner(page, "Turnover").getByRole("row").nth(5));
  await page.getByRole("link", { name: /^Alerts/ }).click();
  const dialog = await openRuleOfView(page);
  const choose = async (list: string, option: string): Promise<void> => {
    await dialog.getByRole("combobox", { name: list, exact: true }).click();
    await page.getByRole("option", { name: option }).locator("visible=true").first().click();
  };
  await choose("Saved view", "Long rolls of two halls");
  await choose("Measure", "Sum of value");
  await choose("Currency", "EUR");
  await dialog.getByRole("textbox", { name: "Threshold" }).fill("25000");
  await shootBoth("alert-rule-value");
  await choose("Measure", "Sum of remaining length");
  await shoot("alert-rule-length");
});
