import { FIELDS } from "../../../shared/inventory/fields.ts";
import { buildApp } from "../../../scripts/root.ts";
import { callHost, waitForStatus } from "../../e2e/host-client.ts";
import { against, percentile, type Figure } from "../figure.ts";
import { BenchPage } from "./bench-page.ts";

/** The typed texts: words of names, locations and ids. Most keys change the visible rows. */
const TEXTS = ["film 20", "hall 1", "foil", "itm_b", "tape 12", "steel 0.5", "yard", "copper"];
const ROUNDS = 3;
/** The service's latency in ms, as over a network line. */
const LATENCY = 20;

/** Compares keys during a full pull with idle ones. */
export async function* keystrokeWhilePulling(): AsyncGenerator<Figure> {
  yield await compareKeys("keystroke-100k-while-pulling-p95", ({ url }) => ({
    // A full pull takes longer than a text; it starts again if one has just ended.
    before: () => callHost(url, "syncNow", { full: true }),
    end: () => waitForStatus(url, ({ state }) => state === "idle"),
  }));
}

/** Compares keys while a workbook is written with idle ones. */
export async function* keystrokeWhileExporting(): AsyncGenerator<Figure> {
  yield await compareKeys("keystroke-100k-while-exporting-p95", ({ url }) => {
    const exports = new EndlessExport(url);
    return { before: () => exports.keepRunning(), end: () => exports.cancel() };
  });
}

/** The work that runs while the user types. */
interface Disturbance {
  /** Called before each text. */
  readonly before: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

/**
 * Compares keys during other work with idle ones, in a real browser. A key counts from the search box to the frame with
 * the right count and first row.
 */
async function compareKeys(name: string, disturb: (page: BenchPage) => Disturbance): Promise<Figure> {
  buildApp("page");
  const page = await BenchPage.open(100_000, LATENCY);
  const typeAll = async (before: () => Promise<unknown>): Promise<number[]> => {
    const times: number[] = [];
    for (const text of TEXTS) {
      await before();
      times.push(...(await page.watched.type(text)).times);
    }
    return times;
  };
  const [idle, disturbed]: [number[], number[]] = [[], []];
  // The first keys of a page are slower than later ones, and would distort the comparison.
  await typeAll(async () => {});
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(...(await typeAll(async () => {})));
    const { before, end } = disturb(page);
    disturbed.push(...(await typeAll(before)));
    await end();
  }
  await page.close();
  return against(name, percentile(disturbed, 95), "ms", { name: "idle, p95", value: percentile(idle, 95) });
}

/** An export of every item as a workbook, the slowest format. When it ends, it starts again. */
class EndlessExport {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async keepRunning(): Promise<void> {
    if ((await this.#running()) !== null) return;
    await callHost(this.#url, "startExport", {
      connectionId: await this.#connectionId(),
      resource: "items",
      query: { version: 1 },
      view: null,
      columns: FIELDS.items.map(({ name }) => name),
      format: "xlsx",
      dialect: { delimiter: ",", decimal: "." },
      manifest: false,
      verifyFirst: false,
    });
    if ((await this.#running()) === null) throw new Error("No export runs.");
  }

  async cancel(): Promise<void> {
    for (let id = await this.#running(); id !== null; id = await this.#running())
      await callHost(this.#url, "cancelExport", { id });
  }

  async #running(): Promise<string | null> {
    const [last] = await callHost(this.#url, "listExports", { connectionId: await this.#connectionId() });
    return last?.state === "writing" ? last.id : null;
  }

  async #connectionId(): Promise<string> {
    return (await callHost(this.#url, "bootstrap")).connection?.connectionId ?? "";
  }
}
