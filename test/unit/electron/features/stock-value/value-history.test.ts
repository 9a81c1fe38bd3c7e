import { describe, expect, it } from "vitest";
import {
  READ_TURNOVER,
  READ_VALUE_CHANGE,
  READ_VALUE_DAYS,
} from "../../../../../electron/features/stock-value/value-history.ts";
import { startOfLocalDay } from "../../../../../shared/base/time/local-day.ts";
import type { TestStore } from "../../store/support.ts";
import { BOTH, FILM, NOW, roll, storeOf, value, valueStock, WIRE, type Pricing } from "./support.ts";

/** Noon of a day in June 2026, in ms since the epoch. */
const june = (day: number): number => startOfLocalDay("2026-06-01", day - 1).getTime() + 12 * 3_600_000;

/** Stores items like the pass of a day, and values the stock. */
function day(
  store: TestStore,
  at: number,
  items: readonly Record<string, unknown>[],
  pricing: Pricing = BOTH,
): void {
  const updatedAt = new Date(at).toISOString();
  store.list(
    "items",
    items.map((one) => ({ ...one, updatedAt })),
    { servedBy: at, finish: { everything: false, facts: { firstPullComplete: true, mark: updatedAt } } },
  );
  value(store, pricing, at);
  valueStock(store, at);
}

const film = (id: string, remainingLength: number | null, fields: Record<string, unknown> = {}) =>
  roll(id, { materialTypeId: "film", remainingLength, ...fields });
const wire = (id: string, weight: number) => roll(id, { materialTypeId: "wire", weight });

describe("the value of past days", () => {
  it("a sum that is not an exact double is read as the nearest double", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(14), []);
    store.sql("UPDATE value_days SET value = 9e15, available = 9e15");
    store.sql(
      "INSERT INTO value_days (day, typeId, currency, items, value, available, checkedOut) VALUES (?, ?, ?, ?, ?, ?, ?)",
      "2026-06-14",
      "other",
      "USD",
      1,
      9e15,
      9e15,
      0,
    );
    const days = store.read(READ_VALUE_DAYS, { typeId: null, days: 30, now: june(15) });
    expect(days).toMatchObject([{ currencies: [{ value: 1.8e14, available: 1.8e14 }] }]);
  });

  it("a value too large for the database does not block other values", async () => {
    const huge = Array.from({ length: 1_100 }, (_, at) => film(`huge-${at}`, 1.7e14));
    const store = await storeOf(...huge, wire("c", 5.5));
    day(store, june(14), []);
    expect(store.read(READ_VALUE_DAYS, { typeId: null, days: 30, now: june(15) })).toMatchObject([
      {
        currencies: [
          { currency: "USD", value: (2 ** 63 - 1_024) / 100 },
          { currency: "EUR", value: 9 },
        ],
      },
    ]);
  });

  it("a day without a refresh has no value", async () => {
    const store = await storeOf(film("a", 10));
    const days = () => store.read(READ_VALUE_DAYS, { typeId: null, days: 30, now: june(15) });
    day(store, june(20), []);
    day(store, june(10), []);
    valueStock(store, june(10), { answeredAt: june(10) });
    valueStock(store, june(12), { passDay: "2026-06-10", answeredAt: june(10) });
    expect(days().map((one) => one.day)).toEqual(["2026-06-10"]);
  });

  it("a day without stock has the value zero", async () => {
    const store = await storeOf(film("a", 10), wire("c", 5.5));
    day(store, june(10), []);
    day(store, june(12), [film("a", 10, { status: "archived" })]);
    const film0 = { currency: "USD", items: 0, value: 0, available: 0, checkedOut: 0 };
    const filmDays = () => store.read(READ_VALUE_DAYS, { typeId: "film", days: 30, now: june(15) });
    expect(filmDays()).toMatchObject([
      { day: "2026-06-10", items: 1, currencies: [{ currency: "USD", value: 5 }] },
      { day: "2026-06-12", items: 0, currencies: [film0] },
    ]);
    expect(store.read(READ_VALUE_DAYS, { typeId: "film", days: 4, now: june(15) })).toEqual([
      { day: "2026-06-12", items: 0, currencies: [film0] },
    ]);
    day(store, june(13), [{ ...wire("c", 5.5), status: "archived" }]);
    expect(store.read(READ_VALUE_DAYS, { typeId: null, days: 30, now: june(15) }).at(-1)).toMatchObject({
      day: "2026-06-13",
      items: 0,
      currencies: [{ value: 0 }, { value: 0 }],
    });
    day(store, june(15), [film("a", 8)]);
    const change = store.read(READ_VALUE_CHANGE, { now: june(15) });
    expect(change).toMatchObject({ since: "2026-06-13", totals: [{ currency: "USD", before: 0, now: 4 }] });
    // The collector counted a day on which this computer was off.
    store.sql("DELETE FROM value_days WHERE day = '2026-06-10'");
    expect(filmDays().map(({ day: of }) => of)).toEqual(["2026-06-12", "2026-06-13", "2026-06-15"]);
  });

  it("each day has its values by currency and its number of stocked items", async () => {
    const store = await storeOf(film("a", 10), film("b", 6, { status: "checked_out" }), wire("c", 5.5));
    day(store, june(14), [film("d", null), film("e", 100, { status: "archived" })]);
    day(store, june(15), [film("a", 12)]);
    const film15 = { currency: "USD", items: 2, value: 9, available: 6, checkedOut: 3 };
    const wire14 = { currency: "EUR", items: 1, value: 9, available: 9, checkedOut: 0 };
    expect(store.read(READ_VALUE_DAYS, { typeId: null, days: 30, now: june(15) })).toEqual([
      { day: "2026-06-14", items: 4, currencies: [{ ...film15, value: 8, available: 5 }, wire14] },
      { day: "2026-06-15", items: 4, currencies: [film15, wire14] },
    ]);
    expect(store.read(READ_VALUE_DAYS, { typeId: "film", days: 1, now: june(15) })).toEqual([
      { day: "2026-06-15", items: 3, currencies: [film15] },
    ]);
  });

  it("a day's later pass replaces the day's values", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(15), []);
    day(store, june(15), [film("a", 4)]);
    const values = () => store.read(READ_VALUE_DAYS, { typeId: null, days: 30, now: june(15) });
    expect(values().map(({ currencies }) => currencies[0]?.value)).toEqual([2]);
    day(store, june(15), [], {});
    expect(values()).toEqual([]);
  });

  it("a copy without a confirmed basis has no past values", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(15), [], {});
    expect(store.read(READ_VALUE_DAYS, { typeId: null, days: 30, now: NOW })).toEqual([]);
    expect(store.read(READ_VALUE_CHANGE, { now: NOW })).toEqual({
      since: null,
      totals: [],
      types: [],
    });
    expect(store.read(READ_TURNOVER, { days: 30, now: NOW })).toEqual({ observedDays: 0, types: [] });
  });

  it("values of days beyond the stock history are deleted", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(1), []);
    day(store, june(2), []);
    store.sql("DELETE FROM snapshot_days WHERE day = '2026-06-01'");
    day(store, june(3), []);
    const days = store.read(READ_VALUE_DAYS, { typeId: null, days: 30, now: june(3) });
    expect(days.map(({ day: one }) => one)).toEqual(["2026-06-02", "2026-06-03"]);
  });
});

describe("value changes since the last observed day", () => {
  const changeOf = (store: TestStore, at: number) => store.read(READ_VALUE_CHANGE, { now: at });

  it("used length counts as a change of the value by quantity", async () => {
    const store = await storeOf(film("a", 10), wire("b", 5.5));
    day(store, june(12), []);
    day(store, june(15), [film("a", 4)]);
    expect(changeOf(store, june(15))).toEqual({
      since: "2026-06-12",
      totals: [
        { currency: "USD", before: 5, now: 2, byPrice: 0 },
        { currency: "EUR", before: 9, now: 9, byPrice: 0 },
      ],
      types: [{ typeId: "film", name: "Film", currency: "USD", before: 5, now: 2, byPrice: 0 }],
    });
  });

  it("no value change is reported before a day's first pass", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(14), []);
    store.list("types", [{ ...FILM, pricePerFoot: 0.8 }]);
    expect(changeOf(store, june(15))).toEqual({
      since: "2026-06-14",
      totals: [{ currency: "USD", before: 5, now: 5, byPrice: 0 }],
      types: [],
    });
  });

  it("removing a basis today counts as a price change", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(14), []);
    day(store, june(15), [], {});
    expect(changeOf(store, june(15)).types).toEqual([
      { typeId: "film", name: "Film", currency: "USD", before: 5, now: 0, byPrice: -5 },
    ]);
  });

  it("a new price changes the value of today's items", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(14), []);
    store.list("types", [{ ...FILM, pricePerFoot: 0.8 }]);
    day(store, june(15), [film("a", 4)]);
    expect(changeOf(store, june(15)).types).toEqual([
      { typeId: "film", name: "Film", currency: "USD", before: 5, now: 3.2, byPrice: 1.2 },
    ]);
  });

  it("a price change and a quantity change that cancel out still count as a change", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(14), []);
    store.list("types", [{ ...FILM, pricePerFoot: 1 }]);
    day(store, june(15), [film("a", 5)]);
    expect(changeOf(store, june(15)).types).toEqual([
      { typeId: "film", name: "Film", currency: "USD", before: 5, now: 5, byPrice: 2.5 },
    ]);
  });

  it("a new currency counts only as a price change", async () => {
    const store = await storeOf(film("a", 10));
    day(store, june(14), []);
    store.list("types", [{ ...FILM, currency: "EUR" }]);
    day(store, june(15), []);
    expect(changeOf(store, june(15)).types).toEqual([
      { typeId: "film", name: "Film", currency: "USD", before: 5, now: 0, byPrice: -5 },
      { typeId: "film", name: "Film", currency: "EUR", before: 0, now: 5, byPrice: 5 },
    ]);
  });

  it("a basis confirmed today counts only as a price change", async () => {
    const store = await storeOf(film("a", 10), wire("b", 5.5));
    day(store, june(14), [], { bases: { per_foot: "foot" } });
    day(store, june(15), []);
    expect(changeOf(store, june(15)).types).toEqual([
      { typeId: "wire", name: "Wire", currency: "EUR", before: 0, now: 9, byPrice: 9 },
    ]);
  });
});

describe("turnover", () => {
  it("used length is valued at its day's price and averaged over the observed days", async () => {
    const store = await storeOf(film("a", 100));
    day(store, june(10), []);
    day(store, june(11), [film("a", 80)]);
    store.list("types", [{ ...FILM, pricePerFoot: 1 }]);
    day(store, june(15), [film("a", 70)]);
    expect(store.read(READ_TURNOVER, { days: 30, now: june(15) })).toEqual({
      observedDays: 3,
      // The used lengths are 20 ft at 0.5 and 10 ft at 1; the days had the values 50, 40 and 70.
      types: [{ typeId: "film", name: "Film", currency: "USD", consumed: 20, average: 53.33 }],
    });
  });

  it("a spool's weight does not count as used weight", async () => {
    const store = await storeOf(wire("a", 11));
    store.list("types", [WIRE]);
    day(store, june(14), []);
    day(store, june(15), [wire("a", 6)]);
    expect(store.read(READ_TURNOVER, { days: 30, now: june(15) }).types).toEqual([
      { typeId: "wire", name: "Wire", currency: "EUR", consumed: 10, average: 15 },
    ]);
  });

  it("a type used up within the observed days counts in the average", async () => {
    const store = await storeOf(film("a", 100), wire("b", 11));
    store.list("types", [FILM, WIRE]);
    day(store, june(10), []);
    day(store, june(11), [film("a", 0, { status: "archived" })]);
    expect(store.read(READ_TURNOVER, { days: 5, now: june(15) })).toEqual({
      observedDays: 1,
      types: [
        { typeId: "wire", name: "Wire", currency: "EUR", consumed: 0, average: 20 },
        { typeId: "film", name: "Film", currency: "USD", consumed: 50, average: 0 },
      ],
    });
    day(store, june(12), [{ ...wire("b", 11), status: "archived" }]);
    expect(store.read(READ_TURNOVER, { days: 5, now: june(15) })).toMatchObject({
      observedDays: 2,
      types: [{ typeId: "wire", average: 10 }, { typeId: "film" }],
    });
  });
});
