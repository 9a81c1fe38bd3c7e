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
