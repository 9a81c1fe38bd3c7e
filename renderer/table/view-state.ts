import { z } from "zod";
import { findField } from "../../shared/fields.ts";
import type { Resource } from "../../shared/resource-names.ts";
import { DEFAULT_LAYOUT } from "./column-layout.ts";
import { DENSITIES } from "./density.ts";
import { chipSchema } from "./filters/field-filter.ts";
import { QUICK_VIEWS } from "./filters/quick-views.ts";

/** All that is remembered of one resource's table: what it filters, how it sorts, how its columns stand. */
const viewStateSchema = z.strictObject({
  version: z.literal(1),
  search: z.string().max(500),
  quick: z.enum(QUICK_VIEWS),
  chips: z.array(chipSchema).max(100),
  sort: z.array(z.strictObject({ field: z.string(), direction: z.enum(["asc", "desc"]) })).max(8),
  density: z.enum(DENSITIES).default("normal"),
  columns: z.strictObject({
    order: z.array(z.string()),
    visibility: z.record(z.string(), z.boolean()),
    widths: z.record(z.string(), z.number()),
    pins: z.record(z.string(), z.enum(["left", "right"])).default({}),
  }),
});
export type ViewState = Readonly<z.infer<typeof viewStateSchema>>;

/** The table as it first appears: every row, by name. */
export const DEFAULT_VIEW: ViewState = {
  version: 1,
  search: "",
  quick: "all",
  chips: [],
  sort: [],
  density: "normal",
  columns: {
    order: [...DEFAULT_LAYOUT.order],
    visibility: { ...DEFAULT_LAYOUT.visibility },
    widths: { ...DEFAULT_LAYOUT.widths },
    pins: { ...DEFAULT_LAYOUT.pins },
  },
};

/**
 * Reads a remembered view. What cannot be read costs the memory, never the screen; filters and sorts of fields
 * that the resource does not have (a later version's) are dropped.
 */
export function readViewState(resource: Resource, text: string | null): ViewState {
  const parsed = viewStateSchema.safeParse(parseJson(text));
  if (!parsed.success) return DEFAULT_VIEW;
  const known = (field: string): boolean => findField(resource, field) !== undefined;
  return {
    ...parsed.data,
    quick: resource === "items" ? parsed.data.quick : "all",
    chips: parsed.data.chips.filter((chip) => known(chip.filter.field)),
    sort: parsed.data.sort.filter(({ field }) => known(field)),
  };
}

function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How many filters are on: chips that are not switched off, the quick view, and the search. */
export function countFilters(view: Pick<ViewState, "search" | "quick" | "chips">): number {
  const chips = view.chips.filter((chip) => chip.enabled).length;
  return chips + (view.quick === "all" ? 0 : 1) + (view.search.trim() === "" ? 0 : 1);
}

/** The same view with nothing filtered; columns and order stay. */
export function clearFilters(view: ViewState): ViewState {
  return { ...view, search: "", quick: "all", chips: [] };
}
