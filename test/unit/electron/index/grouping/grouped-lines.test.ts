import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localDay } from "../../../../../shared/base/time/local-day.ts";
import type { InventoryReader } from "../../../../../electron/index/inventory-reader.ts";
import { filterOfGroup, type GroupLevel, type GroupPath } from "../../../../../shared/query/group-levels.ts";
import type { GroupOrder, Groups } from "../../../../../shared/query/grouping.ts";
import { compileFilter, compileView } from "../../../../../shared/query/views/compile-view.ts";
import { DATE_STEPS } from "../../../../../shared/base/time/date-steps.ts";
import { evaluate, firstDay, type QueryModel } from "../../store/query/query-model.ts";
import { item, openStore, type TestStore } from "../../store/support.ts";

const TODAY = localDay(new Date());

const DATES = [
  "2026-10-25T00:30:00Z",
  "2026-10-24T22:30:00Z",
  "2026-03-29T00:59:59.999Z",
  "2025-12-31T23:30:00Z",
  null,
];
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
const ITEMS = Array.from({ length: 60 }, (_, at) =>
  item(`i-${at}`, {
    name: `Roll ${(at * 7) % 31}`,
    status: pick(["available", "checked_out", null], at),
    locationId: pick(["l-1", "l-2", "l-3", "unknown", null], at * 3),
    checkedOutAt: pick(DATES, at * 2),
    weight: at % 4 === 0 ? null : at,
  }),
);
// Two locations with the same name are two groups.
const LOCATIONS = [
  { id: "l-1", name: "Hall" },
  { id: "l-2", name: "Yard" },
  { id: "l-3", name: "Hall" },
];
const MODEL: QueryModel = {
  resource: "items",
  rows: ITEMS,
  names: {
    locations: new Map(LOCATIONS.map(({ id, name }) => [id, name])),
    types: new Map(),
    names: new Map(),
  },
  now: 0,
};
const BY_ID = new Map(ITEMS.map((row) => [String(row["id"]), row]));

async function filled(): Promise<TestStore> {
  const store = await openStore();
  store.list("locations", LOCATIONS);
  store.list("items", ITEMS);
  return store;
}

const valueOf = (id: string, { field, step }: GroupLevel): string | null => {
  const value = BY_ID.get(id)?.[field];
  return step === undefined ? ((value as string | null) ?? null) : firstDay(value, step);
};

interface ModelLine {
  readonly path: GroupPath | null;
  readonly id: string | null;
  readonly count: number;
  readonly beside: number;
}

/** A group's figure; null if none of its rows has a number. */
function figureOf(ids: readonly string[], order: GroupOrder): number | null {
  if (order.by === "count") return ids.length;
  const numbers = ids.flatMap((id) => (BY_ID.get(id)?.[order.field] as number | null) ?? []);
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0);
}

/** The rows of each group in the requested order, groups with a figure first. */
function inOrder(groups: readonly (readonly string[])[], order: GroupOrder | undefined) {
  if (!order) return groups;
  return groups.toSorted((left, right) => {
    const [one, other] = [figureOf(left, order), figureOf(right, order)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return order.direction === "asc" ? one - other : other - one;
  });
}

/** The display rows of grouped rows, computed in plain JavaScript. */
function linesOf(
  ids: readonly string[],
  levels: readonly GroupLevel[],
  isClosed: (path: GroupPath) => boolean,
  order?: GroupOrder,
  path: GroupPath = [],
): ModelLine[] {
  const [level, ...inner] = levels;
  if (!level) return ids.map((id) => ({ path: null, id, count: 0, beside: 0 }));
  const values = [...new Set(ids.map((id) => valueOf(id, level)))];
  const groups = values.map((value) => ids.filter((id) => valueOf(id, level) === value));
  return inOrder(groups, order).flatMap((within) => {
    const here = [...path, valueOf(within[0] ?? "", level)];
    const heading = { path: here, id: null, count: within.length, beside: values.length };
    return [heading, ...(isClosed(here) ? [] : linesOf(within, inner, isClosed, order, here))];
  });
}

function read(reader: InventoryReader, query: ReturnType<typeof compileView>, groups: Groups): ModelLine[] {
  const { lines, total } = reader.lines("items", query, groups, 0, 500, 0);
  expect(lines).toHaveLength(total);
  return lines.map((line) =>
    typeof line["group"] === "object" && line["group"] !== null
      ? { path: line["group"].path, id: null, count: line["group"].count, beside: line["group"].beside }
      : { path: null, id: String(line["id"]), count: 0, beside: 0 },
  );
}

const level = fc.oneof(
  fc.constantFrom("status", "locationId", "checkedOutToUserId"),
  fc.constantFrom(...DATE_STEPS).map((step) => `checkedOutAt:${step}`),
);
const grouping = fc.uniqueArray(level, {
  minLength: 1,
  maxLength: 3,
  selector: (id) => id.split(":")[0],
});
const sort = fc.constantFrom(
  [],
  [{ field: "weight", direction: "desc" as const }],
  [{ field: "locationId", direction: "desc" as const }],
  [
    { field: "checkedOutAt", direction: "asc" as const },
    { field: "name", direction: "desc" as const },
  ],
);
const direction = fc.constantFrom("asc" as const, "desc" as const);
const groupOrder = fc.option(
  fc.oneof(
    fc.record({ by: fc.constant("count" as const), direction }),
    fc.record({ by: fc.constant("sum" as const), field: fc.constant("weight"), direction }),
  ),
  { nil: undefined },
);
const search = fc.constantFrom("", "1", "roll 2", "nothing");
const folds = fc.record({ closed: fc.boolean(), seed: fc.array(fc.nat(20), { maxLength: 6 }) });

const toLevel = (id: string): GroupLevel => {
  const [field = "", step] = id.split(":");
  return { field, step: DATE_STEPS.find((known) => known === step) };
};

describe("a grouped result", () => {
  it("a grouped result equals the result of plain JavaScript", async () => {
    const { reader } = await filled();
    fc.assert(
      fc.property(grouping, sort, search, folds, groupOrder, (ids, by, words, { closed, seed }, order) => {
        const query = compileView("items", { search: words, chips: [], sort: by, grouping: ids }, TODAY);
        const found = evaluate(MODEL, query);
        const levels = ids.map(toLevel);
        const everyGroup = linesOf(found, levels, () => false).flatMap(({ path }) => (path ? [path] : []));
        const exceptions = seed.flatMap((at) => {
          const path = everyGroup[at];
          return path ? [[...path]] : [];
        });
        const others = new Set(exceptions.map((path) => JSON.stringify(path)));
        const isClosed = (path: GroupPath): boolean => closed !== others.has(JSON.stringify(path));
        const groups: Groups = { levels: levels.length, closed, exceptions, order };
        const wanted = linesOf(found, levels, isClosed, order);

        expect(read(reader, query, groups)).toEqual(wanted);
        // Any page is a part of all display rows, and every row has its display row.
        const { lines } = reader.lines("items", query, groups, 3, 4, 0);
        expect(lines.map(({ id }) => id)).toEqual(
          reader
            .lines("items", query, groups, 0, 500, 0)
            .lines.slice(3, 7)
            .map(({ id }) => id),
        );
        const walked = linesOf(found, levels, () => false, order).flatMap(({ id }) => id ?? []);
        for (const [place, id] of walked.entries()) {
          const line = wanted.findIndex((candidate) => candidate.id === id);
          const here = reader.neighbours("items", query, id, 0, groups);
          expect(here).toMatchObject({ place, line: line < 0 ? null : line });
          expect(here.after?.id).toBe(walked[place + 1]);
        }
        const [first, last] = [walked[0], walked.at(-1)];
        if (first !== undefined && last !== undefined)
          expect(reader.range("items", query, first, last, 100, 0, groups).ids).toEqual(walked);
      }),
      { numRuns: 120 },
    );
  });

  it("a group's filter finds as many rows as the group's heading counts", async () => {
    const { reader } = await filled();
    for (const id of ["status", "locationId", "checkedOutAt:week", "checkedOutAt:quarter"]) {
      const query = compileView("items", { search: "", chips: [], sort: [], grouping: [id] }, TODAY);
      const groups: Groups = { levels: 1, closed: true, exceptions: [] };
      const headings = read(reader, query, groups);
      expect(headings.length).toBeGreaterThan(2);
      for (const { path, count } of headings) {
        const filter = compileFilter(filterOfGroup(toLevel(id), path?.[0] ?? null), TODAY);
        expect(reader.count("items", { version: 1, filter }, 0).total, `${id} ${String(path?.[0])}`).toBe(
          count,
        );
      }
    }
  });

  it("type-ahead finds only rows of open groups", async () => {
    const { reader } = await filled();
    const query = compileView("items", { search: "", chips: [], sort: [], grouping: ["status"] }, TODAY);
    const order = { by: "sum", field: "weight", direction: "desc" } as const;
    const groups: Groups = { levels: 1, closed: true, exceptions: [["checked_out"]], order };
    const lines = read(reader, query, groups);
    const line = reader.typeAhead("items", query, "roll 2", 0, 0, groups);
    const found = lines[line ?? -1]?.id ?? "";
    expect(BY_ID.get(found)).toMatchObject({ status: "checked_out", name: expect.stringMatching(/^Roll 2/) });

    const first = lines.findIndex(({ id }) => id !== null);
    const from = lines[first]?.id ?? "";
    expect(reader.range("items", query, from, first + 2, 100, 0, groups).ids).toEqual(
      lines.slice(first, first + 3).map(({ id }) => id),
    );
  });

  it("a grouped result has each group's name", async () => {
    const { reader } = await filled();
    const query = compileView("items", { search: "", chips: [], sort: [], grouping: ["locationId"] }, TODAY);
    const { lines } = reader.lines("items", query, { levels: 1, closed: true, exceptions: [] }, 0, 9, 0);
    expect(lines.map((line) => line["group"])).toMatchObject([
      { path: ["l-1"], name: "Hall" },
      { path: ["l-3"], name: "Hall" },
      { path: ["l-2"], name: "Yard" },
      { path: ["unknown"], name: null },
      { path: [null], name: null },
    ]);
    const open: Groups = { levels: 1, closed: false, exceptions: [] };
    for (const by of ["weight", "name", "checkedOutAt"]) {
      const ungroupable = { version: 1, sort: [{ field: by, direction: "asc" }] } as const;
      expect(() =>
        reader.lines("items", { ...ungroupable, sort: [...ungroupable.sort] }, open, 0, 9, 0),
      ).toThrow(`cannot be grouped by field "${by}"`);
    }
    const byName: Groups = { ...open, order: { by: "sum", field: "name", direction: "asc" } };
    expect(() => reader.lines("items", query, byName, 0, 9, 0)).toThrow("that holds numbers");
    expect(() => reader.lines("items", { version: 1 }, open, 0, 9, 0)).toThrow(
      "fewer fields than there are levels",
    );
  });
});
