import { describe, expect, it } from "vitest";
import { CONSUMPTION } from "../../../../../electron/features/history/consumption.ts";
import { READ_CONSUMPTION } from "../../../../../electron/features/history/stock-history.ts";
import { InventoryWriter } from "../../../../../electron/store/ingest/inventory-writer.ts";
import { item, openStore, type TestStore } from "../../store/support.ts";

const DAY = 86_400_000;
const NOW = 200 * DAY;
const FILM = { materialTypeId: "film", remainingLength: 1_000, weight: 50, weightSource: "scale" };

/** A copy with one item, and a function that changes it on a given day. */
async function withRoll(fields: Readonly<Record<string, unknown>> = FILM) {
  const store = await openStore();
  let writer: InventoryWriter = store.writer;
  let [sequence, now] = [100, fields];
  const facts = { firstPullComplete: true, mark: "1970-01-01T00:00:01.000Z" };
  store.list("items", [item("a", fields)], { finish: { everything: true, facts } });
  return {
    store,
    /** Sets fields on a day. @param restarted true if a writer is opened only for this change. */
    set: (day: number, changed: Readonly<Record<string, unknown>>, restarted = false): void => {
      now = { ...now, ...changed };
      sequence += 1;
      writer = restarted ? new InventoryWriter(store.file, [CONSUMPTION]) : store.writer;
      const fetched = { sequence, at: day * DAY, servedBy: day * DAY, verified: true };
      writer.storeRecord("items", item("a", now), fetched);
      if (restarted) writer.close();
    },
  };
}

const used = (store: TestStore) => store.read(READ_CONSUMPTION, { days: 365, now: NOW }).types;
const lengthUsed = (store: TestStore): number => used(store)[0]?.length ?? 0;

describe("consumption", () => {
  it.each([
    ["a shorter roll", { remainingLength: 700 }, { length: 300, weight: 0 }],
    ["a lighter roll", { weight: 40 }, { length: 0, weight: 10 }],
    ["both", { remainingLength: 900, weight: 40 }, { length: 100, weight: 10 }],
    ["a longer roll that is lighter", { remainingLength: 1_200, weight: 40 }, { length: 0, weight: 10 }],
    ["exactly 0.5 %", { remainingLength: 995 }, { length: 5, weight: 0 }],
    ["the whole roll", { remainingLength: 0, weight: 0 }, { length: 1_000, weight: 50 }],
  ])("consumption counts this change of a roll: %s", async (_what, fields, wanted) => {
    const { store, set } = await withRoll();
    set(100, fields);
    expect(used(store)).toEqual([{ typeId: "film", name: null, ...wanted }]);
  });

  it.each([
    ["a roll that grew", { remainingLength: 1_200 }],
    ["a weight of another source", { weight: 40, weightSource: "manual" }],
    ["a roll of another type", { remainingLength: 700, materialTypeId: "foil" }],
    ["a roll without a type", { remainingLength: 700, materialTypeId: null }],
    ["a length that is missing", { remainingLength: null }],
    ["less than 0.5 %", { remainingLength: 995.1 }],
  ])("consumption ignores this change of a roll: %s", async (_what, fields) => {
    const { store, set } = await withRoll();
    set(100, fields);
    expect(used(store)).toEqual([]);
  });

  it("a correction reverses the counted use exactly", async () => {
    const { store, set } = await withRoll();
    set(100, { remainingLength: 100 });
    expect(lengthUsed(store)).toBe(900);
    set(101, { remainingLength: 1_000 });
    expect(used(store)).toEqual([]);
  });

  it("a partial correction reverses part of the use", async () => {
    const { store, set } = await withRoll();
    set(100, { remainingLength: 100 });
    set(101, { remainingLength: 600 });
    expect(lengthUsed(store)).toBe(400);
    set(102, { remainingLength: 2_000 });
    expect(lengthUsed(store)).toBe(0);
    set(103, { remainingLength: 1_900 });
    expect(lengthUsed(store)).toBe(100);
  });

  it("an increase reverses the latest uses first, each on its own day", async () => {
    const { store, set } = await withRoll();
    set(100, { remainingLength: 900 });
    set(101, { remainingLength: 700 });
    set(102, { remainingLength: 950 });
    // 250 are returned: all 200 of day 101, and 50 of the 100 of day 100.
    expect(store.sql("SELECT length FROM consumption ORDER BY day")).toEqual([{ length: 50 }]);
  });

  it("an increase reverses only uses of the last seven days", async () => {
    const { store, set } = await withRoll();
    set(100, { remainingLength: 900 });
    set(107, { remainingLength: 1_000 });
    expect(lengthUsed(store)).toBe(0);
    set(110, { remainingLength: 900 });
    set(117.01, { remainingLength: 1_000 });
    expect(lengthUsed(store)).toBe(100);
  });

  it("consumption ignores a scale's jitter, even over a long time", async () => {
    const { store, set } = await withRoll();
    for (let turn = 0; turn < 200; turn += 1)
      set(100 + turn / 50, { remainingLength: 1_000 + (turn % 2 === 0 ? -4.9 : 4.9) });
    expect(used(store)).toEqual([]);
  });

  it("slow use adds up and counts when the sum reaches 0.5 %", async () => {
    const { store, set } = await withRoll();
    for (let day = 1; day <= 4; day += 1) set(day, { remainingLength: 1_000 - day });
    expect(used(store)).toEqual([]);
    for (let day = 5; day <= 100; day += 1) set(day, { remainingLength: 1_000 - day });
    expect(lengthUsed(store)).toBeGreaterThanOrEqual(95);
    expect(lengthUsed(store)).toBeLessThanOrEqual(100);
  });

  it("the store keeps the last counted value after a restart", async () => {
    const { store, set } = await withRoll();
    for (let day = 1; day <= 4; day += 1) set(day, { remainingLength: 1_000 - day }, true);
    set(5, { remainingLength: 995 }, true);
    expect(lengthUsed(store)).toBe(5);
    set(6, { remainingLength: 1_000 }, true);
    expect(used(store)).toEqual([]);
  });

  it("consumption compares a length with the last known length", async () => {
    const { store, set } = await withRoll();
    set(100, { remainingLength: null });
    set(101, { remainingLength: 900 });
    expect(lengthUsed(store)).toBe(100);
  });

  it("changing a roll's type and changing it back restarts the counting", async () => {
    const { store, set } = await withRoll();
    set(100, { remainingLength: 900 });
    set(101, { materialTypeId: "foil", remainingLength: 500 });
    set(102, { materialTypeId: "film", remainingLength: 1_000 });
    set(103, { remainingLength: 800 });
    expect(used(store)).toEqual([{ typeId: "film", name: null, length: 300, weight: 0 }]);
  });

  it("consumption reverses lengths and weights separately", async () => {
    const { store, set } = await withRoll();
    set(100, { remainingLength: 500, weight: 25 });
    set(101, { weight: 50 });
    expect(used(store)).toEqual([{ typeId: "film", name: null, length: 500, weight: 0 }]);
  });

  it("consumption treats negative values like any other value", async () => {
    const { store, set } = await withRoll({ ...FILM, remainingLength: -10 });
    set(100, { remainingLength: -30 });
    expect(lengthUsed(store)).toBe(20);
    set(101, { remainingLength: -10 });
    expect(used(store)).toEqual([]);
  });

  it("pruning deletes only uses that can no longer be corrected", async () => {
    const { store, set } = await withRoll();
    set(100, { remainingLength: 900 });
    store.writer.prune({ days: 365, changes: 1_000 }, 108 * DAY);
    expect(store.sql("SELECT * FROM counted_uses")).toEqual([]);
    expect(lengthUsed(store)).toBe(100);
  });
});
