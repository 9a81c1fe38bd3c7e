import { describe, expect, it } from "vitest";
import {
  add,
  isSelected,
  EMPTY_SELECTION,
  resultKey,
  selectAll,
  listedInResult,
  selectedQuery,
  toggle,
  type Selection,
} from "../../../../../renderer/table/selection/use-selection.ts";
import { MAX_SELECTED } from "../../../../../shared/query/query-calls.ts";
import { parseQuery, type Query } from "../../../../../shared/query/query.ts";

const SHOWN_QUERY: Query = {
  version: 1,
  search: "film",
  filter: { field: "status", op: "is", value: "available" },
  sort: [{ field: "weight", direction: "desc" }],
};
const some = (...ids: string[]): Selection => ({ kind: "ids", ids: new Set(ids) });

describe("a selection", () => {
  it("rows can be added to and removed from a selection", () => {
    const one = toggle(EMPTY_SELECTION, "a");
    expect(one).toEqual(some("a"));
    expect(toggle(some("a"), "a")).toEqual(EMPTY_SELECTION);
    const all = selectAll(SHOWN_QUERY);
    const without = toggle(all, "b") ?? all;
    expect([isSelected(without, "a"), isSelected(without, "b")]).toEqual([true, false]);
    expect(add(without, ["b", "c"])).toEqual(all);
    expect(add(some("a"), ["b", "a"])).toEqual(some("a", "b"));
  });

  it("a selection refuses more single rows than its limit", () => {
    const most = Array.from({ length: MAX_SELECTED }, (_, n) => String(n));
    expect(add(EMPTY_SELECTION, most)).not.toBeNull();
    expect(add(some(...most), ["one more"])).toBeNull();
    expect(toggle(some(...most), "one more")).toBeNull();
  });

  it("a selection of all rows belongs to one query result in any sort order", () => {
    const { sort: _sort, ...unsorted } = SHOWN_QUERY;
    expect(resultKey(unsorted)).toBe(resultKey(SHOWN_QUERY));
    expect(resultKey({ ...SHOWN_QUERY, search: "foil" })).not.toBe(resultKey(SHOWN_QUERY));
    expect(resultKey({ ...SHOWN_QUERY, filter: { all: [] } })).not.toBe(resultKey(SHOWN_QUERY));
  });

  it("a selection becomes a query in the shown order", () => {
    const rows = { field: "id", op: "in", value: ["a", "b"] };
    expect(selectedQuery(some("a", "b"), SHOWN_QUERY)).toEqual({
      version: 1,
      sort: SHOWN_QUERY.sort,
      filter: { all: [rows] },
    });
    expect(listedInResult(some("a", "b"), SHOWN_QUERY)).toEqual({
      version: 1,
      search: "film",
      filter: { all: [SHOWN_QUERY.filter, rows] },
    });
    expect(selectedQuery(selectAll(SHOWN_QUERY), SHOWN_QUERY)).toBe(SHOWN_QUERY);
    const without = toggle(selectAll(SHOWN_QUERY), "b") ?? EMPTY_SELECTION;
    const query = selectedQuery(without, SHOWN_QUERY);
    expect(query.filter).toEqual({ all: [SHOWN_QUERY.filter, { field: "id", op: "notIn", value: ["b"] }] });
    expect(parseQuery("items", query)).toEqual(query);
  });

  it("missing rows stay selected only if the query shows missing rows", () => {
    const missing = { field: "noLongerReturnedSince", op: "notEmpty" } as const;
    const query = selectedQuery(some("a"), { version: 1, filter: { all: [missing] } });
    expect(query.filter).toEqual({
      all: [
        { field: "id", op: "in", value: ["a"] },
        { any: [{ field: "noLongerReturnedSince", op: "empty" }, missing] },
      ],
    });
    expect(parseQuery("items", query)).toEqual(query);
    expect(selectedQuery(some("a"), { version: 1 }).filter).toEqual({
      all: [{ field: "id", op: "in", value: ["a"] }],
    });
  });
});
