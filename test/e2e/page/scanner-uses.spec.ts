import { execFileSync } from "node:child_process";
import fs from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { ScannerKeys } from "../scanner-keys.ts";
import { expectAccessible } from "./axe.ts";
import { addFilter, command, shownRows } from "./steps.ts";

/** The first records of a resource by id. */
async function records(
  url: string,
  resource: "items" | "locations",
  limit: number,
): Promise<readonly { readonly id: string; readonly name: string; readonly locationId: string | null }[]> {
  const query = { version: 1 as const, sort: [{ field: "id", direction: "asc" as const }] };
  const { rows } = await callHost(url, "queryPage", { resource, query, offset: 0, limit });
  return rows.map(({ id, name, locationId }) => ({
    id: String(id),
    name: String(name),
    locationId: typeof locationId === "string" ? locationId : null,
  }));
}

test("scans add values to a filter while the filter's editor is open", async ({ page, hostUrl }) => {
  const scanner = await ScannerKeys.of(page);
  const [one, two] = await records(hostUrl, "locations", 2);
  if (!one || !two) throw new Error("There are no locations.");
  const editor = await addFilter(page, "Location");
  await editor.getByRole("textbox").focus();
  await scanner.scan(one.id);
  await expect(
    page.getByRole("alert").filter({ hasText: `${one.name} is now a value of Location.` }),
  ).toBeVisible();
  await scanner.scan(two.name);
  await expect(editor.getByRole("checkbox", { name: one.name })).toBeChecked();
  await expect(editor.getByRole("checkbox", { name: two.name })).toBeChecked();
  await expect(editor.getByRole("textbox")).toHaveValue("");
  const filter = { field: "locationId", op: "in", value: [one.id, two.id] };
  const { total } = await callHost(hostUrl, "queryCount", {
    resource: "items",
    query: { version: 1, filter },
  });
  await expect.poll(() => shownRows(page)).toBe(total);
  await scanner.scan("no such place");
  await expect(
    page.getByRole("alert").filter({ hasText: "“no such place” is not a value of Location." }),
  ).toBeVisible();
  await expect(editor).toBeVisible();
});

test("scans select the scanned rows in selection mode", { tag: "@whole" }, async ({ page, hostUrl }) => {
  const scanner = await ScannerKeys.of(page);
  const items = await records(hostUrl, "items", 40);
  const place = items[0]?.locationId ?? "";
  const inside = items.filter(({ locationId }) => locationId === place);
  const outside = items.find(({ locationId }) => locationId !== place);
  if (!outside) throw new Error("All items are in one place.");
  const [location] = (await records(hostUrl, "locations", 12)).filter(({ id }) => id === place);
  await page.getByRole("button", { name: "Scan to select" }).click();
  await scanner.scan(outside.id);
  const count = page.getByTestId("selected-count");
  await expect(count).toHaveText("1 row selected");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const editor = await addFilter(page, "Location");
  await scanner.scan(location?.name ?? "");
  await editor.getByRole("button", { name: "Done" }).click();
  for (const { id } of inside) await scanner.scan(id);
  await expect(count).toHaveText(new RegExp(`^${inside.length} rows? selected$`));
  await expect(page.getByRole("region", { name: "Items" })).toContainText(`${inside.at(-1)?.name} · `);
  await scanner.scan(outside.name);
  await expect(
    page.getByRole("alert").filter({ hasText: `“${outside.name}” is not in this table.` }),
  ).toBeVisible();
  await scanner.scan("no such row");
  await expect(
    page.getByRole("alert").filter({ hasText: "“no such row” is not in this table." }),
  ).toBeVisible();
  await expect(count).toHaveText(new RegExp(`^${inside.length} rows? selected$`));
  await expect(page).not.toHaveURL(/record=/);
  await command(page, "Select rows by scanning");
  await scanner.scan(outside.id);
  await expect(page.getByRole("complementary", { name: outside.name })).toBeVisible();
});

test("labels of selected rows show name, type, id and a QR code", async ({ page }) => {
  const rows = 25;
  const id = (at: number): Promise<string | null> => page.locator(`[data-cell="${at}:0"]`).textContent();
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("Space");
  for (let row = 1; row < rows; row += 1) await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByTestId("selected-count")).toHaveText(`${rows} rows selected`);
  const first = await id(0);
  await page.getByRole("button", { name: "Labels…" }).click();
  const preview = page.getByRole("dialog", { name: "Labels" });
  await expect(preview.getByTestId("print-pages")).toHaveText("2 pages");
  const labels = preview.getByRole("article");
  await expect(labels).toHaveCount(rows);
  await expect(labels.first()).toContainText(first ?? "");
  await expect(labels.first().getByRole("img", { name: /^QR code of itm_/ })).toBeVisible();
  await expectAccessible(page, "[data-print-preview]");
  await chooseFormat(page, "Roll, 62 × 29 mm");
  await expect(preview.getByTestId("print-pages")).toHaveText(`${rows} pages`);
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
});

for (const [format, perPage] of [
  ["A4 sheet, 24 labels", 24],
  ["A4 sheet, 14 labels", 14],
  ["Roll, 62 × 29 mm", 1],
  ["Roll, 89 × 36 mm", 1],
] as const)
  test(
    `a reader finds both codes of every printed label: ${format}`,
    perPage === 24 ? {} : { tag: "@whole" },
    async ({ page }, info) => {
      for (const row of [0, 1, 2]) {
        await page.locator(`[data-cell="${row}:0"]`).focus();
        await page.keyboard.press("Space");
      }
      await expect(page.getByTestId("selected-count")).toHaveText("3 rows selected");
      await page.getByRole("button", { name: "Labels…" }).click();
      const preview = page.getByRole("dialog", { name: "Labels" });
      await preview.getByLabel("Barcode, too").check();
      await preview.getByLabel("Own line").fill("{location} · {id}");
      await chooseFormat(page, format);
      const labels = preview.getByRole("article");
      await expect(labels).toHaveCount(3);
      const printed = await labels.evaluateAll((articles) =>
        articles.map((article) =>
          article.querySelector("svg")?.getAttribute("aria-label")?.split(" ").at(-1),
        ),
      );
      const file = info.outputPath("labels.pdf");
      await fs.writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
      // As a label printer prints: 203 dots an inch, without shades.
      const picture = info.outputPath("labels");
      execFileSync("pdftoppm", ["-r", "203", "-mono", file, picture]);
      const pages = (await fs.readdir(info.outputDir)).filter((name) => name.endsWith(".pbm"));
      expect(pages).toHaveLength(Math.ceil(3 / perPage));
      const read = pages.flatMap((name) =>
        execFileSync("zbarimg", ["--quiet", "--nodbus", info.outputPath(name)], { encoding: "utf8" })
          .trim()
          .split("\n"),
      );
      const expected = printed.flatMap((id) => [`CODE-128:${id}`, `QR-Code:${id}`]);
      expect(read.toSorted()).toEqual(expected.toSorted());
    },
  );

test("labels of all rows are printed in parts of 1,000", async ({ page, hostUrl }) => {
  const { total } = await callHost(hostUrl, "queryCount", { resource: "items", query: { version: 1 } });
  await command(page, "Print labels of the selected rows, or of all rows");
  const parts = Math.ceil(total / 1_000);
  const preview = page.getByRole("dialog", { name: `Labels, part 1 of ${parts}` });
  await expect(preview.getByRole("article")).toHaveCount(1_000);
  await preview.getByRole("combobox", { name: "Part" }).click();
  const [from, to] = [(parts - 1) * 1_000 + 1, total].map((number) => number.toLocaleString("en-US"));
  await page.getByRole("option", { name: `${from} to ${to}` }).click();
  const last = page.getByRole("dialog", { name: `Labels, part ${parts} of ${parts}` });
  await expect(last.getByRole("article")).toHaveCount(total - (parts - 1) * 1_000);
  await page.keyboard.press("Escape");
});

async function chooseFormat(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name }).click();
}

test(
  "the settings learn the scanner's key interval from three scans",
  { tag: "@whole" },
  async ({ page, hostUrl }) => {
    const scanner = await ScannerKeys.of(page);
    const [item] = await records(hostUrl, "items", 1);
    const { connectionId } = (await callHost(hostUrl, "bootstrap")).connection ?? { connectionId: "" };
    await page.getByRole("link", { name: "Settings" }).click();
    const section = page.getByRole("region", { name: "Scanner", exact: true });
    await test.step("three scans set the longest pause between two keys of a scan", async () => {
      await section.getByRole("button", { name: "Learn from three scans…" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Learn from three scans" });
      await expect(dialog).toContainText("3 scans to go");
      for (const text of ["label 1", "label 2", "label 3"]) await scanner.scan(text, { gapMs: 20 });
      await expect(dialog).toContainText("Keys at most 30 ms apart will be a scan.");
      await expectAccessible(page, "[role=dialog]");
      await dialog.getByRole("button", { name: "Use it" }).press("Enter");
      await expect(section).toContainText("Keys at most 30 ms apart are a scan.");
    });
    await test.step("a scan pattern finds the id in a scanned URL", async () => {
      await section.getByRole("combobox", { name: "Part of the code" }).click();
      await page.getByRole("option", { name: "A parameter of a URL" }).click();
      await section.getByLabel("Name of the parameter").fill("roll");
      await section.getByLabel("Test").focus();
      await scanner.scan(`https://stock.example.com/?roll=${item?.id}`);
      await expect(section).toContainText(`then “${item?.id}”.`);
      await section.getByRole("button", { name: "Save pattern" }).press("Enter");
      await expect
        .poll(() => callHost(hostUrl, "readRecords", { connectionId, document: "scanPattern" }))
        .toEqual([{ id: "", value: { part: "parameter", name: "roll" } }]);
      await page.getByRole("link", { name: "Overview" }).click();
      await scanner.scan(`https://stock.example.com/?roll=${item?.id}`);
      await expect(page.getByRole("complementary", { name: item?.name ?? "" })).toBeVisible();
    });
    await callHost(hostUrl, "saveRecords", {
      connectionId,
      document: "scanPattern",
      records: [{ id: "", value: null }],
    });
  },
);
