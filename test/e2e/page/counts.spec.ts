import type { Locator, Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { ScannerKeys } from "../scanner-keys.ts";
import { expectAccessible } from "./axe.ts";
import { closeCount, openCountDialog, startCount } from "./count-steps.ts";
import { command } from "./steps.ts";

interface Item {
  readonly id: string;
  readonly name: string;
}

/** The items that a count of one location expects, and one of another location. */
async function itemsOf(url: string): Promise<{ place: string; expected: readonly Item[]; other: Item }> {
  const query = {
    version: 1 as const,
    filter: { field: "status", op: "is" as const, value: "available" },
    sort: [{ field: "id", direction: "asc" as const }],
  };
  const { rows } = await callHost(url, "queryPage", { resource: "items", query, offset: 0, limit: 500 });
  const place = String(rows[0]?.["locationName"]);
  const named = (row: (typeof rows)[number]): Item => ({ id: String(row["id"]), name: String(row["name"]) });
  const other = rows.find(({ locationName }) => locationName !== null && locationName !== place);
  if (!other) throw new Error("All items are at one location.");
  return {
    place,
    expected: rows.filter(({ locationName }) => locationName === place).map(named),
    other: named(other),
  };
}

/** The number of items of a kind in the result. */
const inResult = (page: Page, kind: string): Locator =>
  page.getByRole("table", { name: "Result" }).getByRole("row", { name: kind }).getByRole("cell").first();

test.beforeEach(async ({ hostUrl }) => {
  // The tests of a worker share one connection.
  const { connection } = await callHost(hostUrl, "bootstrap", undefined);
  const connectionId = connection?.connectionId ?? "";
  for (const { id } of await callHost(hostUrl, "readRecords", { connectionId, document: "counts" }))
    await callHost(hostUrl, "deleteCount", { connectionId, countId: id });
});

test("the user scans, ticks and measures items of a location", async ({ page, hostUrl }) => {
  const scanner = await ScannerKeys.of(page);
  const { place, expected, other } = await itemsOf(hostUrl);
  const [scanned, ticked] = expected;
  if (!scanned || !ticked) throw new Error("The location has too few items.");
  await openCountDialog(page, place);
  await expectAccessible(page);
  await startCount(page);
  const outcome = page.getByRole("status").filter({ hasText: /counted|not an item/ });
  await test.step("a scan counts an item even if the item is not in the list", async () => {
    await scanner.scan(scanned.id);
    await expect(outcome.filter({ hasText: `${scanned.name} is counted.` })).toBeVisible();
    await scanner.scan(scanned.id);
    await expect(outcome.filter({ hasText: `${scanned.name} was counted before.` })).toBeVisible();
    await scanner.scan(other.id);
    await expect(outcome.filter({ hasText: "it is not in the list" })).toBeVisible();
    await scanner.scan("RACK-1");
    await expect(outcome.filter({ hasText: "“RACK-1” is not an item" })).toBeVisible();
  });
  await test.step("a tick marks an item as counted, and a second click removes the tick", async () => {
    const list = page.getByRole("region", { name: "Expected items" });
    await list.getByRole("textbox").fill(ticked.id);
    const box = list.getByRole("checkbox", { name: `Count ${ticked.name}` });
    await box.click();
    await expect(box).toBeChecked();
    await box.click();
    await expect(box).not.toBeChecked();
    await box.press(" ");
    await expect(box).toBeChecked();
    await list.getByRole("button", { name: `Measure ${ticked.name}` }).click();
    const measure = page.getByRole("dialog", { name: `Measure ${ticked.name}` });
    await measure.getByRole("textbox", { name: "Measured length" }).fill("123456");
    await measure.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: "Counted" }).getByText("123,456")).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("the result has a part for each kind of finding, and the service verifies the missing items", async () => {
    await closeCount(page);
    await expect(inResult(page, "Missing")).not.toHaveText("0");
    for (const kind of [
      "At another location in the system",
      "Not in the system",
      "Length or weight differs",
      "Scanned more than once",
    ])
      await expect(inResult(page, kind)).toHaveText("1");
    await expect(page.getByText(/^Verified at .*the service was asked/)).toBeVisible();
    await expect(page.getByText("Nothing is written to the service.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await expect(page.getByText(/Verified at .*the service was asked/)).toBeVisible();
  });
  await test.step("the list of counts shows each count's state, and the user can delete a count", async () => {
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete…" }).click();
    await expect(page.getByRole("heading", { name: "Counts", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: new RegExp(`^${place}`) })).toHaveCount(0);
  });
});

test("a blind count hides lists and numbers until the count is closed", async ({ page, hostUrl }) => {
  const { place, expected } = await itemsOf(hostUrl);
  const dialog = await openCountDialog(page, place);
  await dialog.getByRole("checkbox", { name: "Blind count" }).check();
  const field = await startCount(page);
  await field.fill(expected[0]?.id ?? "");
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await expect(
    page.getByRole("status").filter({ hasText: `${expected[0]?.name} is counted.` }),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole("table", { name: "Counted" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Expected items" })).toHaveCount(0);
  const text = await page.getByRole("main").innerText();
  if (!expected[1]) throw new Error("The location has too few items.");
  expect(text).not.toContain(expected[1].id);
  expect(text).not.toMatch(/\d+ of \d+/);
  await command(page, "Counts");
  const row = page.getByRole("row", { name: new RegExp(`${place}.*blind`) });
  await expect(row.getByRole("cell", { name: "Hidden" })).toBeVisible();
  await row.getByRole("link").click();
  await closeCount(page);
  await expect(inResult(page, "Present")).toHaveText("1");
});

test(
  "the import of a counted sheet skips items marked as not found",
  { tag: "@whole" },
  async ({ page, hostUrl }) => {
    const { place, expected } = await itemsOf(hostUrl);
    const [one, two, three] = expected;
    await openCountDialog(page, place);
    await startCount(page);
    await page.getByRole("button", { name: "Import a sheet…" }).click();
    const sheet = page.getByRole("dialog", { name: "Import a sheet of counted items" });
    const csv = `Id,Found,Measured length\n${one?.id},yes,1\n${two?.id},no,\n${three?.id},x,\n`;
    await sheet
      .locator("input[type=file]")
      .or(page.locator("input[type=file]"))
      .first()
      .setInputFiles({ name: "count.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await expect(sheet.getByText("2 rows will be counted.")).toBeVisible();
    await sheet.getByRole("button", { name: "Count 2 rows" }).click();
    await expect(page.getByText(/^2 of \d+ counted/)).toBeVisible();
    await expect(page.getByRole("table", { name: "Counted" }).getByText("From a sheet")).toHaveCount(2);
  },
);
