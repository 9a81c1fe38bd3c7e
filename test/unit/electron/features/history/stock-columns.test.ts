import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STOCK_COLUMNS } from "../../../../../shared/inventory/stock-columns.ts";
import {
  limitsOf,
  NO_LIMITS,
  LATE_COLUMN,
  type Limits,
} from "../../../../../shared/features/custody/out-limits.ts";
import { NO_USUAL_TIMES } from "../../../../../shared/features/custody/usual-times.ts";
import { NO_UNITS } from "../../../../../shared/inventory/units.ts";
import { EVERYTHING, type Query } from "../../../../../shared/query/query.ts";
import type { Row } from "../../../../../shared/query/query-calls.ts";
import { compute, item, openStore, type TestStore } from "../../store/support.ts";
import { cases } from "../../../../helpers/whole-run.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const NO_DAYS: Limits = { all: null, types: new Map() };
const COUNTS = STOCK_COLUMNS.map(({ name }) => name);
const CELLS = [...COUNTS.slice(0, 6), LATE_COLUMN.name, ...COUNTS.slice(6)];

/** Counts the stock, as the monitor does after each pass. */
function count(store: TestStore, limits: Limits = NO_DAYS): readonly number[] {
  const [, types, locations] = compute(store, "stock", NOW, { late: limits });
  return [types, locations].map((commit) => Number(commit?.changed));
}

function stockOf(
  store: TestStore,
  resource: "types" | "locations",
  query: Query = EVERYTHING,
): Record<string, unknown> {
  const { rows } = store.reader.window(resource, query, 0, 50, NOW);
  const cells = (row: Row): unknown => CELLS.map((name) => row[name]);
  return Object.fromEntries(rows.map((row) => [String(row["id"]), cells(row)]));
}

const reference = (id: string): object => ({ id, name: id });

describe("the stock columns of types and locations", () => {
  it("the columns of types and locations count items and add the items' amounts", async () => {
    const store = await openStore();
    store.list("types", [reference("film"), reference("cable"), reference("none")]);
    store.list("locations", [reference("hall")]);
    store.list("items", [
      item("a", { materialTypeId: "film", locationId: "hall", remainingLength: 10, weight: 1 }),
      item("b", {
        materialTypeId: "film",
        status: "checked_out",
        remainingLength: 5,
        updatedAt: "2026-06-01T00:00:00Z",
      }),
      item("c", { materialTypeId: "film", status: "archived", remainingLength: 99 }),
      item("d", { materialTypeId: "cable", locationId: "hall", remainingLength: 7 }),
    ]);
    expect(count(store)).toEqual([1, 1]);
    const june = "2025-06-01T00:00:00.000Z";
    expect(stockOf(store, "types")).toEqual({
      film: [3, 1, 1, 1, 15, 1, 0, "2026-06-01T00:00:00.000Z"],
      cable: [1, 1, 0, 0, 7, null, 0, june],
      none: [0, 0, 0, 0, null, null, 0, null],
    });
    // Metres of film and metres of cable have no common sum before their unit is confirmed.
    expect(stockOf(store, "locations")).toEqual({ hall: [2, 2, 0, 0, null, 1, 0, june] });
    expect(count(store)).toEqual([0, 0]);
    store.writer.useUnits({ ...NO_UNITS, length: "m" });
    expect(count(store)).toEqual([0, 1]);
    expect(stockOf(store, "locations")).toEqual({ hall: [2, 2, 0, 0, 17, 1, 0, june] });
    store.list("items", [
      item("d", { materialTypeId: "film", locationId: null, updatedAt: "2026-06-14T00:00:00Z" }),
    ]);
    expect(count(store)).toEqual([1, 1]);
    expect(stockOf(store, "types")["cable"]).toEqual([0, 0, 0, 0, null, null, 0, null]);
  });

  it("the stock columns count the items that are out longer than their type's limit", async () => {
    const store = await openStore();
    store.list("types", [reference("film"), reference("cable")]);
    store.list("locations", [reference("hall")]);
    const out = (id: string, typeId: string | null, day: string, status = "checked_out") =>
      item(id, {
        status,
        materialTypeId: typeId,
        locationId: "hall",
        checkedOutAt: `2026-06-${day}T12:00:00.000Z`,
      });
    store.list("items", [
      out("a", "film", "12"),
      out("b", "film", "13"),
      out("c", "cable", "04"),
      out("d", "cable", "06"),
      out("e", null, "04"),
      out("f", "film", "01", "available"),
      item("g", { status: "checked_out", materialTypeId: "film" }),
    ]);
    const lateIn = (resource: "types" | "locations"): unknown =>
      Object.fromEntries(
        Object.entries(stockOf(store, resource)).map(([id, cells]) => [id, (cells as unknown[])[6]]),
      );
    count(store, limitsOf(NO_USUAL_TIMES, { all: 10, types: { film: 2 } }));
    expect(lateIn("types")).toEqual({ film: 1, cable: 1 });
    expect(lateIn("locations")).toEqual({ hall: 3 });
    store.list("items", [
      item("impossible", {
        materialTypeId: "film",
        status: "checked_out",
        checkedOutAt: "1969-12-31T23:00:00Z",
      }),
    ]);
    count(store, limitsOf(NO_USUAL_TIMES, { all: 10, types: { film: 2 } }));
    expect(lateIn("types")).toEqual({ film: 1, cable: 1 });
    count(store, limitsOf(NO_USUAL_TIMES, NO_LIMITS));
    expect(lateIn("types")).toEqual({ film: 0, cable: 0 });
  });

  it("stock columns can be filtered, sorted and totalled like other numbers", async () => {
    const store = await openStore();
    store.list("types", [reference("film"), reference("cable"), reference("none")]);
    store.list("items", [
      item("a", { materialTypeId: "film" }),
      item("b", { materialTypeId: "film" }),
      item("c", { materialTypeId: "cable" }),
    ]);
    count(store);
    const by: Query = { version: 1, sort: [{ field: "itemCount", direction: "desc" }] };
    expect(Object.keys(stockOf(store, "types", by))).toEqual(["film", "cable", "none"]);
    const some: Query = { version: 1, filter: { field: "itemCount", op: "gte", value: 1 } };
    expect(store.reader.count("types", some, NOW)).toMatchObject({ total: 2, all: 3 });
    expect(store.reader.totals("types", EVERYTHING, ["itemCount"], NOW).fields["itemCount"]).toMatchObject([
      { sum: 3 },
    ]);
    // A view of these types can be marked as seen, and lists the changes since then.
    store.writer.markSeen("few", 0);
    expect(store.reader.unseenChanges("few", "types", some, 10, NOW)).toMatchObject({
      seen: true,
      entered: 0,
    });
  });

  it("the types' stock columns agree with a plain count for any items", async () => {
    const statuses = ["available", "checked_out", "archived", "lost", null];
    const anyItem = fc.record({
      status: fc.constantFrom(...statuses),
      materialTypeId: fc.constantFrom("film", "cable", "unknown", null),
      remainingLength: fc.option(fc.integer({ min: -5, max: 500 }).map((tenths) => tenths / 4)),
      weight: fc.option(fc.integer({ min: 0, max: 99 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { maxLength: 40 }), async (fields) => {
        const store = await openStore();
        store.list("types", [reference("film"), reference("cable")]);
        store.list(
          "items",
          fields.map((own, at) => item(`i-${at}`, own)),
        );
        count(store);
        for (const [id, cells] of Object.entries(stockOf(store, "types"))) {
          const own = fields.filter(({ materialTypeId }) => materialTypeId === id);
          const of = (status: string): number => own.filter((row) => row.status === status).length;
          const numbers = (name: "remainingLength" | "weight"): number | null => {
            const given = own.flatMap((row) => (row.status === "archived" ? [] : (row[name] ?? [])));
            return given.length === 0 ? null : given.reduce((sum, number) => sum + number, 0);
          };
          const date = own.length === 0 ? null : "2025-06-01T00:00:00.000Z";
          expect(cells).toEqual([
            own.length,
            of("available"),
            of("checked_out"),
            of("archived"),
            numbers("remainingLength"),
            numbers("weight"),
            0,
            date,
          ]);
        }
      }),
      { numRuns: cases(60) },
    );
  });
});
