import { SI_FACTORS, unitOf, type Quantity, type Units } from "./units.ts";

/** The fields of a type that determine its items' weight, in the service's numbers. */
export interface TypeDensity {
  readonly id: string;
  readonly density: number | null;
  readonly densityUnit: string | null;
  readonly width: number | null;
  readonly thickness: number | null;
}

/** The weight of one unit of length by the type's density, in the items' units. Null if a number or unit is missing. */
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

/**
 * The number of dimensions of a density's divisor (length, area or volume), and a factor. The factor converts to kg per
 * m, m² or m³.
 */
interface DensityUnit {
  readonly dimensions: 1 | 2 | 3;
  readonly factor: number;
}

/** Spellings of units, with the number of kilograms or metres in one unit. `withPlurals` adds the plurals in -s. */
const WEIGHTS = withPlurals({
  mg: 1e-6,
  milligram: 1e-6,
  g: SI_FACTORS.g,
  gm: SI_FACTORS.g,
  gram: SI_FACTORS.g,
  gramme: SI_FACTORS.g,
  kg: 1,
  kilo: 1,
  kilogram: 1,
  kilogramme: 1,
  t: SI_FACTORS.t,
  tonne: SI_FACTORS.t,
  metricton: SI_FACTORS.t,
  oz: SI_FACTORS.oz,
  ounce: SI_FACTORS.oz,
  lb: SI_FACTORS.lb,
  pound: SI_FACTORS.lb,
});
const LENGTHS = withPlurals({
  μm: 1e-6,
  um: 1e-6,
  micron: 1e-6,
  mm: SI_FACTORS.mm,
  millimeter: SI_FACTORS.mm,
  millimetre: SI_FACTORS.mm,
  cm: SI_FACTORS.cm,
  centimeter: SI_FACTORS.cm,
  centimetre: SI_FACTORS.cm,
  dm: 0.1,
  decimeter: 0.1,
  decimetre: 0.1,
  m: 1,
  meter: 1,
  metre: 1,
  km: SI_FACTORS.km,
  kilometer: SI_FACTORS.km,
  kilometre: SI_FACTORS.km,
  mil: SI_FACTORS.mil,
  in: SI_FACTORS.in,
  inch: SI_FACTORS.in,
  inches: SI_FACTORS.in,
  ft: SI_FACTORS.ft,
  foot: SI_FACTORS.ft,
  feet: SI_FACTORS.ft,
  yd: SI_FACTORS.yd,
  yard: SI_FACTORS.yd,
});
/**
 * Areas and volumes with their own names, in m² and m³. Gallons and fluid ounces are the units of the United States.
 */
const NAMED: ReadonlyMap<string, DensityUnit> = new Map([
  ...sized(2, { sf: SI_FACTORS.ft ** 2, sy: SI_FACTORS.yd ** 2, msf: 1e3 * SI_FACTORS.ft ** 2 }),
  ...sized(2, { msi: 1e3 * SI_FACTORS.in ** 2 }),
  ...sized(3, {
    l: 1e-3,
    lt: 1e-3,
    ltr: 1e-3,
    liter: 1e-3,
    litre: 1e-3,
    hl: 0.1,
    dl: 1e-4,
    cl: 1e-5,
    ml: 1e-6,
  }),
  ...sized(3, { milliliter: 1e-6, millilitre: 1e-6, cc: 1e-6, ccm: 1e-6, cbm: 1, cf: SI_FACTORS.ft ** 3 }),
  ...sized(3, {
    cft: SI_FACTORS.ft ** 3,
    gal: 3.785411784e-3,
    gallon: 3.785411784e-3,
    usgal: 3.785411784e-3,
  }),
  ...sized(3, { usgallon: 3.785411784e-3, floz: 2.95735295625e-5 }),
]);
/** Units of density with their own names. */
const WHOLE: Readonly<Record<string, string>> = {
  gsm: "g/m2",
  osy: "oz/yd2",
  pcf: "lb/ft3",
  pci: "lb/in3",
  psf: "lb/ft2",
  plf: "lb/ft",
  tex: "g/km",
  dtex: "g/10 km",
  den: "g/9000 m",
  denier: "g/9000 m",
};

const PREFIXES: Readonly<Record<string, 2 | 3>> = { sq: 2, square: 2, cu: 3, cubic: 3 };
const SUFFIXES: Readonly<Record<string, 1 | 2 | 3>> = { "1": 1, "2": 2, "3": 3, squared: 2, cubed: 3 };

/** The form of a unit with a divisor: "kg/m", "lb per ft". */
const PER = /^([a-z ]+?) ?(?:\/|\bper\b) ?(.+)$/;
/** A unit written as a product: "kg m-3". */
const PRODUCT = /^([a-z]+) ?([a-zμ]+) ?\^? ?-([123])$/;
const AMOUNT = /^(\d{1,3}(?:,\d{3})+ |\d{1,9} ?)?([a-zμ][a-zμ ]*?) ?\^?( ?[123]| squared| cubed)?$/;
const POWER_BEFORE = /^(square|sq|cubic|cu) ?([a-zμ]+)$/;
/** The most characters of a unit. */
const MAX_LENGTH = 40;

/**
 * Reads a density's unit, such as "g/cm³", "lbs per cu. ft", "kg·m⁻³" or "lb/1000 ft"; null if unknown. Case does not
 * matter, except that "Mg" is a tonne and "mg" a milligram. "ton" alone is unknown, because it may mean 907 kg.
 */
export function readDensityUnit(text: string): DensityUnit | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = plainUnit(text);
  const spelled = WHOLE[plain.replace(/ /g, "")] ?? plain;
  const [, product, length, power] = PRODUCT.exec(spelled) ?? [];
  const [, weight = product, per = length && `${length}${power}`] = PER.exec(spelled) ?? [];
  const kilograms = WEIGHTS.get((weight ?? "").replace(/ /g, ""));
  const amount = readAmount(per ?? "");
  if (kilograms === undefined || amount === null) return null;
  return { dimensions: amount.dimensions, factor: kilograms / amount.factor };
}

/**
 * Normalises a unit: lower case, powers as digits, and "/" for any kind of slash. Multiplication signs, brackets and
 * full stops become single blanks.
 */
function plainUnit(text: string): string {
  return text
    .replace(/^\s*Mg\b/, "t")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[⁄∕÷]/g, "/")
    .replace(/\*\*/g, "^")
    .replace(/[−‐‑‒–]/g, "-")
    .replace(/[·⋅∙•*×.(){}[\]\s]+/g, " ")
    .replace(/ ?([/^-]) ?/g, "$1")
    .trim();
}

/** Reads the divisor of a density, such as "100 m": its dimensions and its size in metres, m² or m³. */
function readAmount(text: string): DensityUnit | null {
  const [, count = "1", unit = "", suffix = ""] = AMOUNT.exec(text) ?? [];
  const times = Number(count.replace(/,/g, ""));
  if (times === 0) return null;
  const named = NAMED.get(unit.replace(/ /g, "")) ?? NAMED.get(unit.replace(/ |s$/g, ""));
  if (named) return suffix === "" ? { ...named, factor: named.factor * times } : null;
  const [, prefix, behind] = POWER_BEFORE.exec(unit) ?? [];
  const metres = LENGTHS.get(behind ?? unit);
  if (metres === undefined || (prefix !== undefined && suffix !== "")) return null;
  const dimensions = (prefix === undefined ? SUFFIXES[suffix.trim()] : PREFIXES[prefix]) ?? 1;
  return { dimensions, factor: times * metres ** dimensions };
}

function sized(dimensions: 2 | 3, units: Readonly<Record<string, number>>): [string, DensityUnit][] {
  return Object.entries(units).map(([name, factor]) => [name, { dimensions, factor }]);
}

function withPlurals(units: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(units).flatMap(([name, factor]): [string, number][] =>
      name.length > 1 && name !== "feet" && name !== "inches"
        ? [
            [name, factor],
            [`${name}s`, factor],
          ]
        : [[name, factor]],
    ),
  );
}
