import { readDensityUnit } from "./density-unit.ts";
import { SI_FACTORS, unitOf, type Quantity, type Units } from "./units.ts";

/** What a material type says about the weight of its items, in the service's own numbers. */
export interface TypeDensity {
  readonly id: string;
  readonly density: number | null;
  readonly densityUnit: string | null;
  readonly width: number | null;
  readonly thickness: number | null;
}

/** What one unit of an item's length weighs by its type's density, in the item's own units; null if that cannot be told. */
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
