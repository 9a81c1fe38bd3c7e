import type { ChangeFilter } from "./changes.ts";

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
    ...(search.trim() === "" ? [] : [`Search: ${search.trim()}`]),
    ...(types ? [`Type is one of ${types.join(", ")}`] : []),
    ...(resource === undefined ? [] : [`Of ${resource}`]),
    ...(id === undefined ? [] : [`Of the record ${id}`]),
    ...(locations ? [`At, from or to ${named.join(", ")}`] : []),
    ...(holders ? [`Held, taken or given back by ${holders.join(", ")}`] : []),
    ...(since === undefined ? [] : [`Observed at or after ${since}`]),
    ...(until === undefined ? [] : [`Observed before ${until}`]),
  ];
  return parts.length === 0 ? ["Every observed change"] : parts;
}
