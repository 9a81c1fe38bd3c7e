import { describe, expect, it } from "vitest";
import { localDay } from "../../../../../shared/base/time/local-day.ts";
import { RESOURCES } from "../../../../../shared/inventory/resource-names.ts";
import { parseQuery } from "../../../../../shared/query/query.ts";
import { viewDefinitionSchema, type ViewDefinition } from "../../../../../shared/query/views/views.ts";
import { compileView } from "../../../../../shared/query/views/compile-view.ts";
import { DEFAULT_VIEW, type ViewState } from "../../../../../renderer/table/views/view-state.ts";
import { columnsOf, resolveLayout } from "../../../../../renderer/table/columns/column-layout.ts";
import {
  applyView,
  definitionOf,
  isModified,
  openView,
} from "../../../../../renderer/table/views/apply-view.ts";
import {
  ALL_VIEW,
  BUILT_IN_VIEWS,
  type NamedView,
} from "../../../../../shared/query/views/built-in-views.ts";

const TODAY = localDay(new Date());

const builtIns = RESOURCES.flatMap((resource) =>
  BUILT_IN_VIEWS[resource].map((view) => ({ resource, view })),
);
const STATE: ViewState = {
  ...DEFAULT_VIEW,
  search: "film ",
  chips: [{ id: "1", enabled: false, filter: { kind: "range", field: "weight", min: 1, max: null } }],
  sort: [{ field: "weight", direction: "desc" }],
  columns: { order: ["weight"], visibility: { id: true }, widths: { name: 250 }, pins: { name: "left" } },
  density: "compact",
};
const named = (definition: ViewDefinition): NamedView => ({
  id: "own",
  name: "Own",
  builtIn: false,
  definition,
});

describe("built-in views", () => {
  it("items have ten built-in views", () => {
    expect(BUILT_IN_VIEWS.items.map(({ name }) => name)).toEqual([
      "All",
      "Available",
      "Checked out (longest first)",
      "Archived",
      "Updated today",
      "No location",
      "No type",
      "Never weighed",
      "Low remaining",
      "No longer returned",
    ]);
  });

  it.each(builtIns)(
    "the built-in view $view.name of $resource is valid and makes a valid query",
    ({ resource, view }) => {
      expect(viewDefinitionSchema.parse(view.definition)).toEqual(view.definition);
      const state = applyView(DEFAULT_VIEW, view);
      expect(() => parseQuery(resource, compileView(resource, state, TODAY))).not.toThrow();
      expect(isModified(resource, state, view.definition)).toBe(false);
    },
  );

  it("the built-in views filter and sort as their names say", () => {
    const filterOf = (id: string): unknown => {
      const view = BUILT_IN_VIEWS.items.find((one) => one.id === id) ?? ALL_VIEW;
      return compileView("items", applyView(DEFAULT_VIEW, view), TODAY).filter;
    };
    expect(filterOf("never_weighed")).toEqual({ all: [{ field: "weight", op: "empty" }] });
    expect(filterOf("no_longer_returned")).toEqual({
      all: [{ field: "noLongerReturnedSince", op: "notEmpty" }],
    });
    expect(filterOf("low_remaining")).toEqual({
      all: [{ field: "remainingLength", op: "ltShare", value: { field: "startingLength", share: 0.1 } }],
    });
    expect(
      compileView("items", applyView(DEFAULT_VIEW, BUILT_IN_VIEWS.items[2] ?? ALL_VIEW), TODAY).sort,
    ).toEqual([{ field: "checkedOutAt", direction: "asc" }]);
  });
});

describe("a table and its view", () => {
  it("a table counts as unchanged until a part of its view changes", () => {
    const definition = definitionOf(STATE);
    expect(viewDefinitionSchema.parse(definition)).toEqual(definition);
    const shown = applyView(DEFAULT_VIEW, named(definition));
    expect(shown).toEqual({
      ...STATE,
      viewId: "own",
      search: "film",
      grouping: undefined,
      chips: [{ ...STATE.chips[0], id: expect.any(String) }],
    });
    expect(isModified("items", shown, definition)).toBe(false);
    const changes: Partial<ViewState>[] = [
      { search: "foil" },
      { chips: [] },
      { chips: shown.chips.map((chip) => ({ ...chip, enabled: true })) },
      { sort: [] },
      { columns: { ...shown.columns, widths: { name: 251 } } },
      { columns: { ...shown.columns, visibility: {} } },
      { columns: { ...shown.columns, pins: {} } },
      { density: "normal" },
      { grouping: ["status"] },
      { groupOrder: "count:desc" },
    ];
    for (const change of changes)
      expect([change, isModified("items", { ...shown, ...change }, definition)]).toEqual([change, true]);
  });

  it("property order and explicit default columns do not count as changes", () => {
    const definition = definitionOf({ ...STATE, columns: DEFAULT_VIEW.columns });
    const state = applyView(DEFAULT_VIEW, named(definition));
    const chips = state.chips.map((chip) => ({
      ...chip,
      filter: Object.fromEntries(Object.entries(chip.filter).toReversed()) as typeof chip.filter,
    }));
    const columns = { ...state.columns, visibility: { name: true }, widths: { name: 360 } };
    expect(isModified("items", { ...state, chips, columns }, definition)).toBe(false);
  });

  it("a table keeps its columns under a built-in view without counting as changed", () => {
    const state = applyView(STATE, ALL_VIEW);
    expect([state.columns, state.density]).toEqual([STATE.columns, STATE.density]);
    expect([state.search, state.chips, state.sort]).toEqual(["", [], []]);
    expect(isModified("items", state, ALL_VIEW.definition)).toBe(false);
  });

  it("an opened built-in view shows its hidden columns next to the name", () => {
    const hidden = {
      ...DEFAULT_VIEW,
      columns: { ...DEFAULT_VIEW.columns, visibility: { checkedOutAt: false } },
    };
    const shownBy = (id: string): readonly string[] => {
      const view = BUILT_IN_VIEWS.items.find((one) => one.id === id) ?? ALL_VIEW;
      const state = openView("items", hidden, view);
      expect(isModified("items", state, view.definition)).toBe(false);
      const { order, visibility } = resolveLayout(columnsOf("items"), state.columns);
      return order.filter((column) => visibility[column]).slice(0, 3);
    };
    expect(shownBy("no_longer_returned")).toEqual(["name", "noLongerReturnedSince", "status"]);
    expect(shownBy("checked_out")).toEqual(["name", "checkedOutAt", "status"]);
    expect(shownBy("never_weighed")).toEqual(["name", "status", "locationId"]);
    expect(openView("items", hidden, ALL_VIEW).columns).toEqual(hidden.columns);
    const own = named(definitionOf({ ...hidden, sort: [{ field: "checkedOutAt", direction: "asc" }] }));
    expect(openView("items", DEFAULT_VIEW, own).columns).toEqual(hidden.columns);
  });

  it("saving a view keeps parts from a newer version", () => {
    const newer = { ...definitionOf(STATE), minor: 4, heat: { by: "weight" } } as ViewDefinition;
    const state = applyView(DEFAULT_VIEW, named(newer));
    expect(definitionOf({ ...state, search: "foil" }, newer)).toEqual({ ...newer, search: "foil" });
  });
});
