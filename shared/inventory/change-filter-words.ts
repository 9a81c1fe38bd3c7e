import type { ChangeFilter } from "./changes.ts";
import { CHANGE_FILTER } from "./messages.ts";

/**
 * Describes a filter of changes, with one sentence per part. Parts without a filter are described too, so that the
 * sentences are complete in a file.
 * @param nameOf the name of a location's id, or null if it is unknown.
 */
export function changeFilterWords(
  { types, resource, id, search = "", locations, holders, since, until }: ChangeFilter,
  nameOf: (id: string) => string | null,
): readonly string[] {
  const named = (locations ?? []).map((location) => nameOf(location) ?? location);
  const parts = [
    ...(search.trim() === "" ? [] : [CHANGE_FILTER.search({ search: search.trim() })]),
    ...(types ? [CHANGE_FILTER.types({ types: types.join(", ") })] : []),
    ...(resource === undefined ? [] : [CHANGE_FILTER.of({ resource })]),
    ...(id === undefined ? [] : [CHANGE_FILTER.record({ id })]),
    ...(locations ? [CHANGE_FILTER.locations({ locations: named.join(", ") })] : []),
    ...(holders ? [CHANGE_FILTER.holders({ holders: holders.join(", ") })] : []),
    ...(since === undefined ? [] : [CHANGE_FILTER.since({ since })]),
    ...(until === undefined ? [] : [CHANGE_FILTER.until({ until })]),
  ];
  return parts.length === 0 ? [CHANGE_FILTER.all] : parts;
}
