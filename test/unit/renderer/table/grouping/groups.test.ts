import { describe, expect, it } from "vitest";
import { localDay } from "../../../../../shared/base/time/local-day.ts";
import { compileView } from "../../../../../shared/query/views/compile-view.ts";
import { findField, QUERY_FIELDS } from "../../../../../shared/inventory/fields.ts";
import { levelId, levelsOf, parseLevel } from "../../../../../shared/query/group-levels.ts";
import { groupOrderId, MAX_EXCEPTIONS, parseGroupOrder } from "../../../../../shared/query/grouping.ts";
import { sumLabel } from "../../../../../renderer/table/rows/group-row.tsx";
import { parseQuery } from "../../../../../shared/query/query.ts";
import { NO_UNITS } from "../../../../../shared/inventory/units.ts";
import {
  groupOrderOf,
  ALL_CLOSED,
  ALL_OPEN,
  levelsOfQuery,
  tableQueryOf,
  toggleFold,
} from "../../../../../renderer/table/grouping/group-query.ts";
import { setLocale } from "../../../../../shared/base/text/locale.ts";
import { groupLabel, orderButtonLabel } from "../../../../../renderer/table/grouping/messages.ts";
import { addLevel, dropLevel, moveLevel } from "../../../../../renderer/table/grouping/group-menu.tsx";
import { DEFAULT_VIEW, readViewState } from "../../../../../renderer/table/views/view-state.ts";

const TODAY = localDay(new Date());

describe("open and closed groups", () => {
  it("toggleFold() opens or closes a group in any state of the other groups", () => {
    const open = toggleFold(ALL_CLOSED, ["a", null]);
    expect(open).toEqual({ closed: true, exceptions: [["a", null]] });
    expect(open && toggleFold(open, ["a", null])).toEqual(ALL_CLOSED);
    expect(toggleFold(ALL_OPEN, ["a"])).toEqual({ closed: false, exceptions: [["a"]] });
    // A missing value and an empty text are two groups.
    expect(toggleFold({ closed: true, exceptions: [[null]] }, [""])?.exceptions).toEqual([[null], [""]]);
  });

  it("toggleFold() limits the number of exceptions, but still removes an exception at the limit", () => {
    const exceptions = Array.from({ length: MAX_EXCEPTIONS }, (_, at) => [String(at)]);
    expect(toggleFold({ closed: true, exceptions }, ["more"])).toBeNull();
    expect(toggleFold({ closed: true, exceptions }, ["7"])?.exceptions).toHaveLength(MAX_EXCEPTIONS - 1);
  });
});

describe("grouping levels", () => {
  it("grouping levels are saved by name and read without unknown levels", () => {
    expect(levelId(parseLevel("updatedAt:month"))).toBe("updatedAt:month");
    const ids = [
      "status",
      "updatedAt",
      "updatedAt:week",
      "updatedAt:day",
      "weight",
      "name",
      "colour",
      "locationId:day",
    ];
    expect(levelsOf("items", ids).map(levelId)).toEqual(["status", "updatedAt:week"]);
    expect(levelsOf("locations", ["status", "createdAt:year"]).map(levelId)).toEqual(["createdAt:year"]);
    const text = JSON.stringify({ ...DEFAULT_VIEW, grouping: ["colour", "status"] });
    expect(readViewState("items", text).grouping).toEqual(["status"]);
  });

  it("grouping levels can be added, removed, changed and moved", () => {
    const one = addLevel("items", DEFAULT_VIEW, { field: "status" });
    const two = addLevel("items", one, { field: "updatedAt", step: "month" });
    expect(addLevel("items", two, { field: "updatedAt", step: "year" }).grouping).toEqual([
      "status",
      "updatedAt:year",
    ]);
    expect(moveLevel("items", two, "updatedAt", -1).grouping).toEqual(["updatedAt:month", "status"]);
    expect(moveLevel("items", two, "status", -1)).toBe(two);
    expect(dropLevel("items", dropLevel("items", two, "status"), "updatedAt")).toEqual(DEFAULT_VIEW);
  });

  it("grouping levels come before the sort order", () => {
    const compile = (grouping: string[], sort: { field: string; direction: "asc" | "desc" }[] = []) =>
      compileView("items", { search: "", chips: [], sort, grouping }, TODAY).sort;
    expect(compile(["status", "updatedAt:month"])).toEqual([
      { field: "status", direction: "asc" },
      { field: "updatedAt", direction: "desc", step: "month" },
      { field: "name", direction: "asc" },
    ]);
    expect(
      compile(
        ["status", "updatedAt:month"],
        [
          { field: "updatedAt", direction: "asc" },
          { field: "status", direction: "desc" },
        ],
      ),
    ).toEqual([
      { field: "status", direction: "desc" },
      { field: "updatedAt", direction: "asc", step: "month" },
      { field: "updatedAt", direction: "asc" },
    ]);
    expect(compile([])).toBeUndefined();
  });

  it("a view's unknown grouping levels are left out of its query", () => {
    const grouping = ["name", "status", "weight", "updatedAt", "updatedAt:month", "colour", "status"];
    const query = compileView("items", { search: "", chips: [], sort: [], grouping }, TODAY);
    expect(parseQuery("items", query)).toEqual(query);
    const shown = levelsOfQuery(tableQueryOf("items", query, grouping, ALL_CLOSED));
    expect(shown.map(levelId)).toEqual(["status", "updatedAt:month"]);
    expect(query.sort?.at(-1)).toEqual({ field: "name", direction: "asc" });
  });
});

describe("the order of groups", () => {
  const LENGTH = "remainingLength:asc";
  const METRES = { ...NO_UNITS, length: "m" } as const;
  const ofOneType = { field: "materialTypeId", op: "is", value: "t-1" } as const;

  it("a group order is saved and read as text", () => {
    for (const id of ["count:desc", "count:asc", "weight:desc", LENGTH]) {
      const order = parseGroupOrder("items", id);
      expect(order && groupOrderId(order)).toBe(id);
    }
    for (const id of [undefined, "", "count", "count:up", "name:asc", "colour:desc", "width:asc"])
      expect(parseGroupOrder("items", id)).toBeUndefined();
  });

  it("removing the last grouping level removes the group order", () => {
    const grouped = { ...addLevel("items", DEFAULT_VIEW, { field: "status" }), groupOrder: "count:desc" };
    expect(addLevel("items", grouped, { field: "locationId" }).groupOrder).toBe("count:desc");
    expect(dropLevel("items", grouped, "status")).toEqual(DEFAULT_VIEW);
    expect(readViewState("items", JSON.stringify(grouped)).groupOrder).toBe("count:desc");
  });

  it.each([
    ["lengths of a material type", LENGTH, "materialTypeId", undefined, NO_UNITS, true],
    ["lengths of several material types without a unit", LENGTH, "status", undefined, NO_UNITS, false],
    ["lengths of several material types in one unit", LENGTH, "status", undefined, METRES, true],
    ["lengths of the only material type", LENGTH, "status", ofOneType, NO_UNITS, true],
    [
      "lengths in several units",
      LENGTH,
      "materialTypeId",
      undefined,
      { ...METRES, overrides: { "t-1": { ...NO_UNITS, length: "ft" as const } } },
      false,
    ],
    ["weights", "weight:desc", "status", undefined, NO_UNITS, true],
    ["amounts of several currencies", "pricePerFoot:desc", "currency", undefined, NO_UNITS, false],
  ] as const)(
    "groups are sorted by sums only if the sums are comparable: %s",
    (_title, id, field, filter, units, isOrder) => {
      const resource = findField("items", id.split(":")[0] ?? "") ? "items" : "types";
      const query = { version: 1, ...(filter && { filter }) } as const;
      expect(groupOrderOf(resource, id, [{ field }], query, units) !== undefined).toBe(isOrder);
    },
  );

  it("the button shows the group order", () => {
    expect(orderButtonLabel("items", undefined)).toBe("Order: Name");
    expect(orderButtonLabel("items", parseGroupOrder("items", "weight:asc"))).toBe(
      "Order: Sum of Weight, smallest first",
    );
  });
});

describe("the label of a group", () => {
  it.each([
    ["day", "2026-10-25", "Oct 25, 2026"],
    ["week", "2026-10-19", "Oct 19 – 25, 2026"],
    ["month", "2026-10-01", "October 2026"],
    ["quarter", "2026-10-01", "Q4 2026"],
    ["year", "2026-01-01", "2026"],
  ] as const)("a date group's label describes the %s", (step, first, words) => {
    // Narrow spaces separate days.
    expect(groupLabel({ field: "updatedAt", step }, first, null).replaceAll(/\s/g, " ")).toBe(words);
  });

  it.each([
    ["fa", "نوامبر ۲۰۲۶"],
    ["th", "พฤศจิกายน 2569"],
  ])(
    "a month's label uses the locale's calendar only if the calendar has the same months: %s",
    (locale, words) => {
      setLocale(locale);
      const label = groupLabel({ field: "updatedAt", step: "month" }, "2026-11-01", null);
      setLocale(undefined);
      expect(label).toBe(words);
    },
  );

  it("a group's label is a name, a value's label or a word for \"empty\"", () => {
    expect(groupLabel({ field: "locationId" }, "l-1", "Hall 2")).toBe("Hall 2");
    expect(groupLabel({ field: "locationId" }, "l-1", null)).toBe("l-1");
    expect(groupLabel({ field: "status" }, "checked_out", null)).toBe("Checked out");
    expect(groupLabel({ field: "status" }, null, null)).toBe("(empty)");
    expect(groupLabel({ field: "checkedOutToUserId" }, "", null)).toBe("(empty text)");
  });

  it("a group's sum never adds different currencies", () => {
    const price = QUERY_FIELDS.types.find(({ name }) => name === "pricePerFoot");
    if (!price) throw new Error("no price");
    const of = (measuredIn: string | null, count: number, sum: number) => ({
      measuredIn,
      count,
      sum,
      min: 1,
      max: sum,
    });
    const { text, title } = sumLabel(price, [of("USD", 1, 7), of("EUR", 2, 3.5), of(null, 1, 2)], {});
    expect(text).toBe("3.5 EUR + 7 USD + 2 ?");
    expect(title?.split("\n")).toHaveLength(3);
    expect(sumLabel(price, [], {})).toEqual({ text: "", title: undefined });
  });
});
