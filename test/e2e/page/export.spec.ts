import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { parquetReadObjects } from "hyparquet";
import { expect, connectedTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { chooseFormat, exportDialog, openExport } from "./export-steps.ts";
import { cellsOf, command, rowsHere, shownRows, shownText } from "./steps.ts";

// The service does not change, so an export has as many rows as were counted before.
test.use({ items: 5_000 });

/** Downloads the exported file. @returns its text. */
async function downloaded(
  page: Page,
  dialog: Locator,
): Promise<{ readonly name: string; readonly text: string }> {
  const begun = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download", exact: true }).first().click();
  return textOf(await begun);
}

async function textOf(download: Download): Promise<{ readonly name: string; readonly text: string }> {
  return { name: download.suggestedFilename(), text: await fs.readFile(await download.path(), "utf8") };
}

test("an export has the rows, the order and the columns of the table", async ({ page }) => {
  await page.getByRole("searchbox").fill("film");
  await page.getByRole("columnheader", { name: "Remaining length" }).click();
  await expect(page.getByTestId("result-count")).toContainText("of");
  await rowsHere(page);
  const lengths = cellsOf(page, "remainingLength");
  const shortestFirst = async (): Promise<boolean> => {
    const texts = (await lengths.allTextContents()).slice(0, 20);
    const numbers = texts.map((text) => Number(text.replaceAll(",", "")));
    return numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0));
  };
  await expect.poll(shortestFirst).toBe(true);
  const first = await shownText(cellsOf(page, "name").first());
  const dialog = await openExport(page);
  const filtered = dialog.getByRole("radio", { name: /^All [\d,]+ filtered rows$/ });
  await expect(filtered).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "Everything 5,000" })).toBeVisible();
  const count = await shownRows(page);
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: `Export ${count.toLocaleString("en")} rows` }).click();
  await expect(dialog.getByTestId("export-end")).toHaveText(`Exported ${count.toLocaleString("en")} rows.`);
  await expectAccessible(page, "[role=dialog]");
  const { name, text } = await downloaded(page, dialog);
  expect(name).toMatch(/^items-all-\d{4}-\d\d-\d\d\.csv$/);
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    "\ufeffname,status,locationName,materialTypeName,remainingLength,weight,checkedOutToUserId,checkedOutAt,updatedAt",
  );
  expect(lines).toHaveLength(count + 1);
  const begin = `${first},`;
  expect(lines[1]?.replaceAll('"', "").slice(0, begin.length)).toBe(begin);
});

test(
  "the user exports selected rows as NDJSON with a SHA-256 manifest",
  { tag: "@whole" },
  async ({ page }) => {
    await page.getByRole("grid").getByRole("checkbox").nth(1).click();
    await page.getByRole("grid").getByRole("checkbox").nth(3).click();
    await page.keyboard.press("ControlOrMeta+e");
    const dialog = exportDialog(page);
    await expect(dialog.getByRole("radio", { name: "Selected 2 rows" })).toBeChecked();
    await dialog.getByRole("radio", { name: "All fields", exact: true }).click();
    await chooseFormat(page, "NDJSON");
    await dialog.getByRole("checkbox", { name: /^A manifest/ }).click();
    await dialog.getByRole("checkbox", { name: "Verify each of the 2 rows with the service first" }).click();
    await dialog.getByRole("button", { name: "Export 2 rows" }).click();
    await expect(dialog.getByTestId("export-end")).toHaveText("Exported 2 rows.");
    const both: Download[] = [];
    page.on("download", (download) => both.push(download));
    await dialog.getByRole("button", { name: "Download" }).click();
    await expect.poll(() => both.length).toBe(2);
    const [data, manifest] = await Promise.all(both.map(textOf));
    const records = (data?.text.trimEnd().split("\n") ?? []).map(
      (line) => JSON.parse(line) as { id: string },
    );
    expect(records.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^itm_/),
      expect.stringMatching(/^itm_/),
    ]);
    expect(JSON.parse(manifest?.text ?? "")).toMatchObject({
      rows: 2,
      sha256: createHash("sha256")
        .update(data?.text ?? "")
        .digest("hex"),
      view: { name: "All" },
    });

    await dialog.getByRole("button", { name: "Another export" }).click();
    const last = dialog.getByRole("region", { name: "Last exports" }).getByRole("listitem").first();
    await expect(last).toContainText("Items, All: 2 rows as NDJSON");
    await last.getByRole("button", { name: "Run again" }).click();
    await expect(dialog.getByTestId("export-end")).toHaveText("Exported 2 rows.");
  },
);

test("the user exports all fields as Parquet with typed columns", { tag: "@whole" }, async ({ page }) => {
  await page.getByRole("grid").getByRole("checkbox").nth(1).click();
  const dialog = await openExport(page);
  await dialog.getByRole("radio", { name: "All fields", exact: true }).click();
  await chooseFormat(page, "Parquet");
  await dialog.getByRole("button", { name: "Export 1 row" }).click();
  await expect(dialog.getByTestId("export-end")).toHaveText("Exported 1 row.");
  const begun = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/\.parquet$/);
  const bytes = new Uint8Array(await fs.readFile(await download.path()));
  const [row, ...others] = await parquetReadObjects({ file: bytes.buffer });
  expect(others).toEqual([]);
  expect(row).toMatchObject({ id: expect.stringMatching(/^itm_/), updatedAt: expect.any(Date) });
});

test("the export dialog remembers the last settings of each view", { tag: "@whole" }, async ({ page }) => {
  const dialog = await openExport(page);
  await dialog.getByRole("radio", { name: /names next to ids$/ }).click();
  await chooseFormat(page, "CSV");
  await dialog.getByRole("combobox", { name: "Separators and decimals" }).click();
  await page.getByRole("option", { name: "Semicolons, 1,5" }).click();
  await dialog.getByRole("button", { name: "Export 5,000 rows" }).click();
  await expect(dialog.getByTestId("export-end")).toHaveText("Exported 5,000 rows.");
  const { text } = await downloaded(page, dialog);
  expect(text).toMatch(/^\ufeffid;name;status;locationId;locationName;materialTypeId;materialTypeName;/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await command(page, "export…");
  await expect(dialog.getByRole("radio", { name: /names next to ids$/ })).toBeChecked();
  await expect(dialog.getByRole("combobox", { name: "Separators and decimals" })).toHaveValue(
    "Semicolons, 1,5",
  );
});
