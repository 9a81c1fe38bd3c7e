import type { Chip } from "../../../shared/query/field-filter.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { ALL_VIEW, type NamedView } from "../../../shared/query/views/built-in-views.ts";

type Filters = readonly Pick<Chip, "enabled" | "filter">[];

/** True if a table has exactly its view's filters, with any search and order. */
export function showsView(chips: Filters, { definition }: NamedView): boolean {
  return enabledFilters(chips).join("\n") === enabledFilters(definition.filters).join("\n");
}

/** The name under which a view is remembered as seen: its id, or a digest of other active filters in any order. */
export function viewName(resource: Resource, chips: Filters, view: NamedView): string {
  if (showsView(chips, view)) return `${resource}/${view.id}`;
  const filters = enabledFilters(chips);
  const base = `${resource}/${ALL_VIEW.id}`;
  return filters.length === 0 ? base : `${base}/${digest(filters.join("\n"))}`;
}

/** Whichever day it is, a filter for today within a group has one name. */
const SOME_DAY = "2000-01-01";

function enabledFilters(chips: Filters): readonly string[] {
  return chips
    .filter((chip) => chip.enabled)
    .map(({ filter }) =>
      // A filter for today must keep its name tomorrow.
      JSON.stringify(filter.kind === "today" ? [filter.kind, filter.field] : compileFilter(filter, SOME_DAY)),
    )
    .toSorted();
}

/** 64 bits of two FNV-1a hashes, enough for some dozens of views. */
function digest(text: string): string {
  const half = (seed: number): string => {
    let hash = seed;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  };
  return half(0x811c9dc5) + half(0x1b873593);
}
