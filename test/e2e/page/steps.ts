import { expect, type Locator, type Page } from "@playwright/test";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import type { SampleService } from "../../service/index.ts";
import { fillCopy } from "../../helpers/fill-copy.ts";
import type { BrowserHost } from "../fixtures.ts";
import { callHost, waitForStatus, waitForStock } from "../host-client.ts";

/** Opens the sample data and waits for the whole first pull. */
export async function exploreSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  // From the first screen, the sample data open the table in the address; from an open connection, they open
  // the overview.
  const overview = page.getByRole("heading", { name: "Overview", level: 1 });
  await expect(overview.or(page.getByRole("grid"))).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(stateOf(page)).toHaveText("Connected", { timeout: 30_000 });
  await expect(page.getByRole("gridcell").first()).toBeVisible();
}

/** Connects the host to a service and waits for the whole first pull; the page shows it. */
export async function connected(page: Page, host: BrowserHost, service: SampleService): Promise<void> {
  await callHost(host.url, "connect", { baseUrl: service.url, key: service.key });
  const { totals } = await waitForStatus(host.url, ({ state }) => state === "idle");
  await waitForStock(host.url);
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  // The page may still show the count of an earlier page of the pull.
  const all = totals.items.toLocaleString("en");
  await expect(page.getByTestId("result-count")).toHaveText(new RegExp(`^${all} items?$`));
}

/** Fills the copy of a host without a connection with rows, and opens the copy. */
export async function openLargeCopy(
  page: Page,
  host: BrowserHost,
  service: SampleService,
  rows: number,
): Promise<void> {
  // The connection is made, but its first pull never ends: the copy is filled without it.
  service.setFaults({ skipRequests: 1, htmlNext: 99 });
  await callHost(host.url, "connect", { baseUrl: service.url, key: service.key });
  await waitForStatus(host.url, ({ state }) => state === "failed");
  await page.goto("about:blank");
  await host.stop();
  fillCopy(host.inventory, rows);
  await host.start();
  await page.goto(host.itemsUrl);
  const count = `${rows.toLocaleString("en")} items`;
  await expect(page.getByTestId("result-count")).toHaveText(count, { timeout: 60_000 });
}

/** Connects by the form of a new connection, which is on screen. */
export async function connectByForm(
  page: Page,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<void> {
  await page.getByLabel("Base URL").fill(url);
  await page.getByLabel("API key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
}

/** The button with the name of the connection. */
export function connectionSwitcher(page: Page): Locator {
  return page.getByRole("button", { name: /^Connection: / });
}

/** Opens a screen of the settings by its button. */
export async function openSetting(page: Page, button: string): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: button }).click();
}

/** Uses the units that the data propose. The proposal includes that weights are gross. */
export async function useUnits(page: Page): Promise<void> {
  await openSetting(page, "Open units");
  await page.getByRole("button", { name: "Use these units" }).click();
  await expect(page.getByText("These units are set.")).toBeVisible();
}

/** Refreshes by the keyboard. */
export async function refresh(page: Page): Promise<void> {
  await page.keyboard.press("F5");
}

/** Refreshes, and waits for a state of the connection. */
export async function refreshTo(page: Page, state: string): Promise<void> {
  await refresh(page);
  await expect(stateOf(page)).toHaveText(state);
}

/** The word for the connection's state. */
export function stateOf(page: Page): Locator {
  return page.getByTestId("sync-state");
}

/** The bar that shows how fresh the rows are. */
export function statusBar(page: Page): Locator {
  return page.getByRole("contentinfo", { name: "Status" });
}

/** A banner, by its first words. */
export function banner(page: Page, title: string | RegExp): Locator {
  return page.getByRole("region", { name: title });
}

/** The cells of one column that are in the page, from the top. */
export function cellsOf(page: Page, field: string): Locator {
  return page.locator(`[role="gridcell"][data-field="${field}"]`);
}

/** The text of an element, once it has one. A row that was just scrolled to, or a record, may still be loading. */
export async function shownText(place: Locator): Promise<string> {
  await expect(place).not.toHaveText(/^…?$/);
  return (await place.textContent()) ?? "";
}

/** Runs a command by the palette. @param words the beginning of its label. */
export async function command(page: Page, words: string): Promise<void> {
  // A dialog that is still closing would take the focus back.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  const box = page.getByRole("combobox", { name: "Go to a command, a view or a record" });
  await expect(box).toBeFocused();
  await box.fill(words);
  await expect(page.getByRole("listbox", { name: "Found" }).getByRole("option").first()).toContainText(
    new RegExp(words, "i"),
  );
  await page.keyboard.press("Enter");
}

/** Opens the details of a row, and waits for their verification. */
export async function openDetails(page: Page, row: number): Promise<void> {
  await page.locator(`[data-cell="${row}:0"]`).click();
  await expect(page.getByText(/^Verified at /)).toBeVisible();
}

/** Gives a dialog a file to import. */
export async function importFile(dialog: Locator, name: string, text: string): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await expect(dialog).toContainText(name);
}

/** The header of a column. */
export function headerOf(page: Page, label: string): Locator {
  return page.getByRole("columnheader", { name: label, exact: true });
}

/** The menu of a column. */
export function columnMenu(page: Page, label: string): Locator {
  return page.getByRole("menu", { name: `Column ${label}` });
}

/** Opens the menu of a header by its button. */
export async function openColumnMenu(page: Page, label: string): Promise<Locator> {
  await headerOf(page, label).hover();
  await page.getByRole("button", { name: `Menu of ${label}` }).click();
  return columnMenu(page, label);
}

/** The button with the name of the view that the table shows. */
export function viewSwitcher(page: Page): Locator {
  return page.getByRole("button", { name: /^View: / });
}

/** Opens the list of views. */
export async function openViews(page: Page): Promise<Locator> {
  await viewSwitcher(page).click();
  return page.getByRole("dialog", { name: /^View: / });
}

/** Sets the table to a view. */
export async function chooseView(page: Page, name: string): Promise<void> {
  const list = await openViews(page);
  await list
    .getByRole("button", { name: new RegExp(`^${name.replaceAll(/[()]/g, "\\$&")}( [\\d,.]+)?$`) })
    .click();
  await expect(list).toBeHidden();
}

/** Saves the table's state as a view with this name. */
export async function saveViewAs(page: Page, name: string): Promise<void> {
  await (await openViews(page)).getByRole("button", { name: "Save as…" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName(`View: ${name}`);
}

/** Groups by a field, by the toolbar's menu. */
export async function groupBy(page: Page, field: string): Promise<void> {
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByRole("menuitem", { name: field, exact: true }).click();
  await expect(page.getByRole("treegrid")).toBeVisible();
}

/** Sets how tall rows are, by the menu of columns. */
export async function setRowHeight(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("radiogroup", { name: "Row height" }).getByText(words).click();
  await expect(page.getByRole("radio", { name: words })).toBeChecked();
  await page.keyboard.press("Escape");
}

/** A local day before today, as an ISO 8601 date. */
export const daysAgo = (days: number): string => localDay(startOfLocalDay(localDay(new Date()), -days));

/** Shows the rows as of a past day. */
export async function openDay(page: Page, day: string): Promise<void> {
  await page.getByRole("button", { name: "As of a day…" }).click();
  const dialog = page.getByRole("dialog", { name: "Rows as of a day" });
  await dialog.getByRole("textbox", { name: "Day" }).fill(day);
  await dialog.getByRole("button", { name: "Show that day" }).click();
  await expect(banner(page, /^As of the end of /)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Opens the editor of a new filter. The field's label may end with a unit. */
export async function addFilter(page: Page, field: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${field}( \\(.+\\))?$`) }).click();
  return page.getByRole("form", { name: `Filter by ${field}` });
}

/** Filters by values of a field. */
export async function filterBy(page: Page, field: string, ...values: readonly string[]): Promise<void> {
  const editor = await addFilter(page, field);
  for (const value of values) await editor.getByRole("checkbox", { name: new RegExp(`^${value}`) }).check();
  await editor.getByRole("button", { name: "Done" }).click();
}

/** Opens the builder of a new group of filters. */
export async function addFilterGroup(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "All, any or none of several…" }).click();
  return page.getByRole("group", { name: "Group of filters" });
}

/** Adds a condition on a field to a group. Its editor opens below the group. */
export async function addCondition(group: Locator, field: string): Promise<Locator> {
  await group.getByRole("button", { name: "Condition", exact: true }).last().click();
  await group.getByRole("menuitem", { name: field, exact: true }).click();
  return group.getByRole("form", { name: `Filter by ${field}` });
}

/** Builds "Status is Available and Weight is at least 15", with the weight in a nested group. */
export async function buildNestedGroup(
  page: Page,
): Promise<{ readonly builder: Locator; readonly inner: Locator }> {
  const builder = await addFilterGroup(page);
  const status = await addCondition(builder, "Status");
  await status.getByRole("checkbox", { name: /^Available/ }).check();
  await status.getByRole("button", { name: "Done" }).click();
  await builder.getByRole("button", { name: "Group", exact: true }).click();
  const inner = builder.getByRole("group", { name: "Group at level 2" });
  const weight = await addCondition(inner, "Weight");
  await weight.getByLabel("Weight: at least").fill("15");
  await weight.getByRole("button", { name: "Done" }).click();
  return { builder, inner };
}

/** Waits until the rows match the filters of the chips. */
export async function rowsHere(page: Page): Promise<void> {
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
}

/**
 * The number of rows in the toolbar, once the filtered rows are loaded and counted. Both are read in one call,
 * because between two calls the previous query's count could be replaced by the number of the first rows.
 */
export async function shownRows(page: Page): Promise<number> {
  let text = "";
  await expect
    .poll(async () => {
      text = await page.getByTestId("result-count").evaluate((count) => {
        const isBusy = document.querySelector('[role="grid"][aria-busy="true"]') !== null;
        return isBusy ? "" : count.textContent;
      });
      return text;
    })
    .toMatch(/^[\d,.\s]+[^\d,.\s+]/);
  return Number(text.replaceAll(/[,.\s]/g, "").match(/^\d+/)?.[0]);
}

/** The page's calls to its host in their order. @param page a page that will be opened or loaded again. */
export function callsOf(page: Page): { readonly call: string; readonly offset: number | undefined }[] {
  const calls: { readonly call: string; readonly offset: number | undefined }[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const { call, input } = JSON.parse(String(payload)) as { call: string; input?: { offset?: number } };
      calls.push({ call, offset: input?.offset });
    }),
  );
  return calls;
}
