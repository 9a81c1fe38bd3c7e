import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { WebSocket } from "ws";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { command, connected } from "./steps.ts";

test.use({ items: 300 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const summary = (page: Page): Locator => page.getByTestId("comparison-summary");
const differences = (page: Page): Locator =>
  page.getByRole("list", { name: "Differences" }).getByRole("button");

/** Exports every item from the dialog, which stays open with the list of the last exports. */
async function exportItems(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: "All fields", exact: true }).click();
  await dialog.getByRole("button", { name: "Export 300 rows" }).click();
  await expect(dialog.getByTestId("export-end")).toHaveText("Exported 300 rows.");
  return dialog;
}

/** Chooses a file on the screen of comparisons. */
async function choose(page: Page, name: string, content: string): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-chosen-"));
  await fs.writeFile(path.join(folder, name), content);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^(Choose a file|Choose another file|Another file)…$/ }).click();
  await (await chooser).setFiles(path.join(folder, name));
}

async function openComparison(page: Page): Promise<void> {
  await command(page, "compare with");
  await expect(page.getByRole("heading", { name: "Compare with an earlier export" })).toBeVisible();
}

test("a past export is compared, filtered, opened, exported", async ({ page, host, service }) => {
  test.slow();
  const dialog = await exportItems(page);
  const [first, second, third] = [...service.company.items.all()];
  service.company.upsertItem({ id: first?.id ?? "", name: "Quite another name", weight: 7.25 });
  service.company.upsertItem({ id: second?.id ?? "", weight: 8.5 });
  service.company.upsertItem({ id: "itm_new", name: "Brand new", status: "available" });
  for (const id of [first?.id ?? "", second?.id ?? "", "itm_new"])
    await callHost(host.url, "refreshRecord", { resource: "items", id });
  service.company.removeItem(third?.id ?? "");
  await callHost(host.url, "verifyRecords", { resource: "items", ids: [third?.id ?? ""] });

  await dialog.getByRole("button", { name: "Another export" }).click();
  await dialog.getByRole("button", { name: "Compare…" }).first().click();
  await expect(summary(page)).toHaveText(/^1 added, 1 gone, 2 changed since .+; 297 the same$/);
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText(/Compared with the present rows of: view All; .*as recorded with that export/),
  ).toBeVisible();
  await expect(differences(page)).toHaveCount(4);
  await expect(differences(page).filter({ hasText: "Brand new" })).toContainText("Added");
  await expect(differences(page).filter({ hasText: "Quite another name" })).toContainText(
    /Name .+ → Quite another name/,
  );
  await expect(differences(page).filter({ hasText: "Gone" })).toContainText(third?.name ?? "");
  await expectAccessible(page);

  await page.getByRole("combobox", { name: "Changed column" }).click();
  await page.getByRole("option", { name: "Name (1)", exact: true }).click();
  await expect(differences(page)).toHaveCount(1);
  await expect(page.getByTestId("difference-count")).toHaveText("1 difference found");
  await differences(page).first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Quite another name" })).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(differences(page)).toHaveCount(1);

  await page.getByText(/^Changed 2$/).click();
  await page.getByRole("combobox", { name: "Changed column" }).click();
  await page.getByRole("option", { name: "Every column" }).click();
  await expect(differences(page)).toHaveCount(2);
  await page.getByRole("searchbox").fill("quite");
  await expect(page.getByTestId("difference-count")).toHaveText("1 difference found");
  await page.getByRole("searchbox").press("ArrowDown");
  await expect(differences(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+e");
  const exporting = page.getByRole("dialog", { name: "Export" });
  await expect(exporting.getByRole("radio", { name: "All 1 filtered change" })).toBeChecked();
  await expect(exporting.getByRole("radio", { name: "Everything 4 changes" })).toBeVisible();
  await exporting.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: /^NDJSON/ }).click();
  await exporting.getByRole("button", { name: "Export 1 change" }).click();
  await expect(exporting.getByTestId("export-end")).toHaveText("Exported 1 change.");
  const download = page.waitForEvent("download");
  await exporting.getByRole("button", { name: "Download", exact: true }).click();
  const line = JSON.parse(await fs.readFile(await (await download).path(), "utf8")) as {
    type: string;
    id: string;
  };
  expect(line).toMatchObject({ type: "changed", id: first?.id, fields: { weight: { new: 7.25 } } });
});

test("a file is chosen, asked about, compared; and refused with the reason", async ({ page, service }) => {
  test.slow();
  const [first, second] = [...service.company.items.all()];
  await openComparison(page);
  await expectAccessible(page);
  await choose(page, "foreign.csv", "name,colour\r\nA,red\r\n");
  await expect(page.getByRole("heading", { name: "foreign.csv cannot be compared" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("has no column “id”");
  await expectAccessible(page);

  const rows = [`${first?.id},"${first?.name}",x`, `${second?.id},Renamed,y`, "itm_gone,Long gone,z"];
  await choose(page, "mine.csv", ["id,name,colour", ...rows, ""].join("\r\n"));
  await expect(page.getByRole("heading", { name: "Which rows does this file have?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Table" }).click();
  await page.getByRole("option", { name: "Items" }).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(summary(page)).toHaveText(/^298 added, 1 gone, 1 changed since .+; 1 the same$/);
  await expect(page.getByText("Columns that were not compared: colour.")).toBeVisible();
  await differences(page).first().focus();
  await page.keyboard.press("End");
  await expect(page.locator('[aria-posinset="300"]').getByRole("button")).toBeFocused();
  expect(await differences(page).count()).toBeLessThan(80);
  await page.reload();
  await expect(summary(page)).toHaveText(/^298 added/);
});

test("what another page sends is refused, and half a file is none", async ({ host }) => {
  const { host: authority, searchParams } = new URL(host.url);
  const token = searchParams.get("token") ?? "";
  const open = (query: string, origin: string): Promise<WebSocket | number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://${authority}/compared?${query}`, { origin });
      socket.once("open", () => resolve(socket));
      socket.once("unexpected-response", (_request, { statusCode }) => resolve(statusCode ?? 0));
      socket.on("error", () => {});
    });
  expect(await open(`token=${token}`, "http://evil.example")).toBe(403);
  expect(await open("token=wrong", `http://${authority}`)).toBe(403);
  const socket = (await open(`token=${token}`, `http://${authority}`)) as WebSocket;
  const { profileId } = host;
  socket.send(JSON.stringify({ profileId, name: "half.csv", writtenAt: new Date().toISOString() }));
  socket.send(Buffer.from("id,name\r\n"));
  await new Promise((resolve) => socket.send(Buffer.from("a,"), resolve));
  socket.terminate();
  await expect
    .poll(async () => fs.readdir(path.join(host.folder, "comparisons")).catch(() => ["unknown"]))
    .toEqual([]);
  expect(await callHost(host.url, "getComparison", { profileId })).toBeNull();
});
