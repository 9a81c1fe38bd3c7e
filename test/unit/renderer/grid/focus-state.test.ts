import { describe, expect, it } from "vitest";
import { followFocus, type FocusState } from "../../../../renderer/grid/focus-state.ts";

const LIST = { query: 1 };
const at = (row: number, id: string | null, put = true): FocusState => ({
  place: { row, column: 2 },
  put,
  id,
  list: LIST,
});
const inSight = (ids: readonly string[], first = 0) => ({
  total: first + ids.length,
  first,
  last: first + ids.length - 1,
  rowAt: (index: number) =>
    ids[index - first] === undefined ? undefined : { id: ids[index - first] ?? null },
});

describe("followFocus", () => {
  it("stays where the record is where it was", () => {
    const state = at(1, "b");
    expect(followFocus(state, LIST, inSight(["a", "b", "c"]))).toBe(state);
  });

  it("goes with a record that a refresh moved", () => {
    expect(followFocus(at(1, "b"), LIST, inSight(["x", "a", "b"])).place).toEqual({ row: 2, column: 2 });
  });

  it("stays in place where the record went out of sight, and follows its successor from then on", () => {
    expect(followFocus(at(1, "gone"), LIST, inSight(["a", "b"]))).toEqual(at(1, "b"));
  });

  it("waits for a row that is not here yet", () => {
    const state = at(7, "h");
    expect(followFocus(state, LIST, { ...inSight(["a"]), total: 100 })).toBe(state);
  });

  it("does not wander while nobody has put the focus there", () => {
    const state = at(0, null, false);
    expect(followFocus(state, LIST, inSight(["new", "a"]))).toBe(state);
  });

  it("goes with a record whose row was not here yet when the focus was put there", () => {
    const state = at(1, null);
    expect(followFocus(state, LIST, { ...inSight([]), total: 100 })).toBe(state);
    const known = followFocus(state, LIST, inSight(["a", "b"]));
    expect(known).toEqual(at(1, "b"));
    expect(followFocus(known, LIST, inSight(["x", "a", "b"])).place).toEqual({ row: 2, column: 2 });
  });

  it("begins another list at its top, and leaves the header alone", () => {
    expect(followFocus(at(40, "b"), "other", inSight(["b"])).place.row).toBe(0);
    expect(followFocus(at(-1, null), "other", inSight(["b"])).place.row).toBe(-1);
  });

  it("stays among the rows that are left", () => {
    expect(followFocus(at(9, "j"), LIST, inSight(["a", "b"])).place.row).toBe(1);
  });
});
