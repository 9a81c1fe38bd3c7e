import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../../../../electron/base/log.ts";
import { StockMonitor } from "../../../../../electron/features/history/stock-monitor.ts";
import type { InventoryStore } from "../../../../../electron/store/store-client.ts";
import { fakeClock } from "../../../../helpers/fake-clock.ts";
import { fillCopy } from "../../../../helpers/fill-copy.ts";
import { openInProcess } from "../../../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../../helpers/wait-until.ts";
import { NO_LIMITS } from "../../../../../shared/features/custody/out-limits.ts";
import { localDay } from "../../../../../shared/base/time/local-day.ts";

const DAY = 86_400_000;

interface Rig {
  readonly store: InventoryStore;
  readonly snapshots: StockMonitor;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly lines: string[];
  /** How often the stock was written, and a pass was reported; and the revision of the rows. */
  readonly seen: { saves: number; passes: number; revision: number };
  /** The days that have a snapshot, with their available items. */
  readonly days: () => Promise<readonly (readonly [string, number])[]>;
}

async function rigOf(items: number, wrap = (store: InventoryStore): InventoryStore => store): Promise<Rig> {
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  fillCopy(file, items);
  const store = wrap(openInProcess(file));
  const clock = fakeClock(Date.parse("2026-03-10T11:00:00Z"));
  const lines: string[] = [];
  const seen = { saves: 0, passes: 0, revision: 0 };
  const snapshots = new StockMonitor({
    store,
    clock,
    log: createLog((line) => lines.push(line)),
    revision: () => seen.revision,
    own: () => Promise.resolve({ outLimits: NO_LIMITS, mutes: [] }),
    saveProblems: async (mutes) => void (await store.writer.saveProblems(mutes, clock.now(), null)),
    save: async (rows, limits) => {
      seen.saves += 1;
      await store.writer.saveStock(rows, limits, clock.now());
    },
    onHistory: () => void (seen.passes += 1),
  });
  onTestFinished(async () => {
    await snapshots.close();
    await store.close();
  });
  const days = async () => {
    const history = await store.reader.stockHistory({ dimension: "types", id: null }, 731, clock.now());
    return history.map(({ day, statuses }) => [day, statuses["available"]?.items ?? 0] as const);
  };
  return { store, snapshots, clock, lines, seen, days };
}

describe("the stock's monitor", () => {
  it("the stock monitor keeps one snapshot for each local day on which a pass ended", async () => {
    const { snapshots, clock, days } = await rigOf(60);
    for (const step of [0, 60_000, 2 * DAY]) {
      clock.step(step);
      snapshots.itemsChanged(false);
      await waitUntil(
        async () => (await days()).at(-1)?.[0] === localDay(new Date(clock.now())),
        "the snapshot of the day",
      );
    }
    const [first, last, ...others] = await days();
    expect(others).toEqual([]);
    expect(first?.[1]).toBeGreaterThan(0);
    expect(Date.parse(last?.[0] ?? "") - Date.parse(first?.[0] ?? "")).toBe(2 * DAY);
  });

  it("the stock monitor counts only after changes, and reports every pass", async () => {
    const { snapshots, seen } = await rigOf(60);
    for (const [revision, saves] of [
      [7, 1],
      [7, 1],
      [8, 2],
    ] as const) {
      const { passes } = seen;
      seen.revision = revision;
      snapshots.itemsChanged(false);
      await waitUntil(() => seen.passes > passes, "the report of the pass");
      expect(seen.saves).toBe(saves);
    }
  });

  it("the stock monitor counts again if the user changes settings for the rows", async () => {
    const { snapshots, seen } = await rigOf(60);
    for (const saves of [1, 2]) {
      const { passes } = seen;
      snapshots.recount();
      await waitUntil(() => seen.passes > passes, "the report of the count");
      expect(seen.saves).toBe(saves);
    }
  });

  it("the stock monitor counts again after a count that ran while the user changed settings", async () => {
    const seen: string[] = [];
    const { snapshots } = await rigOf(60, (store) => ({
      ...store,
      writer: new Proxy(store.writer, {
        get: (writer, name) =>
          name === "saveStock"
            ? async (...input: Parameters<typeof writer.saveStock>) => {
                seen.push("counted");
                if (seen.length === 1) snapshots.recount();
                return writer.saveStock(...input);
              }
            : Reflect.get(writer, name),
      }),
    }));
    snapshots.itemsChanged(false);
    await waitUntil(() => seen.length > 1, "the second count");
    expect(seen).toEqual(["counted", "counted"]);
  });

  it("the stock monitor waits for the index of a long table, and ends when the copy closes", async () => {
    const { snapshots, days, lines } = await rigOf(60, (store) => ({
      ...store,
      reader: new Proxy(store.reader, {
        get: (reader, name) =>
          name === "stockNow" ? () => Promise.resolve(null) : Reflect.get(reader, name),
      }),
    }));
    snapshots.itemsChanged(true);
    await snapshots.close();
    expect(await days()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("the stock monitor logs a disk that refuses, and continues with the next pass", async () => {
    let refuses = true;
    const { snapshots, days, lines } = await rigOf(60, (store) => ({
      ...store,
      writer: new Proxy(store.writer, {
        get: (writer, name) =>
          name === "saveStock" && refuses
            ? () => Promise.reject(new Error("disk full"))
            : Reflect.get(writer, name),
      }),
    }));
    snapshots.itemsChanged(false);
    await waitUntil(() => lines.length > 0, "the log line");
    expect(lines.join("")).toContain("the stock was not counted");
    refuses = false;
    snapshots.itemsChanged(false);
    await waitUntil(async () => (await days()).length === 1, "the next snapshot");
  });
});
