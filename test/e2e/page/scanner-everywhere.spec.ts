import type { Page } from "@playwright/test";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { expect, tableTest as test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { ScannerKeys } from "../scanner-keys.ts";

const SCANS = 1_000;

/** Places that may have the focus; on each screen, the first existing place is used. */
const FOCUSED = {
  "a field": "main input:not([type=radio], [type=checkbox])",
  "a cell": '[data-cell="0:0"]',
  "a button": "main button:not(:disabled)",
  "the page": "main",
} as const;

declare global {
  interface Window {
    /** The fields of the screen, and their texts before the scans. */
    textsBefore: ReadonlyMap<HTMLInputElement, string>;
  }
}

/** Notes the texts of all fields. */
const noteFields = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>("input, textarea");
    window.textsBefore = new Map(Array.from(fields, (field) => [field, field.value]));
  });

/** The texts that fields got since they were noted. */
const changedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...window.textsBefore].filter(([field, text]) => field.value !== text).map(([field]) => field.value),
  );

test(
  "all of 1,000 fast scans are recognised on every screen",
  { tag: "@whole" },
  async ({ page, hostUrl }) => {
    // The test takes 20 s with two cores, and longer if other tests run.
    test.slow();
    const lookedUp: string[] = [];
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const { call, input } = JSON.parse(String(payload)) as { call: string; input: { text: string } };
        if (call === "lookUpScan") lookedUp.push(input.text);
      }),
    );
    await callHost(hostUrl, "saveSettings", { ...DEFAULT_SETTINGS, scanSound: false });
    const { connectionId } = (await callHost(hostUrl, "bootstrap")).connection ?? { connectionId: "" };
    const firstId = async (resource: "types" | "locations"): Promise<string> => {
      const window = { offset: 0, limit: 1 };
      const { rows } = await callHost(hostUrl, "queryPage", { resource, query: { version: 1 }, ...window });
      return String(rows[0]?.["id"]);
    };
    const screens = [
      "/overview",
      "/checked-out",
      "/checked-out/sheet",
      "/alerts",
      "/items",
      "/types",
      "/locations",
      `/types/${await firstId("types")}?connection=${connectionId}`,
      `/locations/${await firstId("locations")}?connection=${connectionId}`,
      "/activity",
      "/counts",
      "/counts/unknown",
      "/cuts",
      "/cuts/unknown",
      "/data-problems",
      "/names",
      "/units",
      "/prices",
      "/stock-value",
      "/diagnostics",
      "/settings",
      "/add-connection",
    ];
    await page.reload();
    await expect(page.getByRole("gridcell").first()).toBeVisible();
    const scanner = await ScannerKeys.of(page);
    const sent: string[] = [];
    const places = Object.entries(FOCUSED);
    const rounds = Math.ceil(SCANS / screens.length / places.length);
    for (const screen of screens) {
      // Keys that come before the next screen go to the former one, which may write its filter into the address.
      await page.evaluate((hash) => {
        document.querySelector("h1")?.setAttribute("data-former", "");
        window.location.hash = hash;
      }, screen);
      await expect(page.locator("h1:not([data-former])")).toBeAttached();
      await expect(page.locator("h1[data-former]")).toHaveCount(0);
      for (const [place, selector] of places) {
        await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.focus(), selector);
        const { hash } = new URL(page.url());
        await noteFields(page);
        const scans = Array.from({ length: rounds }, (_, round) => ({
          // The text contains shortcuts of plain keys, and a space, which presses buttons.
          text: `r/ ${(sent.length + round).toString(36)}`,
          end: round % 2 === 0 ? ("Enter" as const) : ("Tab" as const),
        }));
        sent.push(...scans.map(({ text }) => text));
        await scanner.scanAll(scans);
        expect(new URL(page.url()).hash, `the screen, with the focus in ${place}`).toBe(hash);
        expect(await changedTexts(page), `fields of ${screen}, with the focus in ${place}`).toEqual([]);
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
    }
    await expect.poll(() => lookedUp.length).toBe(sent.length);
    expect(lookedUp).toEqual(sent);
    expect(sent.length).toBeGreaterThanOrEqual(SCANS);
  },
);
