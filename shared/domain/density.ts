import { SI_FACTORS, UNITS, unitOf, type Quantity, type Unit, type Units } from "./units.ts";

/** What a density is of: a length, an area or a volume, in kg per m, m² or m³. */
interface DensityUnit {
  readonly dimensions: 1 | 2 | 3;
  readonly factor: number;
}

/** What a density may be "per"; the exponent says of how many dimensions. */
const PER = /^([a-zµ]+) ?\/ ?(\d+ )?([a-zµ]+)([²³23]?)$/;
const EXPONENTS: Readonly<Record<string, 1 | 2 | 3>> = { "": 1, "2": 2, "²": 2, "3": 3, "³": 3 };

/** Reads a density's unit, such as "g/cm³" or "lb/1000 ft"; null for one that is not known. */
export function readDensityUnit(text: string): DensityUnit | null {
  const plain = text.trim().toLowerCase().replace("gsm", "g/m²");
  const [, weight = "", count = "1", length = "", exponent = ""] = PER.exec(plain) ?? [];
  const dimensions = EXPONENTS[exponent];
  if (!isOf("weight", weight) || !isOf("length", length) || dimensions === undefined) return null;
  return { dimensions, factor: SI_FACTORS[weight] / (Number(count) * SI_FACTORS[length] ** dimensions) };
}

function isOf(quantity: Quantity, text: string): text is Unit {
  return (UNITS[quantity] as readonly string[]).includes(text);
}

/** What a material type says about the weight of its items, in the service's own numbers. */
export interface TypeDensity {
  readonly id: string;
  readonly density: number | null;
  readonly densityUnit: string | null;
  readonly width: number | null;
  readonly thickness: number | null;
}

/** What one unit of an item's length weighs by its type's density, in the item's own units; null where that cannot be told. */
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
