import type { Page } from "@playwright/test";
import type { SampleService } from "../../service/index.ts";
import { connectedTest, expect, type BrowserHost } from "../fixtures.ts";
import { findEnglish, pseudoCatalogue } from "./pseudo-language.ts";
import { DIALOG_KEYS, SCREENS, type Screen } from "./screens.ts";

/** Names that are the same in every language. */
const NAMES = [
  "Stockdeck",
  "API",
  "CSV",
  "XLSX",
  "JSON",
  "NDJSON",
  "Parquet",
  "PDF",
  "URL",
  "UTC",
  "SQL",
  "MCP",
];
/** The names of keys in tooltips. */
const KEYS = ["Alt", "Ctrl", "Shift", "Enter", "Esc"];

connectedTest.use({ items: 60, locale: "ja-JP" });

/** The form of another connection, a screen too. */
const FORM = "add-connection" as const;

/** Words on screens that are no texts of the page. */
const WORDS: Readonly<Partial<Record<Screen | typeof FORM, readonly string[]>>> = {
  items: KEYS,
  types: KEYS,
  locations: KEYS,
  // Requests and files.
  diagnostics: ["GET", "inventory", "items", "types", "locations", "limit", "req", "user", "sqlite", "wal"],
  // The host of this test is in English, and describes the mail that it sends.
  settings: [
    ..."Digest of alerts. A message with the active alerts of this connection, and which of them are new, on the days you choose.".split(
      /\W+/,
    ),
    // Languages are in their own words.
    ..."As the system English Deutsch Español Français Português Brasil".split(" "),
  ],
};

/** Opens a page in the pseudo-language, whose texts are in brackets. */
async function openPseudo(page: Page, host: BrowserHost): Promise<void> {
  await page.addInitScript((catalogue) => {
    Object.assign(globalThis, { stockdeckCatalogue: catalogue });
  }, pseudoCatalogue());
  await page.goto("about:blank");
  await page.goto(`${host.url}#/items`);
  await expect(page.getByRole("contentinfo")).toContainText("⟧");
}

/** Shows another screen. Each has its own title. */
async function show(page: Page, screen: string): Promise<void> {
  const title = page.getByRole("main").getByRole("heading", { level: 1 });
  const former = await title.textContent();
  const { hash } = new URL(page.url());
  await page.evaluate((next) => (location.hash = next), `#/${screen}`);
  if (hash !== `#/${screen}`) await expect(title).not.toHaveText(former ?? "");
  await expect(title).toContainText("⟧");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** The words of the data and addresses, and those of dates in Polish. */
function wordsOf({ company, url }: SampleService, host: BrowserHost): readonly string[] {
  const data = [...company.items.all(), ...company.types.all(), ...company.locations.all()];
  const format = new Intl.DateTimeFormat("pl", { dateStyle: "medium" });
  const weekday = new Intl.DateTimeFormat("pl", { weekday: "short" });
  const dates = Array.from({ length: 12 }, (_, at) => [
    format.format(Date.UTC(2026, at, 9)),
    weekday.format(Date.UTC(2026, 0, at)),
  ]);
  return `${JSON.stringify([data, dates])} ${host.url} ${url}`.match(/[A-Za-z]{3,}/g) ?? [];
}

connectedTest(
  "every word on every screen comes from a translatable message, and no word is cut off",
  async ({ page, service, host }) => {
    connectedTest.slow();
    await openPseudo(page, host);
    const data = wordsOf(service, host);
    for (const screen of [...SCREENS, FORM]) {
      await show(page, screen);
      const found = await page.evaluate(findEnglish, [...NAMES, ...(WORDS[screen] ?? []), ...data]);
      expect.soft(found, `words on the screen ${screen}`).toEqual([]);
    }
  },
);

connectedTest(
  "every word in every dialog comes from a translatable message, and no word is cut off",
  async ({ page, service, host }) => {
    await openPseudo(page, host);
    await show(page, "items");
    const words = [...NAMES, ...KEYS, ...wordsOf(service, host)];
    for (const [dialog, keys] of Object.entries(DIALOG_KEYS)) {
      await page.getByRole("gridcell").first().click();
      await page.keyboard.press(keys);
      await expect(page.getByRole("dialog")).toContainText("⟧");
      expect.soft(await page.evaluate(findEnglish, words), `words in the dialog ${dialog}`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  },
);

connectedTest("screens are mirrored in a right-to-left language", async ({ page, host }) => {
  await openPseudo(page, host);
  await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
  const { width } = page.viewportSize() ?? { width: 0 };
  for (const screen of ["overview", "items", "settings"]) {
    await show(page, screen);
    const navigation = await page.getByRole("navigation").first().boundingBox();
    expect.soft((navigation?.x ?? 0) + (navigation?.width ?? 0), `the right side of ${screen}`).toBe(width);
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), `the width of ${screen}`)
      .toBe(width);
  }
});
