import type { Page } from "@playwright/test";
import { buildApp } from "../../../scripts/root.ts";
import { callHost } from "../../e2e/host-client.ts";
import { ScannerKeys } from "../../e2e/scanner-keys.ts";
import { against, milliseconds, percentile, type Figure } from "../figure.ts";
import { BenchPage } from "../page/bench-page.ts";

const ITEMS = 1_000_000;
const LIMIT = { name: "limit, p95", value: 150 };
const SCANS = 40;
/** Ms after which a screen rests. */
const REST_MS = 1_500;
/** The distance between two scanned items. */
const STEP = 24_571;

interface Scanned {
  readonly id: string;
  readonly name: string;
}

declare global {
  interface Window {
    /** The time stamp of the last scan's end key. */
    benchScanned: number;
  }
}

/** Measures scans at a million items: the look-up alone, and from the last key to the record on screen. */
export async function* scannerBench(): AsyncGenerator<Figure> {
  buildApp("page");
  const bench = await BenchPage.open(ITEMS, 0);
  const { page } = bench.watched;
  const items = await someItems(bench.url);
  const { connectionId } = (await callHost(bench.url, "bootstrap")).connection ?? { connectionId: "" };
  for (const [what, textOf] of [
    ["id", ({ id }: Scanned) => id],
    ["name", ({ name }: Scanned) => name],
    ["unknown", ({ id }: Scanned) => `no ${id}`],
  ] as const) {
    const times: number[] = [];
    for (const item of items) {
      const input = { connectionId, text: textOf(item), resources: ["items", "types", "locations"] as const };
      times.push(
        await milliseconds(() =>
          callHost(bench.url, "lookUpScan", { ...input, resources: [...input.resources] }),
        ),
      );
    }
    yield against(`scan-look-up-1m-by-${what}-p95`, percentile(times, 95), "ms", LIMIT);
  }
  await page.evaluate(() =>
    window.addEventListener("keyup", ({ timeStamp }) => (window.benchScanned = timeStamp), { capture: true }),
  );
  const scanner = await ScannerKeys.of(page);
  for (const screen of ["Items", "Overview"]) {
    const times: number[] = [];
    for (const [at, { id, name }] of items.entries()) {
      await page.getByRole("link", { name: screen, exact: true }).click();
      await page.waitForTimeout(REST_MS);
      times.push(await scanToRecord(page, name, () => scanner.scan(at % 2 === 0 ? id : name)));
    }
    yield against(`scan-to-record-1m-from-${screen.toLowerCase()}-p95`, percentile(times, 95), "ms", LIMIT);
  }
  await bench.close();
}

async function someItems(url: string): Promise<readonly Scanned[]> {
  const items: Scanned[] = [];
  for (let at = 0; at < SCANS; at += 1) {
    const query = { version: 1 as const, sort: [{ field: "name", direction: "asc" as const }] };
    const window = { offset: at * STEP, limit: 1 };
    const { rows } = await callHost(url, "queryPage", { resource: "items", query, ...window });
    items.push({ id: String(rows[0]?.["id"]), name: String(rows[0]?.["name"]) });
  }
  return items;
}

/** Ms from the time stamp of a scan's end to the frame with its record. */
async function scanToRecord(page: Page, name: string, scan: () => Promise<void>): Promise<number> {
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isShown = (): boolean =>
          document.querySelector("aside h2, aside h1")?.textContent?.includes(wanted) === true;
        const look = (): void => {
          if (!isShown()) return;
          observer.disconnect();
          // The time at the end of the frame.
          requestAnimationFrame(() => {
            const done = (): void => resolve(performance.now() - window.benchScanned);
            void scheduler.postTask(done, { priority: "user-blocking" });
          });
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      }),
    name,
  );
  await scan();
  return shown;
}
