import type { Locator, Page } from "@playwright/test";
import type { ScanPattern } from "../../../shared/features/scanner/scan-pattern.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { SINGLE_RECORD } from "../../../shared/contract/declarations.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { expect, tableTest as test, test as ownTest } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { ScannerKeys } from "../scanner-keys.ts";
import { expectAccessible } from "./axe.ts";
import { connected, shownRows } from "./steps.ts";

const details = (page: Page, name: string): Locator => page.getByRole("complementary", { name });
const searchBox = (page: Page): Locator => page.getByRole("searchbox");

/** A record of the shared company. */
async function record(url: string, resource: Resource, at: number): Promise<{ id: string; name: string }> {
  const query = { version: 1 as const, sort: [{ field: "id", direction: "asc" as const }] };
  const { rows } = await callHost(url, "queryPage", { resource, query, offset: at, limit: 1 });
  return { id: String(rows[0]?.["id"]), name: String(rows[0]?.["name"]) };
}

test("on any screen, a scan opens the record whose id or exact name was scanned", async ({
  page,
  hostUrl,
}) => {
  const scanner = await ScannerKeys.of(page);
  const item = await record(hostUrl, "items", 7);
  const type = await record(hostUrl, "types", 3);
  const location = await record(hostUrl, "locations", 2);
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await scanner.scan(item.id);
  await expect(details(page, item.name)).toBeVisible();
  await scanner.scan(type.name, { end: "Tab" });
  await expect(details(page, type.name)).toBeVisible();
  await expect(page).toHaveURL(/#\/types\?/);
  await scanner.scan(location.id, { gapMs: DEFAULT_SETTINGS.scanGapMs });
  await expect(details(page, location.name)).toBeVisible();
});

test(
  "control characters separate the parts of a scan and trigger no shortcut",
  { tag: "@whole" },
  async ({ page, hostUrl }) => {
    const scanner = await ScannerKeys.of(page);
    const [item, other] = [await record(hostUrl, "items", 5), await record(hostUrl, "items", 6)];
    const { connectionId } = (await callHost(hostUrl, "bootstrap")).connection ?? { connectionId: "" };
    const savePattern = (value: ScanPattern | null) =>
      callHost(hostUrl, "saveRecords", {
        connectionId,
        document: "scanPattern",
        records: [{ id: SINGLE_RECORD, value }],
      });
    await savePattern({ part: "gs1", identifier: "21" });
    await searchBox(page).focus();
    await scanner.scan(`10L-7\u001d21${item.id}`);
    await expect(details(page, item.name)).toBeVisible();
    await scanner.scanAll([{ text: `\u0002${other.id}\u0003`, gapMs: 6 }]);
    await expect(details(page, other.name)).toBeVisible();
    await expect(searchBox(page)).toHaveValue("");
    // Control and X is not a separator, so the whole series of keys is not a scan.
    await searchBox(page).focus();
    await scanner.scan(`0107612345678900\u0018${item.id}`);
    await expect(searchBox(page)).toHaveValue(new RegExp(item.id));
    await expect(details(page, other.name)).toBeVisible();
    await savePattern(null);
  },
);

test("an unknown scan makes a sound and shows a notice", { tag: "@whole" }, async ({ page }) => {
  const scanner = await ScannerKeys.of(page);
  await page.evaluate(() => {
    const { AudioContext: Silent } = window;
    window.AudioContext = class extends Silent {
      constructor() {
        super();
        document.body.dataset["sounds"] = String(Number(document.body.dataset["sounds"] ?? 0) + 1);
      }
    };
  });
  await scanner.scan("foil 12");
  const notice = page.getByRole("alert").filter({ hasText: "Nothing has the id or the name “foil 12”." });
  await expect(notice).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-sounds", "1");
  await notice.getByRole("button", { name: "Search" }).click();
  await expect(searchBox(page)).toHaveValue("foil 12");
});

test("a scan changes no field, selection or row", async ({ page, hostUrl }) => {
  const scanner = await ScannerKeys.of(page);
  const { id, name } = await record(hostUrl, "items", 11);
  await searchBox(page).fill("film");
  await expect.poll(() => shownRows(page)).toBeLessThan(5_000);
  const rows = await shownRows(page);
  await searchBox(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 3));
  await scanner.scan(id);
  await expect(details(page, name)).toBeVisible();
  await expect(searchBox(page)).toHaveValue("film");
  expect(
    await searchBox(page).evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [
      selectionStart,
      selectionEnd,
    ]),
  ).toEqual([1, 3]);
  await expect.poll(() => shownRows(page)).toBe(rows);
});

test(
  "fast typing that is not a scan reaches its field in the typed order",
  { tag: "@whole" },
  async ({ page }) => {
    const scanner = await ScannerKeys.of(page);
    await searchBox(page).focus();
    await scanner.scan("film 20", { end: null });
    await expect(searchBox(page)).toHaveValue("film 20");
    await searchBox(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(0, 4));
    await scanner.scan("foil", { end: null });
    await expect(searchBox(page)).toHaveValue("foil 20");
  },
);

test("keys typed 60 ms apart work as usual in fields and shortcuts", async ({ page, hostUrl }) => {
  const scanner = await ScannerKeys.of(page);
  const typing = { gapMs: 60 };
  await page.locator('[data-cell="0:0"]').focus();
  await scanner.scan("pvc", { ...typing, end: null });
  await expect(page.locator(":focus")).toHaveText(/^PVC/i);
  await scanner.scan("/", { ...typing, end: null });
  await expect(searchBox(page)).toBeFocused();
  const { id } = await record(hostUrl, "items", 3);
  await scanner.scan(id, typing);
  await expect(searchBox(page)).toHaveValue(id);
  await expect(page).not.toHaveURL(/record=/);
});

test("a space within a scanned code presses no button", { tag: "@whole" }, async ({ page, hostUrl }) => {
  const scanner = await ScannerKeys.of(page);
  const { name } = await record(hostUrl, "items", 5);
  expect(name).toContain(" ");
  const totals = page.getByRole("button", { name: "Totals" });
  await totals.focus();
  await scanner.scan(name);
  await expect(details(page, name)).toBeVisible();
  await expect(totals).toHaveAttribute("aria-expanded", "false");
  // The details take the focus once they are loaded.
  await expect(details(page, name).locator(":focus")).toHaveCount(1);
  await totals.focus();
  await scanner.scan(" ", { end: null });
  await expect(totals).toHaveAttribute("aria-expanded", "true");
});

test("a scan closes an open dialog and types nothing in its fields", async ({ page, hostUrl }) => {
  const scanner = await ScannerKeys.of(page);
  const { id, name } = await record(hostUrl, "items", 23);
  await page.keyboard.press("ControlOrMeta+k");
  const box = page.getByRole("combobox", { name: "Go to a command, a view or a record" });
  await expect(box).toBeFocused();
  await scanner.scan(id);
  await expect(details(page, name)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a scan is recognised by its time stamps while the page is busy", async ({ page, hostUrl }) => {
  const scanner = await ScannerKeys.of(page, { timersRun: true });
  const { id, name } = await record(hostUrl, "items", 31);
  await page.locator('[data-cell="0:0"]').focus();
  // Blocks the page in slices, so that keys are handled up to 120 ms late.
  await page.evaluate(() => {
    let slices = 0;
    const block = (): void => {
      const end = performance.now() + 120;
      while (performance.now() < end);
      slices += 1;
      if (slices < 6) setTimeout(block, 3);
    };
    setTimeout(block, 0);
  });
  await scanner.scan(id);
  await expect(details(page, name)).toBeVisible();
  await expect(searchBox(page)).toHaveValue("");
});

test(
  "an API key scanned into the key field is typed there and never shown",
  { tag: "@whole" },
  async ({ page }) => {
    const scanner = await ScannerKeys.of(page);
    await page.goto(page.url().replace(/#.*/, "#/add-connection"));
    const field = page.getByLabel("API key", { exact: true });
    await field.focus();
    await scanner.scan("sk_live_12345", { end: "Tab" });
    await expect(field).toHaveValue("sk_live_12345");
    await expect(field).not.toBeFocused();
    await expect(page.getByText("sk_live_12345")).toHaveCount(0);
  },
);

test(
  "a scan counts as normal typing if the scanner is turned off",
  { tag: "@whole" },
  async ({ page, hostUrl }) => {
    await callHost(hostUrl, "saveSettings", { ...DEFAULT_SETTINGS, recogniseScans: false });
    const scanner = await ScannerKeys.of(page);
    await searchBox(page).focus();
    const { id } = await record(hostUrl, "items", 2);
    await scanner.scan(id);
    await expect(searchBox(page)).toHaveValue(id);
    await expect(page).not.toHaveURL(/record=/);
  },
);

ownTest.describe("a company created by the test", () => {
  ownTest.use({ items: 30 });

  ownTest(
    "scanning a name that several records share lists these records to choose from",
    { tag: "@whole" },
    async ({ page, host, service }) => {
      const [one, two] = [...service.company.items.all()];
      if (!one || !two) throw new Error("The company has no items.");
      service.company.upsertItem({ ...two, name: one.name });
      await connected(page, host, service);
      const scanner = await ScannerKeys.of(page);
      await scanner.scan(one.name);
      const dialog = page.getByRole("dialog", { name: "Several records match" });
      await expect(dialog.getByRole("listitem")).toHaveCount(2);
      await expectAccessible(page, "[role=dialog]");
      const chosen = dialog.getByRole("listitem").filter({ hasText: two.id });
      await chosen.getByRole("link").press("Enter");
      await expect(page).toHaveURL(new RegExp(`record=${two.id}`));
      await expect(dialog).toHaveCount(0);
    },
  );
});
