import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_UNITS } from "../../../../shared/inventory/units.ts";
import type { Breakdown, BreakdownRequest } from "../../../../shared/query/totals.ts";
import { EVERYTHING, type Filter } from "../../../../shared/query/query.ts";
import { breakdownOf } from "../store/query/model-answers.ts";
import { filled, modelOf, NOW, queryOf } from "../store/query/query-samples.ts";
import { item, openStore } from "../store/support.ts";

const STATUSES: Filter[] = [
  { field: "status", op: "is", value: "available" },
  { field: "status", op: "is", value: "checked_out" },
  { field: "checkedOutAt", op: "olderThan", value: "P1W" },
  { all: [] },
];
const FIELDS = ["remainingLength", "weight", "checkedOutAt"];
const LEVELS: BreakdownRequest["by"][] = [
  null,
  { field: "status" },
  { field: "locationId" },
  { field: "materialTypeId" },
  { field: "checkedOutToUserId" },
  { field: "checkedOutAt", step: "day" },
];

/** Sorts the groups and rounds sums to the digits in which doubles agree. */
function comparable({ groups, more }: Breakdown): unknown {
  const rounded = groups.map(({ parts, ...group }) => ({
    ...group,
    parts: parts.map(({ rows, totals }) => ({
      rows,
      totals: Object.fromEntries(
        Object.entries(totals).map(([name, list]) => [
          name,
          list.map((total) => ({ ...total, sum: Number(total.sum.toPrecision(12)) })),
        ]),
      ),
    })),
  }));
  return { groups: rounded.toSorted((a, b) => String(a.value).localeCompare(String(b.value))), more };
}

describe("a breakdown of a query by groups", () => {
  it("a breakdown equals the result of plain JavaScript", async () => {
    const store = await filled();
    const model = modelOf("items");
    fc.assert(
      fc.property(queryOf("items"), fc.constantFrom(...LEVELS), (query, by) => {
        const { sort: _sort, ...rest } = query;
        const request = { by, parts: STATUSES, fields: FIELDS };
        const found = store.reader.breakdown("items", rest, request, NOW);
        expect(comparable(found)).toEqual(comparable(breakdownOf(model, rest, request)));
      }),
      { numRuns: 300 },
    );
  });

  it("a breakdown lists the largest groups first", async () => {
    const store = await filled();
    const request = { by: { field: "locationId" }, parts: [{ all: [] }], fields: [] };
    const { groups } = store.reader.breakdown("items", EVERYTHING, request, NOW);
    const rows = groups.map(({ parts }) => parts[0]?.rows ?? 0);
    expect(rows).toEqual(rows.toSorted((a, b) => b - a));
    expect(rows.length).toBeGreaterThan(3);
  });

  it("a breakdown adds amounts separately for each unit", async () => {
    const store = await openStore();
    store.list("types", [
      { id: "cable", name: "Cable" },
      { id: "film", name: "Film" },
    ]);
    store.list("items", [
      item("a", { materialTypeId: "film", locationId: "l", remainingLength: 10 }),
      item("b", { materialTypeId: "cable", locationId: "l", remainingLength: 7 }),
    ]);
    const cable = { length: "ft", weight: null, width: null, thickness: null, weighing: null } as const;
    store.writer.useUnits({ ...NO_UNITS, length: "m", overrides: { cable } });
    const request = { by: { field: "locationId" }, parts: [{ all: [] }], fields: ["remainingLength"] };
    const { groups } = store.reader.breakdown("items", EVERYTHING, request, 0);
    expect(groups[0]?.parts[0]?.totals["remainingLength"]).toMatchObject([
      { measuredIn: "m", sum: 10 },
      { measuredIn: "ft", sum: 7 },
    ]);
  });

  it("a breakdown refuses fields without numbers, unknown levels and unknown fields", async () => {
    const store = await openStore();
    const refused = (part: Partial<BreakdownRequest>) => () =>
      store.reader.breakdown("items", EVERYTHING, { by: null, parts: [{ all: [] }], fields: [], ...part }, 0);
    expect(refused({ fields: ["status"] })).toThrow(/"status" that holds numbers or dates/);
    expect(refused({ by: { field: "name" } })).toThrow(/cannot be grouped by field "name"/);
    expect(refused({ by: { field: "checkedOutAt" } })).toThrow(/cannot be grouped/);
    expect(refused({ parts: [{ field: "colour", op: "is", value: "red" }] })).toThrow(/no field "colour"/);
  });
});
