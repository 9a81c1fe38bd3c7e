import { describe, expect, it } from "vitest";
import { followFocus, type FocusState } from "../../../../renderer/grid/use-grid-focus.ts";

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

describe("followFocus()", () => {
  it("the grid focus stays if its record has not moved", () => {
    const state = at(1, "b");
    expect(followFocus(state, LIST, inSight(["a", "b", "c"]))).toBe(state);
  });

  it("the grid focus follows a record moved by a refresh", () => {
    expect(followFocus(at(1, "b"), LIST, inSight(["x", "a", "b"])).place).toEqual({ row: 2, column: 2 });
  });

  it("the grid focus moves to the next record if the focused record left the view", () => {
    expect(followFocus(at(1, "gone"), LIST, inSight(["a", "b"]))).toEqual(at(1, "b"));
  });

  it("the grid focus waits for a row that is still loading", () => {
    const state = at(7, "h");
    expect(followFocus(state, LIST, { ...inSight(["a"]), total: 100 })).toBe(state);
  });

  it("the grid focus follows no record before the user focuses a record", () => {
    const state = at(0, null, false);
    expect(followFocus(state, LIST, inSight(["new", "a"]))).toBe(state);
  });

  it("the grid focus follows a record that was not loaded when the user focused the record", () => {
    const state = at(1, null);
    expect(followFocus(state, LIST, { ...inSight([]), total: 100 })).toBe(state);
    const known = followFocus(state, LIST, inSight(["a", "b"]));
    expect(known).toEqual(at(1, "b"));
    expect(followFocus(known, LIST, inSight(["x", "a", "b"])).place).toEqual({ row: 2, column: 2 });
  });

  it("a new query moves the grid focus to the first row, unless the focus is in the header", () => {
    expect(followFocus(at(40, "b"), "other", inSight(["b"])).place.row).toBe(0);
    expect(followFocus(at(-1, null), "other", inSight(["b"])).place.row).toBe(-1);
  });

  it("the grid focus stays in the list if the list becomes shorter", () => {
    expect(followFocus(at(9, "j"), LIST, inSight(["a", "b"])).place.row).toBe(1);
  });
});
