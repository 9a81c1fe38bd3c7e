import { describe, expect, it } from "vitest";
import { headingInUnits } from "../../../../../shared/delivery/export-formats.ts";
import { NO_UNITS, type Units } from "../../../../../shared/inventory/units.ts";
import { describeQuery } from "../../../../../shared/query/describe-query.ts";
import type { Query } from "../../../../../shared/query/query.ts";
import { namedColumns, shownColumns } from "../../../../../shared/query/views/shown-columns.ts";

const words = (query: Omit<Query, "version">): readonly string[] =>
  describeQuery("items", { version: 1, ...query }, (_field, id) => (id === "loc-1" ? "Hall 1" : null));

/** The computed columns that the table of locations shows next to the name. */
const LOCATION_STOCK = [
  "itemCount",
  "availableCount",
  "checkedOutCount",
  "archivedCount",
  "totalLength",
  "totalWeight",
  "outLongerCount",
  "lastItemChange",
];

describe("a query in words", () => {
  it("an empty query is also described in words", () => {
    expect(words({})).toEqual(["Every one of the items", "Sorted by Name (ascending)"]);
  });

  it("a query in words describes references, groups and the order", () => {
    const filter: Query["filter"] = {
      all: [
        { field: "locationId", op: "in", value: ["loc-1", "loc-9"] },
        {
          any: [
            { field: "weight", op: "between", value: [1, 2.5] },
            { field: "weight", op: "empty" },
          ],
        },
        { not: { field: "checkedOutAt", op: "olderThan", value: "P7D" } },
        { field: "remainingLength", op: "ltShare", value: { field: "startingLength", share: 0.1 } },
      ],
    };
    expect(words({ search: " film ", filter, sort: [{ field: "updatedAt", direction: "desc" }] })).toEqual([
      "Search: film",
      "Location is one of Hall 1 (loc-1), loc-9",
      "(Weight is between 1 and 2.5 or Weight is empty)",
      "not Checked out is longer ago than P7D",
      "Remaining length is less than 0.1 of Starting length",
      "Sorted by Updated (descending)",
    ]);
  });

  it("a query in words shortens a long list and counts the omitted values", () => {
    const value = Array.from({ length: 25 }, (_, at) => `id-${at}`);
    expect(words({ filter: { field: "id", op: "in", value } })[0]).toMatch(/id-19, 5 more$/);
  });
});

describe("the columns of a view", () => {
  it("a new view has the table's default columns with reference names", () => {
    const wanted = ["name", ...LOCATION_STOCK, "id", "createdAt", "updatedAt"];
    expect(shownColumns("locations", undefined, true)).toEqual(wanted);
    expect(shownColumns("items", undefined, false).slice(0, 4)).toEqual([
      "name",
      "status",
      "locationName",
      "materialTypeName",
    ]);
  });

  it("a holder's name follows the id column only if the connection has names", () => {
    const standard = shownColumns("items", undefined, false);
    const holder = standard.indexOf("checkedOutToUserId");
    expect(holder).toBeGreaterThan(0);
    expect(shownColumns("items", undefined, true)).toEqual(
      standard.toSpliced(holder + 1, 0, "checkedOutToUserName"),
    );
    expect([true, false].map((hasNames) => namedColumns("items", hasNames).length)).toEqual([18, 17]);
  });

  it("columns follow the view's order, with pinned columns at the edges", () => {
    const columns = {
      order: ["updatedAt", "gone", "id", "locationId:id", "name"],
      visibility: {
        "locationId:id": true,
        createdAt: false,
        ...Object.fromEntries(LOCATION_STOCK.map((name) => [name, false])),
      },
      widths: {},
      pins: { name: "left", updatedAt: "right" },
    } as const;
    const arranged = { ...columns, order: [...columns.order] };
    expect(shownColumns("locations", arranged, false)).toEqual(["name", "id", "updatedAt"]);
    expect(shownColumns("items", arranged, false).slice(0, 3)).toEqual(["name", "locationId", "status"]);
  });
});

const METRIC: Units = { ...NO_UNITS, length: "m", weight: "kg" };
const cable = { length: "ft", weight: null, width: null, thickness: null, weighing: null } as const;

it.each<[string, Units | null, string]>([
  ["remainingLength", null, "remainingLength"],
  ["remainingLength", NO_UNITS, "remainingLength"],
  ["remainingLength", METRIC, "remainingLength (m)"],
  ["weight", { ...METRIC, overrides: { cable } }, "weight (kg)"],
  ["remainingLength", { ...METRIC, overrides: { cable } }, "remainingLength (m; ft for some material types)"],
  [
    "remainingLength",
    { ...NO_UNITS, overrides: { cable } },
    "remainingLength (no unit; ft for some material types)",
  ],
  ["name", METRIC, "name"],
  ["locationName", METRIC, "locationName"],
])("the heading of %s includes its unit", (column, units, heading) => {
  expect(headingInUnits(column, "items", column, units)).toBe(heading);
});
