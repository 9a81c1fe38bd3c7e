import { describe, expect, it } from "vitest";
import {
  READ_ACTIVITY,
  READ_CONSUMPTION,
  READ_STOCK_HISTORY,
} from "../../../../../electron/features/history/stock-history.ts";
import { daysOfCover } from "../../../../../shared/inventory/stock.ts";
import { localDay, startOfLocalDay } from "../../../../../shared/base/time/local-day.ts";
import { compute, item, openStore, passEntry, type TestStore } from "../../store/support.ts";

const DAY = 86_400_000;
const NOW = startOfLocalDay("2026-06-15").getTime() + 12 * 3_600_000;
const RETENTION = { days: 180, changes: 1_000 };

/** A copy whose first pull has ended, so that further pages are changes. */
async function pulled(records: readonly unknown[]): Promise<TestStore> {
  const store = await openStore();
  store.list("items", records, {
    finish: { everything: true, facts: { firstPullComplete: true, mark: "2026-06-01T00:00:00.000Z" } },
  });
  return store;
}

function snapshot(store: TestStore, now: number): void {
  compute(store, "stock", now);
}

describe("consumption sums", () => {
  it("consumption is added up by day and type and divided by observed days", async () => {
    const store = await pulled([
      item("a", { materialTypeId: "t", remainingLength: 10 }),
      item("b", { materialTypeId: "t", remainingLength: 20 }),
    ]);
    snapshot(store, NOW - 3 * DAY);
    expect(store.read(READ_CONSUMPTION, { days: 30, now: NOW })).toEqual({ observedDays: 4, types: [] });
    store.list("items", [
      item("a", { materialTypeId: "t", remainingLength: 8, updatedAt: "2026-06-10T00:00:00Z" }),
      item("b", { materialTypeId: "t", remainingLength: 19.5, updatedAt: "2026-06-10T00:00:00Z" }),
    ]);
    store.list("types", [{ id: "t", name: "PET film" }]);
    // The service's time of these answers. The rig counts it in microseconds from the epoch.
    const { types } = store.read(READ_CONSUMPTION, { days: 731, now: DAY });
    expect(types).toEqual([{ typeId: "t", name: "PET film", length: 2.5, weight: 0 }]);
    expect(store.read(READ_CONSUMPTION, { days: 2, now: NOW })).toEqual({ observedDays: 2, types: [] });
  });

  it("a stock without consumption or observation has no days of cover", () => {
    expect(daysOfCover(100, 20, 10)).toBe(50);
    expect(daysOfCover(100, 0, 10)).toBeNull();
    expect(daysOfCover(100, 5, 0)).toBeNull();
  });
});

describe("the stock history", () => {
  it("the stock history assigns a refresh counted after midnight to the day of the refresh", async () => {
    const store = await pulled([item("a")]);
    const moment = { passDay: localDay(new Date(NOW - DAY)) };
    for (let count = 1; count <= 2; count += 1) compute(store, "stock", NOW, {}, moment);
    const days = store.sql("SELECT day, takenAt FROM snapshot_days");
    expect(days).toEqual([{ day: moment.passDay, takenAt: NOW }]);
  });

  it.each([
    ["a wrong clock left", NOW, ["2026-06-15"]],
    ["the service's clock confirms", NOW + 3 * DAY, ["2026-06-15", "2026-06-18"]],
    ["no clock of the service contradicts", null, ["2026-06-15", "2026-06-18"]],
  ] as const)(
    "the stock history decides whether to delete a later day that %s",
    async (_what, answeredAt, expected) => {
      const store = await pulled([item("a")]);
      snapshot(store, NOW + 3 * DAY);
      compute(store, "stock", NOW, {}, { answeredAt });
      expect(store.sql("SELECT day FROM snapshot_days ORDER BY day").map(({ day }) => day)).toEqual(expected);
    },
  );

  it("the stock history keeps each day's last snapshot", async () => {
    const store = await pulled([
      item("a", { materialTypeId: "t", locationId: "l", remainingLength: 10, weight: 1 }),
      item("b", { materialTypeId: "t", status: "checked_out", remainingLength: 20 }),
      item("c", { materialTypeId: "u", locationId: "l", remainingLength: 5 }),
      item("d", { materialTypeId: null, status: "archived" }),
      item("e", { materialTypeId: "t", status: "lost" }),
    ]);
    snapshot(store, NOW - 3 * DAY);
    snapshot(store, NOW - DAY);
    store.list("items", [
      item("c", { materialTypeId: "u", status: "checked_out", updatedAt: "2026-06-14T00:00:00Z" }),
    ]);
    snapshot(store, NOW - DAY + 60_000);
    const all = store.read(READ_STOCK_HISTORY, { of: { dimension: "types", id: null }, days: 30, now: NOW });
    const none = { items: 0, length: null, weight: null };
    expect(all.map(({ day }) => day)).toEqual([
      localDay(new Date(NOW - 3 * DAY)),
      localDay(new Date(NOW - DAY)),
    ]);
    expect(all[0]).toMatchObject({
      statuses: { available: { items: 2, length: null }, checked_out: { items: 1 }, archived: { items: 1 } },
      // Neither the checked-out nor the lost item has a location; archived ones do not count.
      withoutLocation: 2,
    });
    expect(all[1]).toMatchObject({
      statuses: { available: { items: 1 }, checked_out: { items: 2 } },
      withoutLocation: 3,
    });
    const [ofType] = store.read(READ_STOCK_HISTORY, {
      of: { dimension: "types", id: "t" },
      days: 30,
      now: NOW,
    });
    expect(ofType).toEqual({
      day: all[0]?.day,
      statuses: {
        available: { items: 1, length: 10, weight: 1 },
        checked_out: { items: 1, length: 20, weight: null },
        archived: none,
        other: { items: 1, length: null, weight: null },
      },
      withoutLocation: null,
      problems: 0,
      lowStock: 0,
    });
    const [atLocation] = store.read(READ_STOCK_HISTORY, {
      of: { dimension: "locations", id: "l" },
      days: 30,
      now: NOW,
    });
    // Lengths of two types have no common sum without a unit, but weights do.
    expect(atLocation?.statuses["available"]).toEqual({ items: 2, length: null, weight: 1 });
    expect(
      store.read(READ_STOCK_HISTORY, { of: { dimension: "types", id: null }, days: 2, now: NOW }),
    ).toHaveLength(1);
  });

  it("the store keeps stock snapshots for two years", async () => {
    const store = await pulled([item("a")]);
    snapshot(store, NOW - 733 * DAY);
    snapshot(store, NOW - 730 * DAY);
    store.writer.prune(RETENTION, NOW);
    expect(store.sql("SELECT day FROM snapshot_days")).toHaveLength(1);
    expect(store.sql("SELECT DISTINCT day FROM snapshots")).toHaveLength(1);
  });
});

describe("the hours of activity", () => {
  it("the activity marks hours and days without a successful refresh", async () => {
    const store = await pulled([item("a"), item("b")]);
    store.writer.logPass(passEntry(1), true, NOW - 2 * 3_600_000);
    store.writer.logPass(passEntry(2, "offline"), false, NOW - 3_600_000);
    store.writer.logPass(passEntry(3), true, NOW);
    const hours = store.read(READ_ACTIVITY, { step: "hour", spans: 4, now: NOW });
    expect(hours.map(({ observed }) => observed)).toEqual([false, true, false, true]);
    expect(hours.map(({ from }) => Date.parse(from))).toEqual(
      [3, 2, 1, 0].map((back) => NOW - back * 3_600_000),
    );
    expect(hours.at(-1)?.until).toBe(new Date(NOW + 3_600_000).toISOString());
    const days = store.read(READ_ACTIVITY, { step: "day", spans: 2, now: NOW });
    expect(days.map(({ observed }) => observed)).toEqual([false, true]);
    expect(days[1]?.from).toBe(startOfLocalDay(localDay(new Date(NOW))).toISOString());
  });

  it("the activity counts each change in the hour of its observation", async () => {
    const store = await pulled([item("a"), item("b")]);
    store.list("items", [
      item("a", { status: "checked_out", checkedOutToUserId: "u", updatedAt: "2026-06-10T00:00:00Z" }),
      item("b", { weight: 3, updatedAt: "2026-06-10T00:00:00Z" }),
    ]);
    // The rig's answers are one microsecond apart, in the second after the epoch.
    const hours = store.read(READ_ACTIVITY, { step: "hour", spans: 2, now: 1_800_000 });
    expect(hours.map(({ counts, observed }) => [counts, observed])).toEqual([
      [{}, false],
      [{ "inventory.item.checked_out": 1, "inventory.item.updated": 1 }, true],
    ]);
  });
});
