import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { diagnosticsSchema } from "../../../shared/contract/diagnostics.ts";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { connected, refresh, stateOf, statusBar } from "./steps.ts";

test.use({ items: 120 });
test.beforeEach(async ({ page, host, service }) => {
  await connected(page, host, service);
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await expect(panel(page, "Versions")).toBeVisible();
});

const panel = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });
const rowsOf = (part: Locator): Locator => part.locator("tbody tr");

test("calls, refreshes and the budget follow what happens while the screen is open", async ({
  page,
  service,
}) => {
  const calls = panel(page, "Last calls");
  await expect(rowsOf(calls)).toHaveCount(3);
  await expect(rowsOf(calls).first()).toContainText("GET /inventory/items?limit=250");
  await expect(rowsOf(panel(page, "Last refreshes"))).toHaveCount(1);
  await expect(panel(page, "Malformed records")).toContainText("Every record received could be kept");
  await expect(panel(page, "Request budget")).toContainText(/In the last hour\s*3 requests/);
  await expect(panel(page, "Request budget")).toContainText(/Next refresh\s*about 1 request/);

  service.setFaults({ malformedRecords: ["numeric_id"], onlyPath: "/inventory/items" });
  await refresh(page);
  await expect(rowsOf(calls)).toHaveCount(6);
  await expect(rowsOf(calls).first()).toContainText(/limit=250&updatedSince=\d{4}-/);
  await expect(rowsOf(panel(page, "Last refreshes")).first()).toContainText("Changes");
  await expect(rowsOf(panel(page, "Malformed records"))).toContainText(["id: not a text"]);

  service.setFaults({ malformedRecords: [], onlyPath: "", htmlNext: 1 });
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Refresh failed");
  await expect(rowsOf(calls).first()).toContainText("This is not the inventory API");
  await expect(rowsOf(panel(page, "Last refreshes")).first()).toContainText("The answer is not JSON");
  await expect(panel(page, "Right now")).toContainText("The answer is not JSON (text/html)");
});

test("a request id can be copied with the keyboard alone", async ({ page, service, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const requestId = service.requests.entries.at(-1)?.requestId ?? "";
  await page.getByRole("region", { name: "Last calls, table" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: `Copy request id ${requestId}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Request id copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(requestId);
});

test("one click saves what the screen shows, without the key or a name", async ({ page, host, service }) => {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save to a file" }).click();
  const saved = await download;
  await expect(page.getByText(/Saved as stockdeck-diagnostics-/)).toBeVisible();
  expect(saved.suggestedFilename()).toMatch(/^stockdeck-diagnostics-[\d-]{10}T[\d-]{8}\.json$/);
  const text = await fs.readFile(await saved.path(), "utf8");
  const { format: _format, version: _version, ...content } = JSON.parse(text) as Record<string, unknown>;
  const { at: _at, ...file } = diagnosticsSchema.parse(content);
  expect(await callHost(host.url, "diagnostics")).toMatchObject({ ...file, freeBytes: expect.any(Number) });
  expect(text).not.toContain(service.key);
  expect(text).not.toContain(host.folder);
  for (const { name } of service.company.items.all()) expect(text).not.toContain(name);
});

test("refusals that our own requests do not explain are told of, here and in the status bar", async ({
  page,
  service,
}) => {
  const hint = "this key seems to be used elsewhere too";
  for (let time = 0; time < 2; time += 1) {
    service.setFaults({ tooManyNext: 1, retryAfter: "1" });
    await refresh(page);
    await expect(stateOf(page)).toHaveText("Rate-limited");
    await expect(stateOf(page)).toHaveText("Connected");
  }
  await expect(panel(page, "Request budget")).toContainText(hint);
  await expect(panel(page, "Request budget")).toContainText("Create one key per workstation.");
  await expect(statusBar(page)).toContainText(hint);
});

test("without a key there is nothing to ask for, and the screen says so", async ({ page, host }) => {
  await callHost(host.url, "forgetKey");
  await expect(panel(page, "Request budget")).toContainText("No API key yet, so nothing is refreshed");
  await expect(panel(page, "Versions")).toContainText("SQLite");
});

test("accessible, and without a horizontal scrollbar at 900 px", async ({ page }) => {
  test.slow();
  await expectAccessible(page);
  await page.setViewportSize({ width: 900, height: 640 });
  const overflow = await page
    .locator("main > div")
    .evaluate((screen) => screen.scrollWidth - screen.clientWidth);
  expect(overflow).toBe(0);
});
