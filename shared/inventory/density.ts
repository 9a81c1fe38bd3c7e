import { readDensityUnit } from "./density-unit.ts";
import { SI_FACTORS, unitOf, type Quantity, type Units } from "./units.ts";

/** The fields of a type that give its items' weight, in the service's numbers. */
export interface TypeDensity {
  readonly id: string;
  readonly density: number | null;
  readonly densityUnit: string | null;
  readonly width: number | null;
  readonly thickness: number | null;
}

/**
 * The weight of one unit of length by the type's density, in the items' units. Null if a number or unit is missing.
 */
export function weightPerLength(type: TypeDensity, units: Units): number | null {
  const density = type.densityUnit === null ? null : readDensityUnit(type.densityUnit);
  if (!density || type.density === null || type.density <= 0) return null;
  const inSi = (quantity: Quantity, value: number | null): number | null => {
    const unit = unitOf(units, quantity, type.id);
    return unit === null || value === null || value <= 0 ? null : value * SI_FACTORS[unit];
  };
  const sizes = [
    inSi("length", 1),
    ...(density.dimensions > 1 ? [inSi("width", type.width)] : []),
    ...(density.dimensions > 2 ? [inSi("thickness", type.thickness)] : []),
  ];
  const weight = inSi("weight", 1);
  if (weight === null) return null;
  return sizes.reduce<number | null>(
    (product, size) => (product === null || size === null ? null : product * size),
    (type.density * density.factor) / weight,
  );
}
