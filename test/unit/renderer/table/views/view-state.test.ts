import { describe, expect, it } from "vitest";
import {
  clearFilters,
  countFilters,
  DEFAULT_VIEW,
  readViewState,
  type ViewState,
} from "../../../../../renderer/table/views/view-state.ts";

const VIEW: ViewState = {
  ...DEFAULT_VIEW,
  search: "film",
  viewId: "archived",
  density: "compact",
  chips: [
    { id: "1", enabled: true, filter: { kind: "presence", field: "weight", empty: true } },
    { id: "2", enabled: false, filter: { kind: "range", field: "weight", min: 1, max: null } },
  ],
  sort: [{ field: "weight", direction: "desc" }],
};

describe("readViewState()", () => {
  it("a view state is read back as written", () => {
    expect(readViewState("items", JSON.stringify(VIEW))).toEqual(VIEW);
  });

  it.each([null, "", "{", "[]", '{"version":3}', JSON.stringify({ ...VIEW, unknown: 1 })])(
    "readViewState() returns the default for %s",
    (text) => expect(readViewState("items", text)).toEqual(DEFAULT_VIEW),
  );

  it("readViewState() drops only an unreadable filter", () => {
    const filter = { kind: "days", field: "updatedAt", from: "20261-01-05", to: null };
    const chips = [{ id: "3", enabled: true, filter }, ...VIEW.chips, null];
    expect(readViewState("items", JSON.stringify({ ...VIEW, chips }))).toEqual(VIEW);
  });

  it("readViewState() shortens or drops only an unreadable search", () => {
    const long = "x".repeat(501);
    const state = (search: unknown): string => JSON.stringify({ ...VIEW, search });
    expect(readViewState("items", state(long))).toEqual({ ...VIEW, search: "x".repeat(500) });
    expect(readViewState("items", state(null))).toEqual({ ...VIEW, search: "" });
  });

  it("readViewState() drops filters and orders of unknown fields", () => {
    const view = readViewState("locations", JSON.stringify(VIEW));
    expect(view).toEqual({ ...VIEW, chips: [], sort: [] });
  });
});

describe("filters of a view", () => {
  it("countFilters() ignores filters that are turned off", () => {
    expect(countFilters(VIEW)).toBe(2);
    expect(countFilters(DEFAULT_VIEW)).toBe(0);
  });
  it("clearing filters keeps order and columns", () => {
    const cleared = clearFilters(VIEW);
    expect(countFilters(cleared)).toBe(0);
    expect(cleared.chips).toEqual([]);
    expect(cleared.sort).toEqual(VIEW.sort);
    expect(cleared.viewId).toBe("all");
    expect(clearFilters({ ...VIEW, viewId: "own" }).viewId).toBe("own");
  });
});
