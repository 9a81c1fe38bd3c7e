import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../../../electron/base/log.ts";
import { StockMonitor } from "../../../../electron/monitor/stock-monitor.ts";
import type { InventoryStore } from "../../../../electron/store/store-client.ts";
import { fakeClock } from "../../../helpers/fake-clock.ts";
import { fillCopy } from "../../../helpers/fill-copy.ts";
import { openInProcess } from "../../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";
import { localDay } from "../../../../shared/time/local-day.ts";

const DAY = 86_400_000;

interface Rig {
  readonly store: InventoryStore;
  readonly snapshots: StockMonitor;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly lines: string[];
  /** The days that have a snapshot, with their available items. */
  readonly days: () => Promise<readonly (readonly [string, number])[]>;
}

async function rigOf(items: number, wrap = (store: InventoryStore): InventoryStore => store): Promise<Rig> {
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  fillCopy(file, items);
  const store = wrap(openInProcess(file));
  const clock = fakeClock(Date.parse("2026-03-10T11:00:00Z"));
  const lines: string[] = [];
  const snapshots = new StockMonitor({
    store,
    clock,
    log: createLog((line) => lines.push(line)),
    save: async (rows) => void (await store.writer.saveStock(rows, clock.now())),
    onHistory: () => {},
  });
  onTestFinished(async () => {
    await snapshots.close();
    await store.close();
  });
  const days = async () => {
    const history = await store.reader.stockHistory({ dimension: "types", id: null }, 731, clock.now());
    return history.map(({ day, statuses }) => [day, statuses["available"]?.items ?? 0] as const);
  };
  return { store, snapshots, clock, lines, days };
}

describe("the stock's monitor", () => {
  it("keep one for each local day on which a pass ended", async () => {
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

  it("wait for the index of a long table, and end when the copy closes", async () => {
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

  it("log a disk that refuses, and go on with the next pass", async () => {
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
