import type { Page } from "@playwright/test";
import { BUILT_IN_VIEWS } from "../../../shared/views/built-in-views.ts";
import { expect, tableTest as test, test as base } from "../fixtures.ts";
import { callHost, waitForStatus } from "../host-client.ts";
import {
  addFilter,
  cellsOf,
  command,
  connected,
  exploreSample,
  openViews,
  shownRows,
  shownText,
  viewSwitcher,
} from "./steps.ts";

base.use({ items: 40 });

const found = (page: Page, words: string) =>
  page
    .getByRole("listbox", { name: "Found" })
    .getByRole("option")
    .filter({ has: page.getByText(words, { exact: true }) });

/** How often a command is offered, now. */
async function offered(page: Page, words: string): Promise<number> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Go to a command, a view or a record" }).fill(words);
  const count = await found(page, words).count();
  await page.keyboard.press("Escape");
  return count;
}

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test("filters are added and cleared by commands", async ({ page }) => {
  const all = await shownRows(page);
  expect(await offered(page, "Clear search and filters")).toBe(0);
  await command(page, "Add filter");
  await page.getByRole("menuitem", { name: "Status", exact: true }).click();
  await page.getByRole("form", { name: "Filter by Status" }).getByRole("checkbox").first().check();
  await page.keyboard.press("Escape");
  await expect.poll(() => shownRows(page)).toBeLessThan(all);
  await command(page, "Clear search and filters");
  await expect.poll(() => shownRows(page)).toBe(all);
});

test("a view is duplicated, renamed, discarded, written to a file and deleted by commands", async ({
  page,
}) => {
  for (const words of ["Rename this view…", "Delete this view", "Discard changes to this view"])
    expect(await offered(page, words)).toBe(0);
  await command(page, "Save view as");
  await page.getByRole("dialog").getByLabel("Name").fill("Mine");
  await page.keyboard.press("Enter");
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Mine");

  await command(page, "Rename this view");
  await page.getByRole("dialog").getByLabel("Name").fill("Ours");
  await page.keyboard.press("Enter");
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Ours");

  await page.getByRole("searchbox").fill("steel");
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Ours, changed");
  await command(page, "Discard changes");
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Ours");
  await expect(page.getByRole("searchbox")).toHaveValue("");

  const download = page.waitForEvent("download");
  await command(page, "Export this view");
  expect((await download).suggestedFilename()).toMatch(/^Ours.*\.stockdeck-view\.json$/);

  await command(page, "Duplicate this view");
  const names = (await openViews(page)).getByRole("button", { name: /^Ours/ });
  await expect(names).toHaveCount(2);
  await page.keyboard.press("Escape");
  await command(page, "Delete this view");
  await expect(viewSwitcher(page)).toHaveAccessibleName(`View: ${BUILT_IN_VIEWS.items[0]?.name}`);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Ours");
});

test("groups, columns and the height of rows are set by commands", async ({ page }) => {
  const lines = (): Promise<number> =>
    page.getByRole("treegrid").evaluate((grid) => Number(grid.ariaRowCount));
  await command(page, "Group by");
  await page.getByRole("menuitem", { name: "Status" }).press("Enter");
  await expect(page.getByRole("group", { name: "Grouped by Status" })).toBeVisible();
  const closed = await lines();
  await command(page, "Open all groups");
  await expect.poll(lines).toBeGreaterThan(closed);
  await command(page, "Close all groups");
  await expect.poll(lines).toBe(closed);
  await command(page, "Remove the grouping");
  await expect(page.getByRole("group", { name: "Grouped by Status" })).toBeHidden();
  expect(await offered(page, "Open all groups")).toBe(0);

  const height = (): Promise<number> =>
    cellsOf(page, "name")
      .first()
      .evaluate((cell) => cell.getBoundingClientRect().height);
  const normal = await height();
  expect(await offered(page, "Row height: normal")).toBe(0);
  await command(page, "Row height: comfortable");
  await expect.poll(height).toBeGreaterThan(normal);
  await command(page, "Row height: compact");
  await expect.poll(height).toBeLessThan(normal);
  await command(page, "Row height: normal");
  await expect.poll(height).toBe(normal);

  await page.getByRole("columnheader", { name: "Status", exact: true }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await expect(page.getByRole("columnheader", { name: "Status", exact: true })).toHaveCount(0);
  await command(page, "Reset columns");
  await expect(page.getByRole("columnheader", { name: "Status", exact: true })).toHaveCount(1);
});

test("rows are selected and copied in every form by commands, which tell the keys that the grid has for it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const form = await addFilter(page, "Name");
  await form.getByRole("textbox").fill("a");
  await page.keyboard.press("Escape");
  const shown = await shownRows(page);
  expect(await offered(page, "Clear the selection")).toBe(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("select everything");
  await expect(found(page, "Select everything in the result")).toContainText("Ctrl+A");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("selected-count")).toHaveText(`${shown.toLocaleString("en")} rows selected`);
  for (const [words, first] of [
    ["Copy the selected rows", /^[^\n]+\t/],
    ["Copy the selected rows with column names", /^Name\tStatus\t/],
    ["Copy the selected rows as Markdown", /^\| Name \| Status \|/],
    ["Copy the selected rows as JSON", /^\[\n\{"name":/],
    ["Copy the selected rows' ids", /^itm_\w+\n/],
    ["Copy the selected rows as a table for a document", /^Name\tStatus\t/],
  ] as const) {
    await page.evaluate(() => navigator.clipboard.writeText("nothing"));
    await command(page, words);
    await expect.poll(() => clipboard(page), words).toMatch(first);
  }
  await command(page, "Clear the selection");
  await expect(page.getByTestId("selected-count")).toBeHidden();
});

test("a full check is run by a command; a record is exported and opened in a window", async ({
  page,
  hostUrl,
}) => {
  const { lastFullCheckAt } = await callHost(hostUrl, "getStatus");
  await command(page, "Run a full check");
  await waitForStatus(
    hostUrl,
    (status) => status.pass === null && status.lastFullCheckAt !== lastFullCheckAt,
  );

  expect(await offered(page, "Export this record…")).toBe(0);
  await page.locator('[data-cell="0:0"]').click();
  const name = await shownText(page.getByRole("complementary").getByRole("heading", { level: 2 }));
  await command(page, "Export this record");
  await expect(page.getByRole("dialog", { name: /Export/ })).toContainText(name);
  await page.keyboard.press("Escape");
  const opened = page.waitForEvent("popup");
  await command(page, "Open this record in a window");
  await expect((await opened).getByRole("heading", { level: 1 })).toHaveText(name);
});

base(
  "another connection is switched to from the palette, and is no line of it while it is open",
  async ({ page, host, service }) => {
    await connected(page, host, service);
    const { profiles, current } = await callHost(host.url, "listProfiles");
    const first = profiles[0]?.name ?? "";
    await command(page, "Add a connection");
    await exploreSample(page);
    const { profiles: both } = await callHost(host.url, "listProfiles");
    expect(both).toHaveLength(2);
    await page.keyboard.press("Control+k");
    const lines = page.getByRole("option").filter({ hasText: /Connection$/ });
    await expect(lines).toHaveText([`${first}Connection`]);
    await page.keyboard.press("Escape");
    await command(page, first);
    await expect(page).toHaveTitle(new RegExp(first));
    await waitForStatus(host.url, ({ totals }) => totals.items === 40);
    expect((await callHost(host.url, "listProfiles")).current).toBe(current);
  },
);
