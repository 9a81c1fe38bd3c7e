import { expect, type Locator, type Page } from "@playwright/test";
import type { SampleService } from "../../service/index.ts";
import type { BrowserHost } from "../fixtures.ts";
import { callHost, waitForStatus, waitForStock } from "../host-client.ts";

/** Opens the sample data and waits for the whole first pull. */
export async function exploreSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  // Sample data leads from the first screen to the table in the address, and from an open connection to the overview.
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
  // The page may still show what there was at an earlier page of the pull.
  const all = totals.items.toLocaleString("en");
  await expect(page.getByTestId("result-count")).toHaveText(new RegExp(`^${all} items?$`));
}

/** Refreshes by the keyboard. */
export async function refresh(page: Page): Promise<void> {
  await page.keyboard.press("F5");
}

/** The word for the connection's state. */
export function stateOf(page: Page): Locator {
  return page.getByTestId("sync-state");
}

/** The bar that says how fresh the rows are. */
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

/** The header of a column. */
export function headerOf(page: Page, label: string): Locator {
  return page.getByRole("columnheader", { name: label, exact: true });
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

/** Saves what the table shows as a view of that name. */
export async function saveViewAs(page: Page, name: string): Promise<void> {
  await (await openViews(page)).getByRole("button", { name: "Save as…" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName(`View: ${name}`);
}

/** Opens the editor of a new filter. */
export async function addFilter(page: Page, field: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: field, exact: true }).click();
  return page.getByRole("form", { name: `Filter by ${field}` });
}

/** Waits until the rows are those of the filters that the chips show. */
export async function rowsHere(page: Page): Promise<void> {
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
}

/**
 * The number of rows in the toolbar, once the filtered rows are loaded and counted. Both are read in one call:
 * between two calls the former query's count may become that of the first rows.
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

/** The page's calls to its host in their order. @param page one that is to be opened or loaded again. */
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
