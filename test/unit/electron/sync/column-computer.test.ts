import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../../../electron/base/log.ts";
import { READ_STOCK_HISTORY } from "../../../../electron/features/history/stock-history.ts";
import { runTask } from "../../../../electron/store/database/worker-rpc.ts";
import { COMPUTATIONS } from "../../../../electron/hosts/core/computations.ts";
import { ColumnComputer } from "../../../../electron/sync/column-computer.ts";
import type { InventoryStore } from "../../../../electron/index/inventory-store.ts";
import { fakeClock } from "../../../helpers/virtual-clock.ts";
import { fillCopy } from "../../../helpers/fill-copy.ts";
import { openInProcess } from "../../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { localDay } from "../../../../shared/base/time/local-day.ts";

const DAY = 86_400_000;

interface Rig {
  readonly store: InventoryStore;
  readonly columns: ColumnComputer;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly lines: string[];
  /** The number of stock writes and reported passes, the rows' revision, and the stored settings. */
  readonly seen: {
    saves: number;
    passes: number;
    revision: number;
    settings: string | null;
    passDay: string | null;
  };
  /** The low-stock thresholds that the user has set. */
  readonly thresholds: Map<string, unknown>;
  /** The days that have a snapshot, with their available items. */
  readonly days: () => Promise<readonly (readonly [string, number])[]>;
  /** Starts work. @returns a promise of its report, or of the log line about its failure. */
  readonly reported: (begin: () => unknown) => Promise<void>;
}

async function rigOf(items: number, wrap = (store: InventoryStore): InventoryStore => store): Promise<Rig> {
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  fillCopy(file, items);
  const store = wrap(openInProcess(file));
  const clock = fakeClock(Date.parse("2026-03-10T11:00:00Z"));
  const lines: string[] = [];
  const seen: Rig["seen"] = { saves: 0, passes: 0, revision: 0, settings: null, passDay: null };
  const thresholds = new Map<string, unknown>();
  let end = (): void => {};
  const columns = new ColumnComputer({
    store,
    computations: COMPUTATIONS,
    clock,
    log: createLog((line) => {
      lines.push(line);
      end();
    }),
    revision: () => seen.revision,
    passDay: () => seen.passDay,
    records: (document) => Promise.resolve((document === "thresholds" ? thresholds : new Map()) as never),
    compute: async (phase, stock, inputs) => {
      if (phase === "stock") seen.saves += 1;
      const today = localDay(new Date(clock.now()));
      const moment = { now: clock.now(), answeredAt: null, passDay: seen.passDay ?? today, today, stock };
      await store.writer.compute(phase, moment, inputs);
      return seen.revision;
    },
    finish: (settings) => {
      seen.settings = settings ?? seen.settings;
      return Promise.resolve();
    },
    onComputed: () => {
      seen.passes += 1;
      end();
    },
  });
  onTestFinished(async () => {
    await columns.close();
    await store.close();
  });
  const days = async () => {
    const history = await runTask(store.reader, READ_STOCK_HISTORY, {
      of: { dimension: "types", id: null },
      days: 731,
      now: clock.now(),
    });
    return history.map(({ day, statuses }) => [day, statuses["available"]?.items ?? 0] as const);
  };
  const reported = (begin: () => unknown): Promise<void> =>
    new Promise((resolve) => {
      end = resolve;
      begin();
    });
  return { store, columns, clock, lines, seen, thresholds, days, reported };
}

describe("the column computer", () => {
  it("the column computer keeps one snapshot per local day with a pass", async () => {
    const { columns, clock, days, reported } = await rigOf(60);
    for (const step of [0, 60_000, 2 * DAY]) {
      clock.step(step);
      await reported(() => columns.itemsChanged(false));
      expect((await days()).at(-1)?.[0]).toBe(localDay(new Date(clock.now())));
    }
    const [first, last, ...others] = await days();
    expect(others).toEqual([]);
    expect(first?.[1]).toBeGreaterThan(0);
    expect(Date.parse(last?.[0] ?? "") - Date.parse(first?.[0] ?? "")).toBe(2 * DAY);
  });

  it("the column computer counts the stock only if rows changed", async () => {
    const { columns, seen, reported } = await rigOf(60);
    for (const [revision, saves] of [
      [7, 1],
      [7, 1],
      [8, 2],
    ] as const) {
      seen.revision = revision;
      await reported(() => columns.itemsChanged(false));
      expect(seen.saves).toBe(saves);
    }
  });

  it("the column computer counts the stock on each pass's day, even without changes", async () => {
    const { columns, seen, reported } = await rigOf(60);
    for (const [passDay, saves] of [
      ["2026-03-09", 1],
      ["2026-03-09", 1],
      ["2026-03-10", 2],
    ] as const) {
      seen.passDay = passDay;
      await reported(() => columns.itemsChanged(false));
      expect(seen.saves).toBe(saves);
    }
  });

  it("the column computer recounts if the user changes settings that affect rows", async () => {
    const { columns, seen, reported } = await rigOf(60);
    for (const saves of [1, 2]) {
      await reported(() => columns.recompute());
      expect(seen.saves).toBe(saves);
    }
  });

  it("the column computer recounts if settings changed during the last count", async () => {
    const seen: string[] = [];
    let end = (): void => {};
    const { columns } = await rigOf(60, (store) => ({
      ...store,
      writer: new Proxy(store.writer, {
        get: (writer, name) =>
          name === "compute"
            ? async (...input: Parameters<typeof writer.compute>) => {
                if (input[0] === "stock") seen.push("counted");
                if (seen.length === 1) columns.recompute();
                if (seen.length > 1) end();
                return writer.compute(...input);
              }
            : Reflect.get(writer, name),
      }),
    }));
    await new Promise<void>((resolve) => {
      end = resolve;
      columns.itemsChanged(false);
    });
    expect(seen).toEqual(["counted", "counted"]);
  });

  it("the column computer recounts if a pass wrote rows after the last count", async () => {
    let writesRows = (): void => {};
    const { columns, seen, reported } = await rigOf(60, (store) => ({
      ...store,
      writer: new Proxy(store.writer, {
        get: (writer, name) =>
          name === "compute"
            ? (...input: Parameters<typeof writer.compute>) => {
                if (input[0] === "stock") writesRows();
                return writer.compute(...input);
              }
            : Reflect.get(writer, name),
      }),
    }));
    writesRows = () => (seen.revision = 1);
    for (const saves of [1, 2]) {
      await reported(() => columns.itemsChanged(false));
      expect(seen.saves).toBe(saves);
    }
    await reported(() => columns.itemsChanged(false));
    expect(seen.saves).toBe(2);
  });

  it("the start runs the column computer only if settings changed", async () => {
    const first = await rigOf(60);
    await first.columns.begin(null);
    await first.reported(() => first.columns.itemsChanged(false));
    const { settings } = first.seen;
    const unchanged = await rigOf(60);
    await unchanged.columns.begin(settings);
    await unchanged.columns.close();
    expect(unchanged.seen).toMatchObject({ saves: 0, settings: null });
    const changed = await rigOf(60);
    changed.thresholds.set("type-1", { measure: "items", below: 2 });
    await changed.reported(() => changed.columns.begin(settings));
    expect(changed.seen.settings).not.toBe(settings);
  });

  it("the column computer waits for a long table's index", async () => {
    const { columns, days, lines } = await rigOf(60, (store) => ({
      ...store,
      reader: new Proxy(store.reader, {
        get: (reader, name) =>
          name === "stockNow" ? () => Promise.resolve(null) : Reflect.get(reader, name),
      }),
    }));
    columns.itemsChanged(true);
    await columns.close();
    expect(await days()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("the column computer logs a failed write and continues with the next pass", async () => {
    let refuses = true;
    const { columns, days, lines, reported } = await rigOf(60, (store) => ({
      ...store,
      writer: new Proxy(store.writer, {
        get: (writer, name) =>
          name === "compute" && refuses
            ? () => Promise.reject(new Error("disk full"))
            : Reflect.get(writer, name),
      }),
    }));
    await reported(() => columns.itemsChanged(false));
    expect(lines.join("")).toContain("columns were not computed");
    refuses = false;
    await reported(() => columns.itemsChanged(false));
    expect(await days()).toHaveLength(1);
  });
});
