import { describe, expect, it } from "vitest";
import type { Row } from "../../../../../shared/contract/query-calls.ts";
import {
  countMoves,
  follow,
  missingIds,
  startOf,
  withValues,
  type LatestChunk,
  type SteadyRows,
} from "../../../../../renderer/inventory/query/steady-rows.ts";

const LISTED = { query: { version: 1 }, groups: null } as const;
const rowsOf = (ids: string, weight = 0): Row[] => ids.split("").map((id) => ({ id, weight }));
const chunk = (rows: readonly Row[], revision = 1, settled = true): LatestChunk => ({
  rows,
  revision,
  settled,
});
const seen = (...chunks: [number, LatestChunk | undefined][]) => new Map(chunks);
const idsOf = (steady: SteadyRows, at = 0): string =>
  (steady.chunks.get(at) ?? []).map(({ id }) => String(id)).join("");
const on = (ids: string): SteadyRows => follow(startOf(LISTED), LISTED, seen([0, chunk(rowsOf(ids))])).steady;

describe("follow", () => {
  it("takes new values and rows at the end in place", () => {
    const { steady, pending } = follow(on("abc"), LISTED, seen([0, chunk(rowsOf("abcd", 5), 2)]));
    expect(pending).toBe(false);
    expect(steady.chunks.get(0)).toEqual(rowsOf("abcd", 5));
  });

  it("is the same object while nothing changes", () => {
    const rows = rowsOf("abc");
    const latest = seen([0, chunk(rows)]);
    const { steady } = follow(startOf(LISTED), LISTED, latest);
    expect(follow(steady, LISTED, latest).steady).toBe(steady);
  });

  it.each([
    ["a row that comes", "xabc"],
    ["a row that goes", "ac"],
    ["the last row that goes", "ab"],
    ["rows that change places", "bac"],
  ])("only tells of %s", (_what, ids) => {
    const { steady, pending, mixing } = follow(on("abc"), LISTED, seen([0, chunk(rowsOf(ids), 2)]));
    expect([idsOf(steady), pending, mixing]).toEqual(["abc", true, false]);
  });

  it("never shows two orders at once: rows that are not here yet ask for the new one", () => {
    const latest = seen([0, chunk(rowsOf("xab"), 2)], [1, chunk(rowsOf("cde"), 2)]);
    const { steady, mixing } = follow(on("abc"), LISTED, latest);
    expect(mixing).toBe(true);
    expect(steady.chunks.has(1)).toBe(false);
  });

  it("waits for the newer answer where a chunk that comes into sight is of an older revision", () => {
    const older = seen([0, chunk(rowsOf("abc"), 2)], [1, chunk(rowsOf("def"), 1, false)]);
    expect(follow(on("abc"), LISTED, older).steady.chunks.has(1)).toBe(false);
    // Alone in sight it may still be older than the total that it would stand under.
    const alone = seen([7, chunk(rowsOf("uvw"), 1, false)]);
    expect(follow(on("abc"), LISTED, alone, 2).steady.chunks.has(7)).toBe(false);
    expect(idsOf(follow(on("abc"), LISTED, alone, 1).steady, 7)).toBe("uvw");
    const newer = seen([0, chunk(rowsOf("abc"), 2)], [1, chunk(rowsOf("def"), 2)]);
    expect(idsOf(follow(on("abc"), LISTED, newer).steady, 1)).toBe("def");
  });

  it("begins anew in another query, and where nothing of the order is in sight any more", () => {
    const other = follow(
      on("abc"),
      { query: { version: 1, search: "x" }, groups: null },
      seen([0, chunk(rowsOf("xyz"))]),
    );
    expect([idsOf(other.steady), other.pending]).toEqual(["xyz", false]);
    const far = follow(on("abc"), LISTED, seen([7, chunk(rowsOf("uvw"), 2)]));
    expect([idsOf(far.steady, 7), far.steady.chunks.size, far.pending]).toEqual(["uvw", 1, false]);
  });

  it("keeps where the view is about to go until it is there", () => {
    const moving: SteadyRows = { listed: LISTED, chunks: new Map([[3, rowsOf("mno")]]), target: [3] };
    const still = follow(moving, LISTED, seen([0, chunk(rowsOf("abc"), 2)])).steady;
    expect(idsOf(still, 3)).toBe("mno");
    const there = follow(still, LISTED, seen([3, chunk(rowsOf("mno"), 2)])).steady;
    expect([idsOf(there, 3), there.chunks.size, there.target]).toEqual(["mno", 1, []]);
  });
});

describe("values while an order is held", () => {
  const steady = on("abc");
  it("come from wherever their rows are now", () => {
    const latest = seen([0, chunk(rowsOf("xa", 5), 2)]);
    expect(missingIds(steady, latest)).toEqual(["b", "c"]);
    const shown = withValues(steady, [...rowsOf("xa", 5), ...rowsOf("b", 6)]).get(0);
    expect(shown).toEqual([...rowsOf("a", 5), ...rowsOf("b", 6), ...rowsOf("c", 0)]);
  });
});

describe("countMoves", () => {
  it.each([
    ["abcde", "xabcd", 1],
    ["abcde", "acdef", 1],
    ["abcde", "bcdea", 1],
    ["abcde", "badce", 2],
    ["abcde", "xyabc", 2],
    ["abcde", "axcdf", 2],
    ["abc", "xyz", 3],
  ])("%s → %s: %i", (before, after, count) => {
    expect(countMoves(rowsOf(before), rowsOf(after))).toBe(count);
  });
});
