import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildApp } from "../../../scripts/root.ts";
import { startSampleService, type SampleService } from "../../service/index.ts";
import { callHost, waitForStatus, waitForStock } from "../../e2e/host-client.ts";
import { startCollectorProcess, type CollectorProcess } from "../../helpers/collector-process.ts";
import { SECRET } from "../../unit/electron/features/collector/serving/webhooks/support.ts";
import { against, percentile, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { indexRead } from "../index-read.ts";
import { launchChromium } from "../page/chromium.ts";
import { readOwnGrid, startOwnHost } from "../page/own-host.ts";
import { WatchedPage } from "../page/watched-page.ts";
import { addTokens, openStreams, STREAMS, STREAMS_OF_TOKEN } from "./streams-bench.ts";

const ITEMS = 100_000;
const CHANGES = 20;
/** Ms between two changes: long enough that each event may cause a request for a single record. */
const EARNED_EVERY = 10_000;
/** The limits of the issue: ms from a change to the painted row, and requests compared with one workstation. */
const LIMITS = { painted: 5_000, requests: 1.1 };
const PATIENCE = 120_000;
/** Ms between two readings of the page. */
const LOOK = 100;

/**
 * Measures the time from a change at the service to a workstation's painted row. The change passes a webhook
 * and the collector, first with one workstation and then with 500.
 */
export async function* paintedBench(): AsyncGenerator<Figure> {
  buildApp("all");
  const folder = await temporaryFolder();
  const service = await startSampleService({ items: ITEMS, seed: 1 });
  const secretFile = path.join(folder, "secret");
  await fs.writeFile(secretFile, SECRET, { mode: 0o600 });
  const events = ["--preset", "standard-webhooks", "--secret-file", secretFile];
  const collector = await startCollectorProcess(service, folder, "--every", "3600", ...events);
  service.addWebhook({ url: `${collector.url}/webhooks`, secret: SECRET });
  const { host, url } = await startOwnHost(path.join(folder, "desk"));
  const browser = await launchChromium();
  try {
    const watched = await openWorkstation(url, collector, await browser.newPage());
    const one = await change(service, watched, "one");
    yield painted("collector: change to painted row, p95", one.painted);
    const streams = await followAll(collector, folder);
    const many = await change(service, watched, "many");
    for (const stream of streams) stream.destroy();
    yield painted(`collector: change to painted row with ${STREAMS} workstations, p95`, many.painted);
    const versus = { name: "one workstation", value: one.requests };
    yield against(
      `collector: requests to the service with ${STREAMS} workstations`,
      many.requests,
      "requests",
      versus,
    );
  } finally {
    await browser.close();
    await host.stop();
    await collector.stop();
    await service.close();
    await removeFolder(folder);
  }
}

const painted = (name: string, times: readonly number[]): Figure =>
  against(name, percentile(times, 95), "ms", { name: "limit", value: LIMITS.painted });

/** Connects a workstation, whose page shows the items that were changed last. */
async function openWorkstation(
  url: string,
  collector: CollectorProcess,
  page: Parameters<typeof WatchedPage.open>[0],
): Promise<WatchedPage> {
  const { connectionId } = await callHost(url, "connect", { baseUrl: collector.url, key: collector.key });
  await waitForStatus(url, ({ state }) => state === "idle", PATIENCE);
  await waitForStock(url);
  const view = { version: 2, viewId: "all", search: "", chips: [] };
  const sort = [{ field: "updatedAt", direction: "desc" }];
  const columns = { order: [], visibility: {}, widths: {}, pins: {} };
  const value = JSON.stringify({ ...view, sort, columns });
  await callHost(url, "saveUiState", { connectionId, name: "view.items", value });
  await page.setViewportSize({ width: 1_440, height: 900 });
  const watched = await WatchedPage.open(page, `${url}#/items`, { read: readOwnGrid });
  await indexRead(url);
  return watched;
}

/** Changes items one by one. @returns ms until each is painted, and the requests that the service got. */
async function change(
  service: SampleService,
  { page }: WatchedPage,
  label: string,
): Promise<{ readonly painted: readonly number[]; readonly requests: number }> {
  const ids = [...service.company.items.all()].slice(0, CHANGES).map(({ id }) => id);
  const times: number[] = [];
  service.requests.clear();
  for (const [number, id] of ids.entries()) {
    const name = `Change ${number} before ${label}`;
    const begun = Date.now();
    service.company.upsertItem({ id, name });
    const shown = await page.waitForFunction(
      (wanted) => {
        const at = window.benchShown.find(({ first }) => first === wanted)?.at;
        return at === undefined ? null : Date.now() - performance.now() + at;
      },
      name,
      // If the test waited for frames, the page would paint more often than it does for a user.
      { polling: LOOK, timeout: PATIENCE },
    );
    times.push(((await shown.jsonValue()) ?? Number.NaN) - begun);
    await sleep(EARNED_EVERY);
  }
  return { painted: times, requests: service.requests.entries.length };
}

/** Opens streams whose clients request the changes at each message, as Stockdeck does. */
function followAll(collector: CollectorProcess, folder: string): ReturnType<typeof openStreams> {
  const tokens = addTokens(path.join(folder, "data"), Math.ceil(STREAMS / STREAMS_OF_TOKEN));
  // The workstation with the watched page already has one stream.
  return openStreams(collector, tokens, STREAMS - 1, (token) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = fetch(`${collector.url}/stockdeck/v1/changes?after=0`, { headers });
    asked.then((answer) => answer.arrayBuffer()).catch(() => {});
  });
}
