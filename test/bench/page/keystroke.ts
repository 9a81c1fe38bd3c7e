import { FIELDS } from "../../../shared/fields.ts";
import { callHost, waitForStatus } from "../../e2e/host-client.ts";
import { against, percentile, type Figure } from "../figure.ts";
import { BenchPage } from "./bench-page.ts";

/** What is typed: words of names, of places, of ids; most keys change the rows that are shown. */
const TEXTS = ["film 20", "hall 1", "foil", "itm_b", "tape 12", "steel 0.5", "yard", "copper"];
const ROUNDS = 3;
/** Of the service, in ms: as over a line. */
const LATENCY = 20;

/** From a key in the search box to the frame with the right count and first row, in a real browser. */
export async function* keystrokeBench(): AsyncGenerator<Figure> {
  const small = await BenchPage.open(100_000, LATENCY);
  const idle: number[] = [];
  const pulling: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of TEXTS) idle.push(...(await small.watched.type(text)).times);
    for (const text of TEXTS) {
      // A full pull takes longer than a text; it is begun anew where one has just ended.
      await callHost(small.url, "syncNow", { full: true });
      pulling.push(...(await small.watched.type(text)).times);
    }
    await waitForStatus(small.url, ({ state }) => state === "idle");
  }
  const exporting: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of TEXTS) {
      await keepExporting(small.url);
      exporting.push(...(await small.watched.type(text)).times);
    }
  }
  await small.close();
  const still = { name: "idle, p95", value: percentile(idle, 95) };
  yield against("keystroke-100k-while-pulling-p95", percentile(pulling, 95), "ms", still);
  yield against("keystroke-100k-while-exporting-p95", percentile(exporting, 95), "ms", still);
}

/** Begins an export of every item as a workbook, the slowest of the formats, unless one runs. */
async function keepExporting(url: string): Promise<void> {
  const { profileId = "" } = (await callHost(url, "bootstrap")).connection ?? {};
  const [last] = await callHost(url, "listExports", { profileId });
  if (last?.state === "writing") return;
  await callHost(url, "startExport", {
    profileId,
    resource: "items",
    query: { version: 1 },
    view: null,
    columns: FIELDS.items.map(({ name }) => name),
    format: "xlsx",
    dialect: { delimiter: ",", decimal: "." },
    manifest: false,
    verifyFirst: false,
  });
}
