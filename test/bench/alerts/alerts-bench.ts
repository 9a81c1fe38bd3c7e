import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { AlertMonitor } from "../../../electron/features/alerts/alert-monitor.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { openInventoryStore, type InventoryStore } from "../../../electron/index/inventory-store.ts";
import { BLANK_STATUS } from "../../../electron/sync/status-store.ts";
import { DEFAULT_ALERT_SETTINGS } from "../../../shared/features/alerts/alerts.ts";
import { NO_LIMITS } from "../../../shared/features/custody/out-limits.ts";
import { fillCopy } from "../../helpers/fill-copy.ts";
import { generateRecords } from "../../helpers/records.ts";
import { against, median, milliseconds, percentile, type Figure } from "../figure.ts";
import { fiftyRules } from "./fifty-rules.ts";

const ITEMS = 1_000_000;
const CHANGES = 100;
const ROUNDS = 15;
/** Ms that 50 rules may take, and that a key may take meanwhile (p95). */
const LIMITS = {
  rules: { name: "limit", value: 2_000 },
  key: { name: "limit", value: 50 },
} as const;
/** The texts typed while rules are evaluated, letter by letter. */
const TEXTS = ["film 20", "roll #7", "µm roll", "item-00k"];
/** Ms between two keys. */
const KEY_INTERVAL = 100;
const NOW = Date.UTC(2026, 0, 2);
const CONNECTION_ID = "bench";

/**
 * Measures 50 rules after a refresh with 100 changes, and search-box keys during that time. The time of the
 * rules runs from reading to writing.
 */
export async function* alertsBench(): AsyncGenerator<Figure> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-bench-"));
  const file = path.join(folder, "inventory.sqlite");
  fillCopy(file, ITEMS);
  const store = await openInventoryStore(file);
  const monitor = monitorOf(store);
  await refresh(store, 0);
  await monitor.evaluate(CONNECTION_ID);
  const idle = await typing(store, Promise.resolve(), 2 * ROUNDS);
  const times: number[] = [];
  const timesTyping: number[] = [];
  const keys: number[] = [];
  for (let round = 1; round <= 2 * ROUNDS; round += 1) {
    await refresh(store, round);
    if (round % 2 === 0) times.push(await milliseconds(() => monitor.evaluate(CONNECTION_ID)));
    else {
      const evaluated = milliseconds(() => monitor.evaluate(CONNECTION_ID));
      keys.push(...(await typing(store, evaluated)));
      timesTyping.push(await evaluated);
    }
  }
  await monitor.close();
  await store.close();
  await fs.rm(folder, { recursive: true });
  yield against("alerts 50 rules, 1m", median(times), "ms", LIMITS.rules);
  yield against("alerts 50 rules, 1m, while typing", median(timesTyping), "ms", LIMITS.rules);
  yield against("alerts key without rules, 1m, p95", percentile(idle, 95), "ms", LIMITS.key);
  yield against("alerts key while 50 rules are evaluated, 1m, p95", percentile(keys, 95), "ms", LIMITS.key);
}

/** Ms from each key to its rows: at least `least` keys, and more while `running` is true. */
async function typing({ reader }: InventoryStore, running: Promise<unknown>, least = 1): Promise<number[]> {
  const times: number[] = [];
  let hasEnded = false;
  void running.then(() => (hasEnded = true));
  for (const search of letters()) {
    if (hasEnded && times.length >= least) break;
    const pause = new Promise((resolve) => setTimeout(resolve, KEY_INTERVAL));
    times.push(await milliseconds(() => reader.window("items", { version: 1, search }, 0, 100, NOW)));
    await pause;
  }
  return times;
}

function* letters(): Generator<string> {
  for (;;)
    for (const text of TEXTS)
      for (let length = 1; length <= text.length; length += 1) yield text.slice(0, length);
}

function monitorOf(store: InventoryStore): AlertMonitor {
  const { rules, views } = fiftyRules(CONNECTION_ID);
  const status = { ...BLANK_STATUS, firstPullComplete: true };
  return new AlertMonitor({
    clock: { ...systemClock, now: () => NOW },
    log: {
      info: () => {},
      warn: (message, details) => {
        throw new Error(message, { cause: details?.["cause"] });
      },
    },
    current: () => ({
      connectionId: CONNECTION_ID,
      store,
      status,
      serviceNow: NOW,
      keyError: null,
      unsent: 0,
    }),
    rules: async () => rules,
    teamRules: async () => [],
    views: async () => views,
    limits: async () => ({ ...NO_LIMITS, all: 290 }),
    settings: async () => DEFAULT_ALERT_SETTINGS,
    kept: new Map(),
    show: () => {},
    onAlerts: () => {},
    onRules: () => {},
  });
}

/** Changes weights and lengths of some items. The index is updated as when the stock is counted. */
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
