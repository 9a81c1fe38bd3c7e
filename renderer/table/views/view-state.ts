import { z } from "zod";
import { parseJson } from "../../../shared/base/text/json.ts";
import { chipSchema, leavesOf } from "../../../shared/query/field-filter.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import { levelId, levelsOf } from "../../../shared/query/group-levels.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { MAX_SEARCH } from "../../../shared/query/query.ts";
import { arrangementShape, columnsSchema, sortSchema } from "../../../shared/query/views/views.ts";
import { DEFAULT_LAYOUT } from "../columns/column-layout.ts";
import { ALL_VIEW, BUILT_IN_IDS } from "../../../shared/query/views/built-in-views.ts";

const viewStateSchema = z.strictObject({
  version: z.literal(2),
  /** The id of the chosen view. The other parts of the state may have changed since it was chosen. */
  viewId: z.string().max(100),
  /** A search that breaks the limit is cut or left out. So the state stays readable. */
  search: z
    .string()
    .transform((search) => search.slice(0, MAX_SEARCH))
    .catch(""),
  /** Unreadable chips are left out, so that the whole state stays readable. */
  chips: z
    .array(chipSchema.nullable().catch(null))
    .max(100)
    .transform((chips) => chips.filter((chip) => chip !== null)),
  sort: sortSchema,
  columns: columnsSchema,
  ...arrangementShape,
  density: arrangementShape.density.default("normal"),
});
export type ViewState = Readonly<z.infer<typeof viewStateSchema>>;

/** The state of a table at first: all rows, ordered by name. */
export const DEFAULT_VIEW: ViewState = {
  version: 2,
  viewId: ALL_VIEW.id,
  search: "",
  chips: [],
  sort: [],
  density: "normal",
  columns: DEFAULT_LAYOUT,
};

/**
 * Reads a saved state. Unreadable filters, and filters and sorts of unknown fields, are left out. If any other part is
 * unreadable, the default state is used.
 */
export function readViewState(resource: Resource, text: string | null): ViewState {
  const { data: state } = viewStateSchema.safeParse(parseJson(text));
  if (!state) return DEFAULT_VIEW;
  const known = (field: string): boolean => findField(resource, field) !== undefined;
  return {
    ...state,
    chips: state.chips.filter(({ filter }) => leavesOf(filter).every(({ field }) => known(field))),
    sort: state.sort.filter(({ field }) => known(field)),
    ...(state.grouping && { grouping: levelsOf(resource, state.grouping).map(levelId) }),
  };
}

/** The number of active filters: chips that are on, and the search. */
export function countFilters(view: Pick<ViewState, "search" | "chips">): number {
  return view.chips.filter((chip) => chip.enabled).length + (view.search.trim() === "" ? 0 : 1);
}

/** Removes the filters. A saved view stays chosen, as modified; if the view was a built-in view, "All" is chosen. */
export function clearFilters(view: ViewState): ViewState {
  const viewId = BUILT_IN_IDS.has(view.viewId) ? ALL_VIEW.id : view.viewId;
  return { ...view, viewId, search: "", chips: [] };
}
