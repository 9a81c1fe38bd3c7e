import { describe, expect, it } from "vitest";
import type { Row } from "../../../../../shared/query/query-calls.ts";
import type { TableQuery } from "../../../../../renderer/table/query/result-queries.ts";
import {
  countMoves,
  missingIds,
  reduceRows,
  rowsOf as startRows,
  type LatestChunk,
  type RowsEvent,
  type RowsState,
} from "../../../../../renderer/table/query/rows-state.ts";

const TABLE_QUERY = { query: { version: 1 }, groups: null } as const;
const NUMBERS = { total: 3, all: 9, lines: 3 };
const rowsOf = (ids: string, weight = 0): Row[] => ids.split("").map((id) => ({ id, weight }));
const chunk = (rows: readonly Row[], revision = 1, settled = true): LatestChunk => ({
  rows,
  revision,
  settled,
});
const seen = (...chunks: [number, LatestChunk | undefined][]) => new Map(chunks);
const idsOf = (steady: RowsState, at = 0): string =>
  (steady.chunks.get(at) ?? []).map(({ id }) => String(id)).join("");
const startOf = (tableQuery: TableQuery): RowsState => startRows(tableQuery, NUMBERS);
const fetched = (
  tableQuery: TableQuery,
  latest: ReadonlyMap<number, LatestChunk | undefined>,
  { revision = -1, byIds = [] as readonly Row[], numbers = NUMBERS } = {},
): RowsEvent => ({ type: "fetched", tableQuery, numbers, latest, revision, byIds });
const on = (ids: string): RowsState =>
  reduceRows(startOf(TABLE_QUERY), fetched(TABLE_QUERY, seen([0, chunk(rowsOf(ids))])));

function follow(
  state: RowsState,
  tableQuery: TableQuery,
  latest: ReadonlyMap<number, LatestChunk | undefined>,
  revision = -1,
): { readonly steady: RowsState; readonly pending: boolean; readonly mixing: boolean } {
  const steady = reduceRows(state, fetched(tableQuery, latest, { revision }));
  return { steady, pending: steady.pending, mixing: steady.mixing };
}

describe("the rows of a table after a refresh", () => {
  it("the table shows new values and appended rows at once", () => {
    const { steady, pending } = follow(on("abc"), TABLE_QUERY, seen([0, chunk(rowsOf("abcd", 5), 2)]));
    expect(pending).toBe(false);
    expect(steady.chunks.get(0)).toEqual(rowsOf("abcd", 5));
  });

  it("the rows' state stays the same object if nothing changes", () => {
    const rows = rowsOf("abc");
    const latest = seen([0, chunk(rows)]);
    const { steady } = follow(startOf(TABLE_QUERY), TABLE_QUERY, latest);
    expect(follow(steady, TABLE_QUERY, latest).steady).toBe(steady);
  });

  it.each([
    ["a new row", "xabc"],
    ["a removed row", "ac"],
    ["a removed last row", "ab"],
    ["rows that swap positions", "bac"],
  ])("the table keeps its order and marks the new order as pending for %s", (_what, ids) => {
    const { steady, pending, mixing } = follow(on("abc"), TABLE_QUERY, seen([0, chunk(rowsOf(ids), 2)]));
    expect([idsOf(steady), pending, mixing]).toEqual(["abc", true, false]);
  });

  it("the table never mixes two orders", () => {
    const latest = seen([0, chunk(rowsOf("xab"), 2)], [1, chunk(rowsOf("cde"), 2)]);
    const { steady, mixing } = follow(on("abc"), TABLE_QUERY, latest);
    expect(mixing).toBe(true);
    expect(steady.chunks.has(1)).toBe(false);
  });

  it("the table waits for a newer response if a visible chunk is outdated", () => {
    const older = seen([0, chunk(rowsOf("abc"), 2)], [1, chunk(rowsOf("def"), 1, false)]);
    expect(follow(on("abc"), TABLE_QUERY, older).steady.chunks.has(1)).toBe(false);
    // A single visible chunk may be from an older revision than the total above it.
    const alone = seen([7, chunk(rowsOf("uvw"), 1, false)]);
    expect(follow(on("abc"), TABLE_QUERY, alone, 2).steady.chunks.has(7)).toBe(false);
    expect(idsOf(follow(on("abc"), TABLE_QUERY, alone, 1).steady, 7)).toBe("uvw");
    const newer = seen([0, chunk(rowsOf("abc"), 2)], [1, chunk(rowsOf("def"), 2)]);
    expect(idsOf(follow(on("abc"), TABLE_QUERY, newer).steady, 1)).toBe("def");
  });

  it("the table restarts for another query or a jump to other rows", () => {
    const other = follow(
      on("abc"),
      { query: { version: 1, search: "x" }, groups: null },
      seen([0, chunk(rowsOf("xyz"))]),
    );
    expect([idsOf(other.steady), other.pending]).toEqual(["xyz", false]);
    const far = follow(on("abc"), TABLE_QUERY, seen([7, chunk(rowsOf("uvw"), 2)]));
    expect([idsOf(far.steady, 7), far.steady.chunks.size, far.pending]).toEqual(["uvw", 1, false]);
  });

  it("the table keeps the chunks that the view is moving to", () => {
    const moving: RowsState = {
      ...startOf(TABLE_QUERY),
      chunks: new Map([[3, rowsOf("mno")]]),
      target: [3],
    };
    const still = follow(moving, TABLE_QUERY, seen([0, chunk(rowsOf("abc"), 2)])).steady;
    expect(idsOf(still, 3)).toBe("mno");
    const there = follow(still, TABLE_QUERY, seen([3, chunk(rowsOf("mno"), 2)])).steady;
    expect([idsOf(there, 3), there.chunks.size, there.target]).toEqual(["mno", 1, []]);
  });
});

describe("new values during a pending order", () => {
  const steady = on("abc");
  it("new values appear at the old positions while an order is pending", () => {
    const latest = seen([0, chunk(rowsOf("xa", 5), 2)]);
    expect(missingIds(steady, latest)).toEqual(["b", "c"]);
    const known = fetched(TABLE_QUERY, latest, { byIds: rowsOf("b", 6) });
    expect(reduceRows(steady, known).chunks.get(0)).toEqual([
      ...rowsOf("a", 5),
      ...rowsOf("b", 6),
      ...rowsOf("c", 0),
    ]);
  });
});

describe("row counts", () => {
  const more = { total: 4, all: 10, lines: 4 };

  it("row counts do not change while an order is pending", () => {
    const latest = seen([0, chunk(rowsOf("xabc"), 2)]);
    const waiting = reduceRows(on("abc"), fetched(TABLE_QUERY, latest, { revision: 2, numbers: more }));
    expect(waiting).toMatchObject({ ...NUMBERS, pending: true });
  });

  it("row counts change only together with the rows", () => {
    const behind = fetched(TABLE_QUERY, seen([0, chunk(rowsOf("abc"), 1, false)]), {
      revision: 2,
      numbers: more,
    });
    expect(reduceRows(on("abc"), behind)).toMatchObject(NUMBERS);
    // After a minute, the rows of a relative filter may have changed at the same revision.
    const sameRevision = fetched(TABLE_QUERY, seen([0, chunk(rowsOf("abc"), 1, false)]), { numbers: more });
    expect(reduceRows(on("abc"), sameRevision)).toMatchObject(NUMBERS);
    const here = fetched(TABLE_QUERY, seen([0, chunk(rowsOf("abcd"), 2)]), { revision: 2, numbers: more });
    expect(reduceRows(on("abc"), here)).toMatchObject(more);
  });

  it("row counts change together with the applied order", () => {
    const chunks = new Map([[0, rowsOf("xabc")]]);
    const applied: RowsEvent = { type: "applied", tableQuery: TABLE_QUERY, numbers: more, chunks };
    const waiting = reduceRows(on("abc"), fetched(TABLE_QUERY, seen([0, chunk(rowsOf("xabc"), 2)])));
    expect(reduceRows(waiting, applied)).toMatchObject({ ...more, chunks, target: [0], confirmed: true });
    const other = reduceRows(waiting, fetched({ ...TABLE_QUERY }, seen([0, undefined])));
    expect(reduceRows(other, applied)).toBe(other);
  });
});

describe("countMoves()", () => {
  it.each([
    ["abcde", "xabcd", 1],
    ["abcde", "acdef", 1],
    ["abcde", "bcdea", 1],
    ["abcde", "badce", 2],
    ["abcde", "xyabc", 2],
    ["abcde", "axcdf", 2],
    ["abc", "xyz", 3],
  ])("countMoves() counts the moves from %s to %s: %i", (before, after, count) => {
    expect(countMoves(rowsOf(before), rowsOf(after))).toBe(count);
  });
});
