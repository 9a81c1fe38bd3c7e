import { describe, expect, it } from "vitest";
import {
  clearFilters,
  countFilters,
  DEFAULT_VIEW,
  readViewState,
  type ViewState,
} from "../../../../renderer/table/view-state.ts";

const VIEW: ViewState = {
  ...DEFAULT_VIEW,
  search: "film",
  quick: "archived",
  chips: [
    { id: "1", enabled: true, filter: { kind: "presence", field: "weight", empty: true } },
    { id: "2", enabled: false, filter: { kind: "range", field: "weight", min: 1, max: null } },
  ],
  sort: [{ field: "weight", direction: "desc" }],
};

describe("readViewState", () => {
  it("reads what was written", () => {
    expect(readViewState("items", JSON.stringify(VIEW))).toEqual(VIEW);
  });

  it.each([null, "", "{", "[]", '{"version":2}', JSON.stringify({ ...VIEW, quick: "lost" })])(
    "starts afresh from %s",
    (text) => expect(readViewState("items", text)).toEqual(DEFAULT_VIEW),
  );

  it("drops filters and sorts of fields that the resource does not have", () => {
    const view = readViewState("locations", JSON.stringify(VIEW));
    expect(view).toEqual({ ...VIEW, quick: "all", chips: [], sort: [] });
  });
});

describe("filters of a view", () => {
  it("counts what is on, and not what is switched off", () => {
    expect(countFilters(VIEW)).toBe(3);
    expect(countFilters(DEFAULT_VIEW)).toBe(0);
  });
  it("clears what filters and keeps order and columns", () => {
    const cleared = clearFilters(VIEW);
    expect(countFilters(cleared)).toBe(0);
    expect(cleared.chips).toEqual([]);
    expect(cleared.sort).toEqual(VIEW.sort);
  });
});
