import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_BREAKDOWN } from "../../../../../../shared/query/group-levels.ts";
import type { NameEntry } from "../../../../../../shared/features/names/names.ts";
import { compileFilter, compileQuery } from "../../../../../../shared/query/views/compile-view.ts";
import { parseInstant } from "../../../../../../shared/base/time/instant.ts";
import { ageBands, CHECKED_OUT } from "../../../../../../renderer/inventory/figures/ages.ts";
import {
  averageSince,
  FIELD_OF,
  groupsOf,
  searchGroups,
  TOTALLED,
  type Group,
} from "../../../../../../renderer/features/custody/checked-out/groups.ts";
import { holdersFilter } from "../../../../../../renderer/features/custody/checked-out/holders-filter.ts";
import {
  LONGEST_FIRST,
  nextSorting,
  sortGroups,
} from "../../../../../../renderer/features/custody/checked-out/sorting.ts";
import {
  amountIn,
  commonCurrency,
  valuesText,
} from "../../../../../../renderer/features/custody/checked-out/values.ts";
import { evaluate } from "../../../../electron/store/query/query-model.ts";
import { filled, modelOf, NOW } from "../../../../electron/store/query/query-samples.ts";

const TODAY = "2026-06-15";

const OUT = compileQuery({ search: "", chips: [{ enabled: true, filter: CHECKED_OUT }], sort: [] }, TODAY);
const entry = (id: string, team: string): NameEntry => ({ id, name: "", team, note: "" });

describe("groups of checked-out items", () => {
  it("each group shows the figures of the group's items", async () => {
    const store = await filled();
    const model = modelOf("items");
    const rowsOf = (ids: readonly string[]) => model.rows.filter(({ id }) => ids.includes(String(id)));
    const bands = ageBands(TODAY).map(({ filters }) => ({
      all: filters.map((filter) => compileFilter(filter, TODAY)),
    }));
    const all = (by: keyof typeof FIELD_OF, names: ReadonlyMap<string, NameEntry>): readonly Group[] => {
      const field = { field: FIELD_OF[by] };
      const breakdown = (parts: typeof bands, fields: string[]) =>
        store.reader.breakdown("items", OUT, { by: field, parts, fields }, NOW);
      return groupsOf(by, breakdown([{ all: [] }], [...TOTALLED]), breakdown(bands, []), names);
    };
    const teams = fc.constantFrom("", "Night", "Day");
    fc.assert(
      fc.property(
        fc.constantFrom("holder", "team", "type", "location"),
        teams,
        teams,
        teams,
        (by, a, b, c) => {
          const book = [entry("user-1", a), entry("User-2", b), entry("nobody", c)];
          const groups = all(by, new Map(book.map((one) => [one.id, one])));
          const seen: string[] = [];
          for (const group of groups) {
            const chips = [CHECKED_OUT, ...group.filters].map((filter) => ({ enabled: true, filter }));
            const ids = evaluate(model, compileQuery({ search: "", chips, sort: [] }, TODAY));
            const moments = rowsOf(ids)
              .flatMap(({ checkedOutAt }) =>
                typeof checkedOutAt === "string" ? [(parseInstant(checkedOutAt) ?? 0) / 1_000] : [],
              )
              .filter((moment) => moment >= 0 && moment <= NOW + 86_400_000);
            seen.push(...ids);
            expect(group.items).toBe(ids.length);
            expect(group.ages.reduce((sum, rows) => sum + rows, 0)).toBe(ids.length);
            expect(group.oldest ?? Infinity).toBeCloseTo(Math.min(...moments), 0);
            expect(averageSince(group) ?? -1).toBeCloseTo(
              moments.length === 0 ? -1 : moments.reduce((sum, moment) => sum + moment, 0) / moments.length,
              0,
            );
            const lengths = rowsOf(ids).reduce((sum, row) => sum + Number(row["remainingLength"] ?? 0), 0);
            expect(group.lengths.reduce((sum, total) => sum + total.sum, 0)).toBeCloseTo(lengths);
          }
          expect(seen.toSorted()).toEqual(evaluate(model, OUT).toSorted());
        },
      ),
      { numRuns: 60 },
    );
  });

  it("a search finds groups by their name, id or team", () => {
    const groups = [groupOf("u-1", "Zoë"), groupOf("u-2", "Anna", "Night")];
    const found = (search: string) => searchGroups(groups, search).map(({ value }) => value);
    expect([found("zoe"), found("U-"), found("night anna"), found("x")]).toEqual([
      ["u-1"],
      ["u-1", "u-2"],
      ["u-2"],
      [],
    ]);
  });
});

function groupOf(value: string | null, label: string, team = "", oldest: number | null = null): Group {
  return {
    value,
    label,
    isId: false,
    team,
    filters: [],
    items: label.length,
    lengths: [],
    values: [],
    oldest,
    outSince: { sum: oldest ?? 0, count: oldest === null ? 0 : 1 },
    ages: [],
    late: 0,
  };
}

const AMOUNTS = {
  length: () => 0,
  value: (group: Group) => amountIn(group, "EUR"),
};

describe("the order of the groups", () => {
  const groups = [
    groupOf("a", "Roll 10", "B", 30),
    groupOf("b", "Roll 2", "", 10),
    groupOf(null, "No holder", "A", 20),
    groupOf("d", "Zed", "A"),
  ];
  const order = (...input: Parameters<typeof nextSorting>) =>
    sortGroups(groups, nextSorting(...input), AMOUNTS).map(({ label }) => label);

  it("the group with the longest check-out is first", () => {
    const sorted = sortGroups(groups, LONGEST_FIRST, AMOUNTS).map(({ label }) => label);
    expect(sorted).toEqual(["Roll 2", "No holder", "Roll 10", "Zed"]);
  });

  it("sorting by text is A–Z with empty values last; a second click reverses it", () => {
    expect(order(LONGEST_FIRST, "label")).toEqual(["Roll 2", "Roll 10", "Zed", "No holder"]);
    expect(order({ column: "label", direction: "asc" }, "label")).toEqual([
      "Zed",
      "Roll 10",
      "Roll 2",
      "No holder",
    ]);
    expect(order(LONGEST_FIRST, "team")).toEqual(["No holder", "Zed", "Roll 10", "Roll 2"]);
    expect(order(LONGEST_FIRST, "items")[0]).toBe("No holder");
  });

  it("sorting by value uses the most common currency and puts groups in other currencies last", () => {
    const total = (measuredIn: string, count: number, sum: number) => ({
      measuredIn,
      count,
      sum,
      min: sum,
      max: sum,
    });
    const [a, b, c, d] = groups as [Group, Group, Group, Group];
    const valued = [
      { ...a, values: [total("EUR", 2, 30), total("USD", 1, 900)] },
      { ...b, values: [total("USD", 2, 500)] },
      { ...c, values: [total("EUR", 2, 70)] },
      d,
    ];
    expect(commonCurrency(valued)).toBe("EUR");
    const labels = sortGroups(valued, nextSorting(LONGEST_FIRST, "value"), AMOUNTS).map(({ label }) => label);
    expect(labels).toEqual(["No holder", "Roll 10", "Roll 2", "Zed"]);
    expect(valued.map(valuesText)).toEqual(["€30.00 and $900.00", "$500.00", "€70.00", "–"]);
  });
});

describe("the filter for several holders", () => {
  it("a filter for many holders is split because one filter has a limited number of values", () => {
    const ids = Array.from({ length: MAX_BREAKDOWN }, (_, at) => `u-${at}`);
    const filter = holdersFilter(ids, true);
    expect(filter).toMatchObject({ kind: "group", match: "all" });
    expect(filter?.kind === "group" && filter.parts.length).toBe(20);
    expect(holdersFilter(["a"])).toMatchObject({ kind: "choice", values: ["a"], negate: false });
    expect(holdersFilter([], true)).toBeNull();
  });
});
