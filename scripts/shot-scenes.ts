import { takeTeam } from "./shots-of-team.ts";
import type { Page } from "@playwright/test";
import { keyring } from "./shot-core.ts";
import { CHECKED_OUT_SCENE } from "./shots-of-checked-out.ts";
import { ADMINISTRATION_SCENE } from "./shots-of-administration.ts";
import { DIAGNOSTICS_SCENE, DISK_SCENE, SLEEP_SCENE } from "./shots-of-trouble.ts";
import { DETAILS_SCENE, FILTERS_SCENE } from "./shots-of-filters.ts";
import { EXPORT_SCENE } from "./shots-of-exports.ts";
import { COUNTS_SCENE } from "./shots-of-counts.ts";
import { CUTS_SCENE } from "./shots-of-cuts.ts";
import { GROUPS_SCENE } from "./shots-of-groups.ts";
import { NAMES_SCENE } from "./shots-of-names.ts";
import { PRINT_SCENE } from "./shots-of-print.ts";
import { PROGRESS_SCENE } from "./shots-of-progress.ts";
import { ALERTS_SCENE } from "./shots-of-alerts.ts";
import { STOCK_SCENE } from "./shots-of-stock.ts";
import { SCANNER_SCENE } from "./shots-of-scanner.ts";
import { MAIL_SCENE } from "./shots-of-mail.ts";
import { SCHEDULE_SCENE } from "./shots-of-schedules.ts";
import { CONTRAST_SCENE, TABLE_SCENE } from "./shots-of-table.ts";
import { OVERVIEW_SCENE, OVERVIEW_STATES_SCENE } from "./shots-of-overview.ts";
import { UNITS_SCENE } from "./shots-of-units.ts";
import { UPDATES_SCENE } from "./shots-of-updates.ts";
import { VIEWS_SCENE } from "./shots-of-views.ts";
import { FULL_WIDTH_SCENE } from "./shots-of-full-width.ts";
import { NARROW, refresh, untilState, WINDOW, type Scene } from "./shot-stage.ts";

const LONG_PROFILE_NAME = "Wrocław converting plant, second warehouse, leased rollstock";

/** The tour, from the first screen on. */
export const SCENES: readonly Scene[] = [
  async ({ page, service, shoot }) => {
    await page.getByRole("heading", { name: "Welcome to Stockdeck" }).waitFor();
    await shoot("onboarding");
    await page.getByLabel("Base URL").fill(service.url);
    await page.getByLabel("API key", { exact: true }).fill("mistyped");
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByRole("alert").waitFor();
    await shoot("onboarding-error");
  },
  async ({ page, service, shoot }) => {
    service.setFaults({ latencyMs: 900, onlyPath: "/inventory/items" });
    await page.getByLabel("API key", { exact: true }).fill(service.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByText(/[4-9] pages so far/).waitFor();
    await shoot("first-pull");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    await shoot("first-pull-stopped");
    service.setFaults({ latencyMs: 0, onlyPath: "" });
    await page.getByRole("button", { name: "Resume" }).click();
    await untilState(page, "Connected");
    await shoot("items");
  },
  async ({ page, shoot }) => {
    await addFilter(page, "Status", ["Available", "Checked out"]);
    await addFilter(page, "Location", 2);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Remaining length", exact: true }).click();
    await page.getByLabel("Remaining length: at least").fill("25");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("columnheader", { name: "Remaining length" }).click();
    await page.locator('[data-cell="4:0"]').hover();
    await shoot("items-filtered");
    await page.getByRole("button", { name: /^Filter Location/ }).click();
    await shoot("items-filter-off");
    await page.getByRole("button", { name: /^Edit filter Location/ }).click();
    await page.getByRole("form", { name: "Filter by Location" }).getByRole("checkbox").nth(5).waitFor();
    await shoot("filter-editor");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Reset columns" }).waitFor();
    await shoot("column-menu");
    await page.keyboard.press("Escape");
  },
  EXPORT_SCENE,
  PROGRESS_SCENE,
  PRINT_SCENE,
  SCHEDULE_SCENE,
  MAIL_SCENE,
  FILTERS_SCENE,
  GROUPS_SCENE,
  DETAILS_SCENE,
  FULL_WIDTH_SCENE,
  VIEWS_SCENE,
  TABLE_SCENE,
  CONTRAST_SCENE,
  NAMES_SCENE,
  OVERVIEW_SCENE,
  OVERVIEW_STATES_SCENE,
  CHECKED_OUT_SCENE,
  STOCK_SCENE,
  ALERTS_SCENE,
  UNITS_SCENE,
  CUTS_SCENE,
  SCANNER_SCENE,
  COUNTS_SCENE,
  async ({ page, shoot }) => {
    await page.locator('[data-cell="3:0"]').click();
    await page.getByText(/^Verified at /).waitFor();
    await shoot("details");
    await page.getByRole("button", { name: "Raw JSON" }).click();
    await page.getByLabel("Raw JSON").scrollIntoViewIfNeeded();
    await shoot("details-raw");
    await page.getByRole("button", { name: "Close details" }).click();
    await page.getByRole("searchbox").fill("no such thing at all");
    await page.getByRole("heading", { name: /^No items match/ }).waitFor();
    await shoot("no-matching-rows");
    await page.getByRole("button", { name: "Clear filters" }).last().click();
  },
  async ({ page, shoot }) => {
    for (const [link, name] of [
      ["Material types", "types"],
      ["Locations", "locations"],
      ["Settings", "settings"],
    ] as const) {
      await page.getByRole("link", { name: link }).click();
      await page.waitForTimeout(300);
      await shoot(name);
    }
    await page.getByRole("button", { name: "Wipe local data" }).click();
    await page.getByRole("dialog").waitFor();
    await shoot("settings-question");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Items" }).click();
  },
  UPDATES_SCENE,
  async ({ page, second, shoot, shootBoth }) => {
    const switcher = page.getByRole("button", { name: /^Connection: / });
    await switcher.click();
    await page.getByRole("menuitem", { name: "Add connection…" }).click();
    await page.getByRole("heading", { name: "Add a connection" }).waitFor();
    await shoot("add-connection");
    await page.getByLabel("Base URL").fill(second.url);
    await page.getByLabel("API key", { exact: true }).fill(second.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Items" }).click();
    await page.getByTestId("result-count").filter({ hasText: "800 items" }).waitFor();
    await untilState(page, "Connected");
    await switcher.click();
    await page.getByRole("menuitem", { name: "Manage…" }).click();
    await page.getByRole("button", { name: /^Edit/ }).last().click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(LONG_PROFILE_NAME);
    await shoot("profile-editor");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByRole("button", { name: `Edit ${LONG_PROFILE_NAME}` }).waitFor();
    await page.getByRole("button", { name: /^Edit/ }).first().click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Northern Films");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByRole("link", { name: "Items" }).click();
    await switcher.click();
    await page.getByRole("menuitemradio").first().waitFor();
    await shootBoth("profile-menu");
    await page.getByRole("menuitemradio", { name: "Northern Films" }).click();
    await page.getByTestId("result-count").filter({ hasText: "5,000 items" }).waitFor();
    await untilState(page, "Connected");
  },
  async ({ page, service, shoot }) => {
    const blank = {
      status: null,
      locationId: null,
      materialTypeId: null,
      remainingLength: null,
      weight: null,
    };
    const long =
      "Extremely long name that somebody pasted from a purchase order, with the supplier, the batch and the date";
    service.company.upsertItem({
      id: "itm_x1",
      name: `${long} 1`,
      weight: 123_456_789_012,
      remainingLength: 0.0625,
    });
    service.company.upsertItem({ id: "itm_x2", ...blank, name: `${long} 2` });
    service.company.upsertItem({
      id: "itm_x3",
      name: "X",
      status: "on_loan",
      weight: -0.5,
      remainingLength: 999_999_999_999.25,
      locationId: "loc_unknown",
    });
    service.company.upsertItem({
      id: "itm_x4",
      name: "Плёнка ПЭТ Łódź ± 0.5 ‰ Ωμέγα",
      weight: 1e-9,
      remainingLength: 7,
      checkedOutAt: "1999-12-31T23:59:59Z",
    });
    await refresh(page);
    await untilState(page, "Connected");
    await page.getByRole("columnheader", { name: "Updated" }).scrollIntoViewIfNeeded();
    await page.getByRole("columnheader", { name: "Updated" }).click();
    await page.getByRole("columnheader", { name: "Updated" }).click();
    await page.getByRole("grid").evaluate((grid) => grid.scrollTo({ left: 0 }));
    await page.getByText("Плёнка").waitFor();
    await shoot("extreme-values");
  },
  async ({ page, service, shoot, shootBoth }) => {
    const [from, to] = [...service.company.locations.all()];
    for (const item of [...service.company.items.all()].slice(0, 12)) {
      service.company.upsertItem({
        id: item.id,
        locationId: (item.locationId === to?.id ? from : to)?.id ?? null,
      });
    }
    service.company.upsertItem({
      id: "itm_x3",
      weight: 2.5,
      status: "checked_out",
      checkedOutToUserId: "u-1",
    });
    await page.getByRole("link", { name: "Activity" }).click();
    await refresh(page);
    await page.getByText("Checked out to u-1").first().waitFor();
    await shoot("activity");
    await page.getByText("Checked out to u-1").first().hover();
    service.company.upsertItem({ id: "itm_x3", weight: 2.25 });
    await refresh(page);
    await page.getByRole("button", { name: "1 new change – show (R)" }).waitFor();
    await shoot("activity-waiting");
    await page.mouse.move(0, 0);
    await page.getByRole("link", { name: /^Items/ }).click();
    await page.getByRole("button", { name: /^Since you last looked/ }).click();
    await page.getByRole("region", { name: "Changed" }).waitFor();
    await shootBoth("news");
    await page.getByRole("dialog").getByRole("button", { name: "Seen", exact: true }).click();
    await page.getByRole("link", { name: "Activity" }).click();
    await page.getByText("Checked out to u-1").first().click();
    const history = page.getByRole("region", { name: "History" });
    await history.getByRole("listitem").last().scrollIntoViewIfNeeded();
    await shoot("details-history");
    await page.getByRole("button", { name: "Close details" }).click();
  },
  async ({ page, service, shoot, shootBoth }) => {
    await page.locator('[data-cell="2:-1"]').click();
    await page.locator('[data-cell="9:0"]').click({ modifiers: ["Shift"] });
    await page.getByText("8 rows selected").waitFor();
    service.setFaults({ latencyMs: 300 });
    await page.getByRole("button", { name: "Verify now (8)" }).click();
    await page.getByText("5 of 8 answered").waitFor();
    await shoot("verifying");
    service.setFaults({ latencyMs: 0 });
    await page
      .getByTestId("verification")
      .filter({ hasText: /^Verified: / })
      .waitFor();
    await shootBoth("verified");
    await page.getByRole("button", { name: "Dismiss the outcome" }).click();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
  },
  async ({ page, shoot }) => {
    await page.setViewportSize(NARROW);
    await shoot("narrow");
    await page.locator('[data-cell="5:0"]').click();
    await page.getByText(/^Verified at /).waitFor();
    await shoot("narrow-details");
    await page.getByRole("button", { name: "Close details" }).click();
    await page.setViewportSize(WINDOW);
  },
  async ({ page, service, shoot }) => {
    service.setFaults({ malformedRecords: ["no_id", "numeric_id"], htmlNext: 0 });
    await refresh(page);
    await page.getByText("malformed records set aside").waitFor();
    service.setFaults({ malformedRecords: [], htmlNext: 1 });
    await refresh(page);
    await untilState(page, "Refresh failed");
    await shoot("failed");
  },
  DIAGNOSTICS_SCENE,
  ADMINISTRATION_SCENE,
  async ({ page, service, shoot }) => {
    service.setFaults({ tooManyNext: 1, retryAfter: "30" });
    await refresh(page);
    await untilState(page, "Rate-limited");
    await shoot("rate-limited");
  },
  async ({ page, service, shoot }) => {
    // A wait belongs to a key, so a new key does not wait.
    keyring.running = false;
    const other = service.addKey();
    service.setKeyState(other, "revoked");
    await replaceKey(page, other);
    await untilState(page, "Key refused");
    await shoot("unauthorized");
    await page
      .getByRole("region", { name: "The key was refused" })
      .getByRole("button", { name: "Replace key" })
      .click();
    await shoot("unauthorized-replace");
    service.setKeyState(other, "not_pro");
    await refresh(page);
    await untilState(page, "No access");
    await shoot("forbidden");
    service.setKeyState(other, "active");
    await refresh(page);
    await untilState(page, "Connected");
    await shoot("key-of-the-session");
    await page.getByRole("button", { name: /^Dismiss/ }).click();
  },
  async ({ page, service, shoot, shootNarrow }) => {
    service.setFaults({ dateSkewMs: 600_000 });
    await refresh(page);
    await page.getByText("The service's clock is").waitFor();
    await shoot("clock-skew");
    service.setFaults({ dateSkewMs: 0 });
    for (const { id } of [...service.company.items.all()].slice(0, 400)) service.company.removeItem(id);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Run a full check now" }).click();
    await page.getByRole("region", { name: "The service no longer returns" }).waitFor();
    await page.getByRole("link", { name: "Items" }).click();
    await shoot("question-removals");
    await page.getByRole("button", { name: "They were removed: hide them" }).click();
    await page.getByTestId("result-count").filter({ hasText: "4,6" }).waitFor();
    await untilState(page, "Connected");
    await replaceKey(page, service.addKey({ company: "other" }));
    await untilState(page, "Needs an answer");
    await shoot("question-company");
    await shootNarrow("question");
    // The first key may still be waiting.
    await replaceKey(page, service.addKey());
    await untilState(page, "Connected");
  },
  SLEEP_SCENE,
  DISK_SCENE,
  async ({ page, service, shoot, shootNarrow }) => {
    await service.close();
    await refresh(page);
    await untilState(page, "Retrying");
    await shoot("retrying");
    await untilState(page, "Offline");
    await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
    await page.waitForTimeout(1_100);
    await shoot("offline");
    await page.locator('[data-cell="5:0"]').click();
    await page.getByText(/Could not be verified/).waitFor();
    await shoot("details-unverified");
    await page.getByRole("button", { name: "Close details" }).click();
    await shootNarrow("offline");
  },
  takeTeam,
];

/** Gives the connection another key, by its settings, and returns to the items. */
async function replaceKey(page: Page, key: string): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Replace key" }).click();
  await page.getByLabel("New API key").fill(key);
  await page.getByRole("button", { name: "Replace key" }).click();
  await page.getByRole("link", { name: "Items" }).click();
}

/** Adds a filter by values: the values with these names, or the given number of values from the top. */
async function addFilter(page: Page, field: string, values: readonly string[] | number): Promise<void> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: field, exact: true }).click();
  const editor = page.getByRole("form", { name: `Filter by ${field}` });
  const boxes =
    typeof values === "number"
      ? Array.from({ length: values }, (_, at) => editor.getByRole("checkbox").nth(at))
      : values.map((name) => editor.getByRole("checkbox", { name: new RegExp(`^${name}`) }));
  for (const box of boxes) await box.check();
  await editor.getByRole("button", { name: "Done" }).click();
}
