import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { diagnosticsSchema } from "../../../shared/features/diagnostics/diagnostics.ts";
import { expect, connectedTest as test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";

test.use({ items: 120 });
test.beforeEach(async ({ page }) => {
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await expect(panel(page, "Versions")).toBeVisible();
});

const panel = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

test("the user copies a request id by keyboard", async ({ page, service, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const requestId = service.requests.entries.at(-1)?.requestId ?? "";
  await page.getByRole("region", { name: "Last calls, table" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: `Copy request id ${requestId}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Request id copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(requestId);
});

test(
  "one click saves the diagnostics without the key or names",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save to a file" }).click();
    const saved = await download;
    await expect(page.getByText(/Saved as stockdeck-diagnostics-/)).toBeVisible();
    expect(saved.suggestedFilename()).toMatch(/^stockdeck-diagnostics-[\d-]{10}T[\d-]{8}\.json$/);
    const text = await fs.readFile(await saved.path(), "utf8");
    const { format: _format, version: _version, ...content } = JSON.parse(text) as Record<string, unknown>;
    const { at: _at, ...file } = diagnosticsSchema.parse(content);
    // The core may write between the two readings. The files are the same then, but their sizes may differ.
    const files = file.files.map(({ name }) => ({ name, bytes: expect.any(Number) }));
    expect(await callHost(host.url, "diagnostics")).toMatchObject({
      ...file,
      files,
      freeBytes: expect.any(Number),
    });
    expect(text).not.toContain(service.key);
    expect(text).not.toContain(host.folder);
    for (const { name } of service.company.items.all()) expect(text).not.toContain(name);
  },
);

test(
  "the diagnostics screen shows the licence text of every shipped package",
  { tag: "@whole" },
  async ({ page }) => {
    await page.getByRole("button", { name: "Licences…" }).click();
    const dialog = page.getByRole("dialog", { name: "Licences of others" });
    for (const name of ["@mantine/core", "@photostructure/sqlite", "electron", "react", "zod"]) {
      const entry = dialog.getByRole("group").filter({ hasText: new RegExp(`^${name} [\\d.]+ MIT`) });
      await entry.locator("summary").click();
      await expect(entry.getByText("Permission is hereby granted")).toBeVisible();
    }
    await expect(dialog.getByText(/vitest|playwright/)).toHaveCount(0);
    await expectAccessible(page);
  },
);

test("the diagnostics screen is accessible and has no horizontal scrollbar at 900 px", async ({ page }) => {
  test.slow();
  await expectAccessible(page);
  await page.setViewportSize({ width: 900, height: 640 });
  const overflow = await page
    .locator("main > div")
    .evaluate((screen) => screen.scrollWidth - screen.clientWidth);
  expect(overflow).toBe(0);
});
