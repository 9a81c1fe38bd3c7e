import type { Resource } from "../../../shared/resource-names.ts";
import { compileFilter } from "../../table/filters/compile-query.ts";
import type { ViewState } from "../../table/view-state.ts";

/** The parts of a table's state that make it a view one returns to; a search is a look-up, and an order is none. */
export type ViewParts = Pick<ViewState, "quick" | "chips">;

/**
 * The name under which the core remembers up to which change a view was looked at. It stands for what the view shows:
 * the same filters have the same name, in whatever order they were set, and filters that are switched off do not count.
 */
export function viewName(resource: Resource, { quick, chips }: ViewParts): string {
  const filters = chips
    .filter((chip) => chip.enabled)
    .map((chip) => JSON.stringify(compileFilter(chip.filter)))
    .toSorted();
  const base = `${resource}/${quick}`;
  return filters.length === 0 ? base : `${base}/${digest(filters.join("\n"))}`;
}

/** 64 bits of two FNV-1a hashes: short enough for a name, and a person has some dozens of views. */
function digest(text: string): string {
  const half = (seed: number): string => {
    let hash = seed;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  };
  return half(0x811c9dc5) + half(0x1b873593);
}
