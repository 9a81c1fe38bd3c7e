import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { EvaluatedRule } from "../../../electron/store/index/alerts/alert-rules.ts";
import { openInventoryStore, type InventoryStore } from "../../../electron/store/store-client.ts";
import type { Watch } from "../../../shared/features/alerts/alerts.ts";
import { NO_LIMITS } from "../../../shared/features/custody/out-limits.ts";
import type { Filter } from "../../../shared/query/query.ts";
import { fillCopy } from "../../helpers/fill-copy.ts";
import { generateRecords } from "../../helpers/records.ts";
import { against, median, milliseconds, type Figure } from "../figure.ts";

const CHANGES = 100;
const ROUNDS = 25;
/** Refreshes before the first that is measured: the app evaluates once a minute, all day. */
const WARM_UP = 15;
/** What the evaluation may take, in ms. */
const LIMIT = { name: "limit", value: 20 };

/** How long 50 rules take after a refresh with 100 changes, from reading to writing. */
export async function* alertFigures(): AsyncGenerator<Figure> {
  for (const items of [100_000, 1_000_000] as const) {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-bench-"));
    const file = path.join(folder, "inventory.sqlite");
    fillCopy(file, items);
    const store = await openInventoryStore(file);
    const rules = fiftyRules();
    await evaluate(store, rules);
    const times: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      await refresh(store, round);
      const time = await milliseconds(() => evaluate(store, rules));
      if (round >= WARM_UP) times.push(time);
      // The inbox does not grow without end: the user acknowledges what came.
      const ids = rules.map(({ rule }) => rule.id);
      await store.writer.changeAlerts(null, { type: "acknowledge" }, ids, Date.now());
    }
    await store.close();
    await fs.rm(folder, { recursive: true });
    const size = items === 100_000 ? "100k" : "1m";
    yield against(`alerts 50 rules, ${CHANGES} changes, ${size}`, median(times), "ms", LIMIT);
  }
}

async function evaluate(store: InventoryStore, rules: readonly EvaluatedRule[]): Promise<void> {
  const now = Date.UTC(2026, 0, 2);
  const found = await store.reader.evaluateAlerts({ rules, limits: NO_LIMITS, now, at: now, missed: false });
  const ids = rules.map(({ rule }) => rule.id);
  await store.writer.saveAlerts(found, ids, now);
}

/** Other weights, lengths and states of some items; the index follows, as the count of the stock has it do. */
async function refresh({ writer, reader }: InventoryStore, round: number): Promise<void> {
  const { pass } = await writer.beginPass();
  await writer.beginListing("items", pass);
  const [records = []] = generateRecords(CHANGES, CHANGES);
  const updatedAt = new Date(Date.UTC(2026, 0, 1) + (round + 1) * 60_000).toISOString();
  const changed = records.map((record, at) => ({
    ...record,
    updatedAt,
    weight: ((at * 7 + round * 13) % 400) / 10,
    remainingLength: (at * 31 + round * 97) % 1_000,
  }));
  const fetched = { sequence: 10 + round, at: Date.now(), servedBy: Date.now(), verified: false };
  await writer.storePages("items", [{ records: changed, requestId: null, fetched }], {
    everything: false,
    facts: {},
  });
  while ((await reader.stockNow("types", Date.now())) === null)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** What people watch: mostly views, some amounts, and one of each other kind. */
function fiftyRules(): readonly EvaluatedRule[] {
  const at = (number: number): Filter => ({
    all: [
      { field: "weight", op: "lt", value: number },
      { field: "status", op: "is", value: number % 2 === 0 ? "available" : "checked_out" },
    ],
  });
  const times = <T>(count: number, make: (number: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, number) => make(number));
  const viewId = randomUUID();
  const amount = { kind: "amount", viewId, direction: "above", threshold: 1e9, clearAt: null } as const;
  return [
    ...times(20, (number) => rule({ kind: "view", viewId, event: "enters" }, at(number))),
    ...times(10, (number) => rule({ kind: "view", viewId, event: "leaves" }, at(number + 20))),
    ...times(6, (number) => rule({ ...amount, measure: "count" }, at(number + 30))),
    ...times(5, (number) => rule({ ...amount, measure: { sum: "weight" } }, at(number))),
    ...times(4, (number) => rule({ kind: "record", resource: "items", id: `item-00000${number}` })),
    ...times(2, () => rule({ kind: "low", typeId: null })),
    ...times(2, (days) =>
      rule(
        { kind: "view", viewId, event: "enters" },
        { field: "updatedAt", op: "withinLast", value: `P${days + 1}D` },
        true,
      ),
    ),
    rule({ kind: "outLonger" }),
  ];
}

function rule(watch: Watch, filter: Filter | null = null, timed = false): EvaluatedRule {
  const id = randomUUID();
  return {
    rule: { id, name: id, paused: false, watch, afterRefreshes: 1, notify: true },
    view: filter && { name: "A view", resource: "items", query: { version: 1, filter }, timed },
    signature: JSON.stringify([watch, filter]),
  };
}
