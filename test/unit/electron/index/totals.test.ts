import { describe, expect, it } from "vitest";
import { NO_UNITS } from "../../../../shared/inventory/units.ts";
import type { Query } from "../../../../shared/query/query.ts";
import { item, openStore } from "../store/support.ts";

const ALL: Query = { version: 1 };

describe("totals", () => {
  it("totals give count, sum, minimum and maximum and skip missing numbers", async () => {
    const store = await openStore();
    store.list("items", [
      item("a", { weight: 1e16, status: "archived" }),
      item("b", { weight: 1 }),
      item("c", { weight: 1 }),
      item("d", { weight: -1e16, status: "archived" }),
      item("e"),
    ]);
    const { rows, fields } = store.reader.totals("items", ALL, ["weight", "remainingLength", "name"], 0);
    // 1e16 + 1 is not a double, so the lost digits are added at the end.
    expect([rows, fields["weight"]]).toEqual([
      5,
      [{ measuredIn: null, count: 4, sum: 2, min: -1e16, max: 1e16 }],
    ]);
    expect(fields["remainingLength"]).toEqual([]);
    expect(fields).not.toHaveProperty("startingLength");
    expect(fields).not.toHaveProperty("name");
    const few = store.reader.totals(
      "items",
      { version: 1, filter: { field: "id", op: "notIn", value: ["a", "d"] } },
      ["weight"],
      0,
    );
    expect([few.rows, few.fields["weight"]]).toEqual([
      3,
      [{ measuredIn: null, count: 2, sum: 2, min: 1, max: 1 }],
    ]);
  });

  it("totals never add amounts in different units", async () => {
    const store = await openStore();
    store.list("types", [
      { id: "cable", name: "Cable", spoolWeight: 1 },
      { id: "film", name: "Film", spoolWeight: 2 },
    ]);
    store.list("items", [
      item("a", { materialTypeId: "film", remainingLength: 10, weight: 1 }),
      item("b", { materialTypeId: "film", remainingLength: 20, weight: 2 }),
      item("c", { materialTypeId: "cable", remainingLength: 7, weight: 4 }),
      item("d", { materialTypeId: null, remainingLength: 5 }),
    ]);
    const totals = (resource: "items" | "types", ...fields: string[]): unknown =>
      Object.values(store.reader.totals(resource, ALL, fields, 0).fields).map((list) =>
        list.map(({ measuredIn, count, sum }) => [measuredIn, count, sum]),
      );
    expect(totals("items", "remainingLength")).toEqual([[[null, 4, 42]]]);
    const cable = { length: "ft", weight: null, width: null, thickness: null, weighing: null } as const;
    store.writer.useUnits({ ...NO_UNITS, length: "m", weight: "kg", overrides: { cable } });
    expect(totals("items", "remainingLength", "weight")).toEqual([
      [["m", 3, 35], ["ft", 1, 7]], // prettier-ignore
      [["kg", 3, 7]],
    ]);
    store.writer.useUnits({ ...NO_UNITS, overrides: { cable: { ...cable, weight: "lb" } } });
    expect(totals("items", "remainingLength")).toEqual([[[null, 3, 35], ["ft", 1, 7]]]); // prettier-ignore
    expect(totals("types", "spoolWeight")).toEqual([[[null, 1, 2], ["lb", 1, 1]]]); // prettier-ignore
    store.writer.useUnits(null);
    expect(totals("items", "remainingLength")).toEqual([[[null, 4, 42]]]);
  });

  it("totals never add amounts in different currencies", async () => {
    const store = await openStore();
    const type = (id: string, currency: string | null, pricePerFoot: number | null): object => {
      return { id, name: id, currency, pricePerFoot };
    };
    store.list("types", [
      type("a", "EUR", 1.5),
      type("b", "EUR", 2),
      type("c", "USD", 7),
      type("d", null, 3),
      type("e", "GBP", null),
    ]);
    const { fields } = store.reader.totals("types", ALL, ["pricePerFoot"], 0);
    expect(fields["pricePerFoot"]).toHaveLength(3);
    expect(fields["pricePerFoot"]).toEqual(
      expect.arrayContaining([
        { measuredIn: "EUR", count: 2, sum: 3.5, min: 1.5, max: 2 },
        { measuredIn: "USD", count: 1, sum: 7, min: 7, max: 7 },
        { measuredIn: null, count: 1, sum: 3, min: 3, max: 3 },
      ]),
    );
  });

  it("the index keeps all digits of a column's numbers", async () => {
    const store = await openStore();
    const numbers = [0.1 + 0.2, 1 / 3, -2.5e-12, 5e-324, 1.7976931348623157e308, 2 ** 53, -7, 0, null];
    store.list(
      "items",
      numbers.map((weight, at) => item(`i-${at}`, { weight })),
    );
    for (const [at, weight] of numbers.entries()) {
      const one: Query = { version: 1, filter: { field: "id", op: "is", value: `i-${at}` } };
      const [total] = store.reader.totals("items", one, ["weight"], 0).fields["weight"] ?? [];
      expect(total?.min ?? null).toBe(weight);
    }
  });
});
