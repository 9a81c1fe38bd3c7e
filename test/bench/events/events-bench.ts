import { setTimeout as sleep } from "node:timers/promises";
import { buildApp } from "../../../scripts/root.ts";
import { against, percentile, type Figure } from "../figure.ts";
import type { WatchedPage } from "../page/watched-page.ts";
import { openLiveStand, type LiveStand } from "./live-stand.ts";

const CHANGES = 20;
/** Ms between two changes: in this time, events earn one request. */
const EARNED_EVERY = 10_000;
/** Ms in which some requests are saved up first. */
const SAVING = 30_000;
const BURST = 10_000;
/** Ms without a request after which a burst is over. */
const QUIET = 60_000;
/** Ms from a change to the frame, for seconds that events are collected. */
const MILLISECONDS = { 0: 500, 2: 3_000 } as const;
const LIMITS = { passes: 1, requests: 20 };
/** Seconds after which collected events have their effect though more come: what is delivered later needs another pass. */
const COLLECTED_AT_MOST = 10;
const PATIENCE = 60_000;
/** Ms between two looks. */
const LOOK = 500;

/** From a change at the service to the row on screen, by an event alone; and what a burst of events costs the service. */
export async function* eventsBench(): AsyncGenerator<Figure> {
  buildApp("all");
  const stand = await openLiveStand();
  for (const collect of [0, 2] as const) yield* changeFigures(stand, collect);
  yield* burstFigures(stand);
  await stand.close();
}

async function* changeFigures(stand: LiveStand, collect: keyof typeof MILLISECONDS): AsyncGenerator<Figure> {
  const { service, watched } = stand;
  await stand.follow(collect);
  await sleep(SAVING);
  const ids = [...service.company.items.all()].slice(0, CHANGES).map(({ id }) => id);
  const painted: number[] = [];
  const asked: number[] = [];
  for (const [number, id] of ids.entries()) {
    const name = `Change ${number} of ${collect} s`;
    service.requests.clear();
    const begun = Date.now();
    service.company.upsertItem({ id, name });
    painted.push((await paintedAt(watched, name)) - begun);
    const [request] = service.requests.entries;
    if (request?.path !== `/inventory/items/${id}`)
      throw new Error(`asked for ${request?.path ?? "nothing"}`);
    asked.push(request.at - begun);
    await sleep(EARNED_EVERY);
  }
  const name = `events: change to painted row, collected for ${collect} s`;
  const whole = percentile(painted, 95);
  yield against(`${name}, p95`, whole, "ms", { name: "limit", value: MILLISECONDS[collect] });
  yield against(`${name}: until the service is asked, p95`, percentile(asked, 95), "ms", {
    name: "until it is painted, p95",
    value: whole,
  });
}

/** When the first row showed that name, after the frame; ms since the epoch. */
async function paintedAt({ page }: WatchedPage, name: string): Promise<number> {
  const shown = await page.waitForFunction(
    (wanted) => {
      const at = window.benchShown.find(({ first }) => first === wanted)?.at;
      return at === undefined ? null : Date.now() - performance.now() + at;
    },
    name,
    // From outside, so that no frame is asked for that the page would not have.
    { polling: LOOK, timeout: PATIENCE },
  );
  return (await shown.jsonValue()) ?? Number.NaN;
}

async function* burstFigures(stand: LiveStand): AsyncGenerator<Figure> {
  const { service, webhook } = stand;
  const before = webhook.counts.accepted;
  service.requests.clear();
  const begun = Date.now();
  service.burst(BURST);
  let [busyAt, deliveredAt] = [begun, begun];
  while (Date.now() - busyAt < QUIET) {
    const isDelivering = webhook.counts.pending > 0;
    if (isDelivering) deliveredAt = Date.now();
    if (isDelivering || (await stand.hasWaiting())) busyAt = Date.now();
    busyAt = Math.max(busyAt, service.requests.entries.at(-1)?.at ?? 0);
    await sleep(LOOK);
  }
  const delivered = webhook.counts.accepted - before;
  if (delivered !== BURST) throw new Error(`the relay took ${delivered} of ${BURST} events`);
  const { entries } = service.requests;
  // A pass begins with the first page of the items.
  const passes = entries.filter(({ path, query }) => path === "/inventory/items" && !("cursor" in query));
  const name = `events: a burst of ${BURST}`;
  yield against(`${name}: until the last is delivered`, (deliveredAt - begun) / 1_000, "s", {
    name: "collected for at most",
    value: COLLECTED_AT_MOST,
  });
  yield against(`${name}: passes`, passes.length, "passes", { name: "limit", value: LIMITS.passes });
  yield against(`${name}: requests`, entries.length, "requests", { name: "limit", value: LIMITS.requests });
}
