import type { ChangeFilter } from "../../inventory/changes.ts";
import { findField } from "../../inventory/fields.ts";
import type { Resource } from "../../inventory/resource-names.ts";
import { unitsOf, type Units } from "../../inventory/units.ts";

/** A heading with what its numbers are measured in: "remainingLength (m)". Without a unit the heading alone. */
export function headingInUnits(
  heading: string,
  resource: Resource,
  column: string,
  units: Units | null,
): string {
  const quantity = findField(resource, column)?.measures?.quantity;
  if (quantity === undefined || units === null) return heading;
  const [usual, ...others] = unitsOf(units, quantity).map((unit) => unit ?? "no unit");
  if (others.length === 0) return usual === "no unit" ? heading : `${heading} (${usual})`;
  return `${heading} (${usual}; ${others.join(", ")} for some material types)`;
}

/**
 * Which changes a filter lets through, one sentence a part. Parts that do not filter are named too, so that the sentences stand for
 * themselves in a file.
 * @param nameOf the name behind a location's id, or null if it is unknown.
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
