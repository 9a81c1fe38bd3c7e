import { leavesOf } from "../../../shared/query/field-filter.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { unknownParts, VIEW_MINOR, type ViewDefinition } from "../../../shared/query/views/views.ts";
import { columnsOf, resolveLayout, uncoverColumns } from "../columns/column-layout.ts";
import type { ViewState } from "./view-state.ts";
import type { NamedView } from "../../../shared/query/views/built-in-views.ts";

/** Sets the state of a table to a view. A view without columns leaves the columns unchanged. */
export function applyView(state: ViewState, { id, definition }: NamedView): ViewState {
  const { search, filters, sort, columns, grouping, groupOrder, density = "normal" } = definition;
  return {
    version: 2,
    viewId: id,
    search,
    chips: filters.map((chip) => ({ id: crypto.randomUUID(), ...chip })),
    sort,
    grouping,
    groupOrder,
    ...(columns ? { columns, density } : { columns: state.columns, density: state.density }),
  };
}

/** Opens a view. If the view defines no columns, the columns by which it filters or sorts are shown. */
export function openView(resource: Resource, state: ViewState, view: NamedView): ViewState {
  const opened = applyView(state, view);
  const { columns, filters, sort } = view.definition;
  if (columns) return opened;
  const about = [...filters.flatMap(({ filter }) => leavesOf(filter)), ...sort].map(({ field }) => field);
  return { ...opened, columns: uncoverColumns(columnsOf(resource), opened.columns, about) };
}

/**
 * Makes a view of the table's present state. @param base the former view, whose parts from a newer version are kept.
 */
export function definitionOf(state: ViewState, base?: ViewDefinition): ViewDefinition {
  const { search, chips, sort, columns, grouping, groupOrder, density } = state;
  return {
    ...(base ? unknownParts(base) : {}),
    version: 1,
    minor: Math.max(VIEW_MINOR, base?.minor ?? 0),
    search: search.trim(),
    filters: chips.map(({ enabled, filter }) => ({ enabled, filter })),
    sort,
    columns,
    ...(grouping ? { grouping } : {}),
    ...(groupOrder === undefined ? {} : { groupOrder }),
    density,
  };
}

/** Whether the table was changed after its view was chosen or saved. */
export function isModified(resource: Resource, state: ViewState, definition: ViewDefinition): boolean {
  const now = definitionOf(state);
  return comparable(resource, now, definition) !== comparable(resource, definition, definition);
}

/**
 * Writes the parts that a view defines as a text, for comparison. Columns are included only if the view has columns.
 */
function comparable(resource: Resource, definition: ViewDefinition, view: ViewDefinition): string {
  const { search, filters, sort, columns, grouping, groupOrder, density = "normal" } = definition;
  const arranged = view.columns && columns;
  return canonical({
    search: search.trim(),
    filters,
    sort,
    grouping,
    groupOrder,
    ...(arranged ? { columns: resolveLayout(columnsOf(resource), arranged), density } : {}),
  });
}

/** Writes JSON with sorted keys, so that equal objects give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
