import path from "node:path";
import { InventoryWriter } from "../../../electron/store/ingest/inventory-writer.ts";
import { rebuildPast } from "../../../electron/index/rebuild-past.ts";
import { openInventoryStore, type InventoryStore } from "../../../electron/index/inventory-store.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import type { Query } from "../../../shared/query/query.ts";
import { fillCopy } from "../../helpers/fill-copy.ts";
import { generateRecords } from "../../helpers/records.ts";
import { against, median, milliseconds, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";

const ITEMS = 1_000_000;
const CHANGES = [200_000, 1_000_000] as const;
/**
 * Ms until the rows of the day appear, with the usual number of kept changes. With more changes, the progress
 * is shown instead.
 */
const LIMIT = { name: "limit", value: 2_000 };
/** The longest wait of a query of the present rows during that time, in ms. */
const WAIT_LIMIT = { name: "limit", value: 400 };
const OBSERVED = Date.UTC(2026, 5, 1);
const NOW = Date.UTC(2026, 9, 1);
const ROUNDS = 3;
const MEGABYTE = 1_024 * 1_024;

/**
 * Measures a table of a past day at a million items: rebuilding it, its first rows and its memory. Its queries
 * are compared with the same queries of now.
 */
export async function* pastBench(): AsyncGenerator<Figure> {
  const folder = await temporaryFolder();
  const file = path.join(folder, "inventory.sqlite");
  fillCopy(file, ITEMS);
  let done = 0;
  for (const changes of CHANGES) {
    change(file, done, changes);
    done = changes;
    const store = await openInventoryStore(file);
    await store.reader.count("items", { version: 1 }, NOW);
    yield* rebuildFigures(store, changes);
    if (changes === CHANGES[0]) yield* queryFigures(store);
    await store.close();
  }
  await removeFolder(folder);
}

const dayOf = (round: number): string => new Date(OBSERVED + round * 3_600_000).toISOString();

async function* rebuildFigures(store: InventoryStore, changes: number): AsyncGenerator<Figure> {
  const times: number[] = [];
  const waits: number[] = [];
  const before = process.memoryUsage.rss();
  let most = before;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const asOf = dayOf(round);
    const running = new AbortController();
    const present = waitTimes(store, running.signal);
    times.push(
      await milliseconds(async () => {
        await rebuildPast(store.reader, asOf, systemClock);
        await store.reader.window("items", { version: 1, asOf }, 0, 100, NOW);
      }),
    );
    running.abort();
    waits.push(...(await present));
    most = Math.max(most, process.memoryUsage.rss());
  }
  const name = `a past day after ${changes / 1_000}k changes`;
  yield against(name, median(times), "ms", LIMIT);
  yield against(`${name}: the longest wait of another query`, Math.max(...waits), "ms", WAIT_LIMIT);
  const limit = { name: "limit of the app without it", value: 300 };
  yield against(`${name}: memory`, (most - before) / MEGABYTE, "MB", limit);
}

/** The waits of many short queries, in ms. */
async function waitTimes({ reader }: InventoryStore, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) times.push(await milliseconds(() => reader.record("items", "item-000001")));
  return times;
}

/** Compares queries of a past day with the same queries of now. No query is repeated, so that no answer is cached. */
async function* queryFigures({ reader }: InventoryStore): AsyncGenerator<Figure> {
  const asOf = dayOf(ROUNDS);
  const query = (number: number): Query => ({
    version: 1,
    search: `film ${number}`,
    filter: { field: "status", op: "is", value: "checked_out" },
  });
  for (const [name, of] of Object.entries<(number: number) => Query>({
    "search and filter": query,
    "sort by length": (number) => ({
      version: 1,
      filter: { field: "weight", op: "gt", value: number / 1_000 },
      sort: [{ field: "remainingLength", direction: "desc" }],
    }),
  })) {
    const [past, now]: [number[], number[]] = [[], []];
    for (let number = 10; number < 25; number += 1) {
      past.push(await milliseconds(() => reader.window("items", { ...of(number), asOf }, 0, 100, NOW)));
      now.push(await milliseconds(() => reader.window("items", of(number), 0, 100, NOW)));
    }
    yield against(`${name} of a past day`, median(past), "ms", { name: "now", value: median(now) });
  }
}

/** Observes changes of single items: one in five is checked out, moved or cut. */
function change(file: string, done: number, wanted: number): void {
  const writer = new InventoryWriter(file);
  writer.saveFacts({ observedSince: new Date(OBSERVED).toISOString() });
  writer.beginListing("items", writer.beginPass().pass);
  let [count, sequence] = [done, 1_000 + done];
  while (count < wanted)
    for (const records of generateRecords(ITEMS, 5_000)) {
      if (count >= wanted) break;
      sequence += 1;
      const at = OBSERVED + 86_400_000 + sequence * 1_000;
      const changed = records.filter((_, place) => (place + sequence) % 5 === 0);
      const pages = [{ records: changed.map((record, place) => edited(record, place, sequence, at)) }].map(
        (page) => ({
          ...page,
          requestId: null,
          fetched: { sequence, at, servedBy: at, verified: false },
        }),
      );
      writer.storePages("items", pages, null);
      count += changed.length;
    }
  writer.close();
}

function edited(
  record: Readonly<Record<string, unknown>>,
  place: number,
  number: number,
  at: number,
): Record<string, unknown> {
  const updatedAt = new Date(at).toISOString();
  if (place % 3 === 0)
    return { ...record, status: "checked_out", checkedOutToUserId: `usr-${number % 50}`, updatedAt };
  if (place % 3 === 1) return { ...record, locationId: `loc-${number % 24}`, updatedAt };
  return { ...record, remainingLength: number % 700, updatedAt };
}
