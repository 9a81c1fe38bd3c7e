import { describe, expect, it } from "vitest";
import path from "node:path";
import type { ExportPlan } from "../../../../../electron/delivery/files/export-plan.ts";
import { rowsBody } from "../../../../../electron/delivery/files/rows-body.ts";
import { stageFile } from "../../../../../electron/delivery/files/staged-file.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { pythonXlsx } from "../../../../integration/exports/write/support.ts";
import type { Groups } from "../../../../../shared/query/grouping.ts";
import type { Query } from "../../../../../shared/query/query.ts";
import type { TestStore } from "../../store/support.ts";
import {
  BOTH,
  FILM,
  NOW,
  roll,
  storeOf,
  UNITS,
  value,
  valuesOf,
  valueStock,
  WIRE,
  type Pricing,
} from "./support.ts";

describe("the value column", () => {
  it("no item has a value before the user confirms a price basis", async () => {
    const store = await storeOf(roll("a", { materialTypeId: "film", remainingLength: 10 }));
    expect(value(store, {})).toBe(0);
    expect(valuesOf(store)).toEqual({ a: "null" });
  });

  it("an item's value is its length or net weight in its type's currency", async () => {
    const store = await storeOf(
      roll("a", { materialTypeId: "film", remainingLength: 10 }),
      roll("b", { materialTypeId: "wire", weight: 5.5 }),
    );
    value(store, BOTH);
    expect(valuesOf(store)).toEqual({ a: "5 USD", b: "9 EUR" });
  });

  it("an item without a value gives the reason", async () => {
    const store = await storeOf(
      roll("a", { materialTypeId: null }),
      roll("b", { materialTypeId: "plain" }),
      roll("c", { materialTypeId: "wire", weight: 4 }),
      roll("d", { materialTypeId: "film", remainingLength: null }),
      roll("e", { materialTypeId: "gone" }),
    );
    value(store, { bases: { per_foot: "foot" } });
    expect(valuesOf(store)).toEqual({
      a: "no material type",
      b: "no pricing basis",
      c: "basis not confirmed",
      d: "no length",
      e: "no material type",
    });
  });

  it.each<[string, Record<string, unknown>, Pricing, string]>([
    ["a type without a price", { pricePerPound: null }, BOTH, "no price"],
    ["a type without a currency", { currency: " " }, BOTH, "no currency"],
    ["a type whose weights have no unit", {}, { ...BOTH, units: { ...UNITS, weight: null } }, "no unit"],
    [
      "a type with unknown gross or net weights",
      {},
      { ...BOTH, units: { ...UNITS, weighing: null } },
      "gross or net not known",
    ],
    ["a type with gross weights and no spool weight", { spoolWeight: null }, BOTH, "no spool weight"],
    [
      "a type with net weights",
      { spoolWeight: null },
      { ...BOTH, units: { ...UNITS, weighing: "net" } },
      "8 EUR",
    ],
    [
      "a type with its own price basis",
      { pricingBasis: "other" },
      { ...BOTH, types: { wire: "pound" } },
      "6 EUR",
    ],
    [
      "a type with its own choice of gross or net weight",
      {},
      {
        ...BOTH,
        units: {
          ...UNITS,
          overrides: { wire: { length: null, weight: "kg", width: null, thickness: null, weighing: "net" } },
        },
      },
      "17.64 EUR",
    ],
  ])("the items of %s get the value of that basis", async (_title, fields, pricing, valued) => {
    const store = await storeOf(roll("a", { materialTypeId: "wire", weight: 4 }));
    store.list("types", [{ ...WIRE, ...fields }]);
    value(store, pricing);
    expect(valuesOf(store)).toEqual({ a: valued });
  });

  it("an archived item has no value and no reason", async () => {
    const store = await storeOf(
      roll("a", { materialTypeId: "film", remainingLength: 10, status: "archived" }),
    );
    value(store, BOTH);
    expect(valuesOf(store)).toEqual({ a: "null" });
  });

  it("a later valuation writes only changed items and items with a new price", async () => {
    const items = [
      roll("a", { materialTypeId: "film", remainingLength: 10 }),
      roll("b", { materialTypeId: "wire", weight: 4 }),
      roll("c", { materialTypeId: "wire", weight: 6 }),
    ];
    const store = await storeOf(...items);
    expect(value(store, BOTH)).toBe(3);
    expect(value(store, BOTH)).toBe(0);
    store.list("items", [
      roll("a", { materialTypeId: "film", remainingLength: 20, updatedAt: "2026-06-15T12:00:00Z" }),
    ]);
    expect(value(store, BOTH)).toBe(1);
    store.list("types", [{ ...WIRE, pricePerPound: 3 }]);
    expect(value(store, BOTH)).toBe(2);
    expect(valuesOf(store)).toEqual({ a: "10 USD", b: "9 EUR", c: "15 EUR" });
  });

  it("changed units revalue all items; a removed basis removes all values", async () => {
    const store = await storeOf(roll("a", { materialTypeId: "film", remainingLength: 10 }));
    value(store, BOTH);
    value(store, { ...BOTH, units: { ...UNITS, length: "yd" } });
    expect(valuesOf(store)).toEqual({ a: "15 USD" });
    value(store, {});
    expect(valuesOf(store)).toEqual({ a: "null" });
  });
});

describe("the values of items in a workbook", () => {
  it("each value has its currency's number format, even without a currency column", async () => {
    const store = await storeOf(
      roll("a", { materialTypeId: "film", remainingLength: 10 }),
      roll("b", { materialTypeId: "wire", weight: 5.5 }),
      roll("c", {}),
    );
    value(store, BOTH);
    const file = path.join(await temporaryFolder(), "values.xlsx");
    const plan: ExportPlan = {
      resource: "items",
      query: { version: 1, sort: [{ field: "id", direction: "asc" }] },
      format: "xlsx",
      columns: ["id", "value", "remainingLength"],
      wholeRecord: false,
      dialect: { delimiter: ",", decimal: "." },
      now: NOW,
    };
    const body = rowsBody(store.file, plan, { appVersion: "1", connection: null, view: null });
    const staged = await stageFile(file, body.chunks({ signal: new AbortController().signal }));
    await staged.commit();
    body.close();
    const [, ...rows] = (await pythonXlsx(file))["items"]?.rows ?? [];
    expect(rows.map(({ A, B, C, D }) => [A?.text, B?.number, B?.format, C?.format, D])).toEqual([
      ["a", "5", '#,##0.00 "USD"', null, undefined],
      ["b", "9", '#,##0.00 "EUR"', undefined, undefined],
      ["c", undefined, undefined, undefined, undefined],
    ]);
  });
});

describe("the stock value of types and locations", () => {
  async function stockOf(store: TestStore, resource: string): Promise<readonly unknown[]> {
    valueStock(store);
    return store
      .sql(`SELECT id, stockValue, valueOut, stockCurrency FROM ${resource} ORDER BY id`)
      .map((row) => Object.values(row));
  }

  it("a type has separate values for stock and checked-out items", async () => {
    const store = await storeOf(
      roll("a", { materialTypeId: "film", remainingLength: 0.1 }),
      roll("b", { materialTypeId: "film", remainingLength: 0.2, status: "checked_out" }),
      roll("c", { materialTypeId: "film", remainingLength: 9, status: "archived" }),
    );
    store.list("types", [{ ...FILM, pricePerFoot: 1 }]);
    value(store, BOTH);
    expect(await stockOf(store, "types")).toEqual([
      ["film", 0.3, 0.2, "USD"],
      ["plain", null, null, null],
      ["wire", null, null, null],
    ]);
  });

  it("a location with several currencies has no sum", async () => {
    const store = await storeOf(
      roll("a", { materialTypeId: "film", remainingLength: 10, locationId: "hall" }),
      roll("b", { materialTypeId: "wire", weight: 4, locationId: "hall" }),
      roll("c", { materialTypeId: "wire", weight: 4, locationId: "yard" }),
    );
    value(store, BOTH);
    expect(await stockOf(store, "locations")).toEqual([
      ["hall", null, null, null],
      ["yard", 6, 0, "EUR"],
    ]);
  });
});

describe("orders by value", () => {
  const priced = () =>
    storeOf(
      roll("a", { materialTypeId: "film", remainingLength: 100, locationId: "hall" }),
      roll("b", { materialTypeId: "wire", weight: 4, locationId: "hall" }),
      roll("c", { materialTypeId: "wire", weight: 9, locationId: "yard" }),
      roll("d", { materialTypeId: "wire", weight: 3, locationId: "hall" }),
      roll("e", { materialTypeId: "plain", locationId: "yard" }),
    );

  it.each(["SQL", "the index"])(
    "sorting by value made by %s sorts by currency, then by amount",
    async (maker) => {
      const store = await priced();
      value(store, BOTH);
      // If a position is requested, the index sorts the rows.
      const query: Query = { version: 1, sort: [{ field: "value", direction: "desc" }] };
      const ids =
        maker === "SQL"
          ? store.reader.window("items", query, 0, 9, NOW).rows.map(({ id }) => id)
          : ["a", "b", "c", "d", "e"].toSorted(
              (one, other) => placeOf(store, query, one) - placeOf(store, query, other),
            );
      expect(ids).toEqual(["c", "b", "d", "a", "e"]);
    },
  );

  it("groups are sorted by their sums in the most common currency", async () => {
    const store = await priced();
    value(store, BOTH);
    const query: Query = { version: 1, sort: [{ field: "locationId", direction: "asc" }] };
    const groups: Groups = {
      levels: 1,
      closed: true,
      exceptions: [],
      order: { by: "sum", field: "value", direction: "desc" },
    };
    const { lines } = store.reader.lines("items", query, groups, 0, 9, NOW);
    // The yard's 16 EUR are more than the hall's 10 EUR. The 50 USD do not count.
    expect(lines).toMatchObject([{ group: { path: ["yard"] } }, { group: { path: ["hall"] } }]);
  });
});

function placeOf(store: TestStore, query: Query, id: string): number {
  return store.reader.neighbours("items", query, id, NOW).place ?? Number.NaN;
}
