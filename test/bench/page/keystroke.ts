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
  await small.close();
  yield against("keystroke-100k-while-pulling-p95", percentile(pulling, 95), "ms", {
    name: "idle, p95",
    value: percentile(idle, 95),
  });
}
