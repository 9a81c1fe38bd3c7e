/** The units that the user can choose for a quantity. Specification 2.8 gives these quantities no unit. */
export const UNITS = {
  length: ["mm", "cm", "m", "km", "in", "ft", "yd"],
  weight: ["g", "kg", "t", "oz", "lb"],
  width: ["mm", "cm", "m", "in", "ft"],
  thickness: ["µm", "mm", "mil", "in"],
} as const;

export type Quantity = keyof typeof UNITS;
export type Unit = (typeof UNITS)[Quantity][number];

/** The number of metres or kilograms in one unit, from the units' definitions. */
export const SI_FACTORS: Readonly<Record<Unit, number>> = {
  µm: 1e-6,
  mm: 1e-3,
  cm: 1e-2,
  m: 1,
  km: 1e3,
  mil: 2.54e-5,
  in: 2.54e-2,
  ft: 0.3048,
  yd: 0.9144,
  g: 1e-3,
  kg: 1,
  t: 1e3,
  oz: 0.028349523125,
  lb: 0.45359237,
};

/** The quantities that have a unit, in their order in lists. */
export const QUANTITIES: readonly Quantity[] = ["length", "weight", "width", "thickness"];

/** The unit of each quantity; null if unknown. */
export type UnitSet = Readonly<{ [Q in Quantity]: (typeof UNITS)[Q][number] | null }>;

/** Whether weights include the spool (gross) or not (net). The API does not specify it (specification 2.8). */
export const WEIGHINGS = ["gross", "net"] as const;
export type Weighing = (typeof WEIGHINGS)[number];

/** The units of some material types' numbers, and how their items are weighed; null if unknown. */
export interface TypeUnits extends UnitSet {
  readonly weighing: Weighing | null;
}

/** The units of a connection's numbers. */
export interface Units extends TypeUnits {
  /** The units in which lengths and weights are shown; null shows the numbers as sent. */
  readonly shownIn: Pick<UnitSet, "length" | "weight">;
  /** The own units of single material types, by the type's id. Null keeps the connection's unit. */
  readonly overrides: Readonly<Record<string, TypeUnits>>;
}

/** The units before the user has confirmed any units. */
export const NO_UNITS: Units = {
  length: null,
  weight: null,
  width: null,
  thickness: null,
  weighing: null,
  shownIn: { length: null, weight: null },
  overrides: {},
};

/** A text with its unit. @param unit "" if there is no unit. */
export function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}

/** The unit of a material type's numbers; null if unknown. */
export function unitOf(units: Units, quantity: Quantity, typeId: unknown): Unit | null {
  return overrideOf(units, typeId)?.[quantity] ?? units[quantity];
}

/** Whether a material type's weights include the spool; null if unknown. */
export function weighingOf(units: Units, typeId: unknown): Weighing | null {
  return overrideOf(units, typeId)?.weighing ?? units.weighing;
}

function overrideOf({ overrides }: Units, typeId: unknown): TypeUnits | undefined {
  return typeof typeId === "string" && Object.hasOwn(overrides, typeId) ? overrides[typeId] : undefined;
}

/**
 * All units of a quantity in a connection's material types, the usual unit first. Null stands for types without a unit.
 */
export function unitsOf(units: Units, quantity: Quantity): readonly (Unit | null)[] {
  const own = Object.values(units.overrides).flatMap((set) => set[quantity] ?? []);
  return [...new Set([units[quantity], ...own])];
}

/** The unit of a quantity if all material types have the same unit; null if they have several units or no unit. */
export function commonUnit(units: Units, quantity: Quantity): Unit | null {
  const [usual, ...others] = unitsOf(units, quantity);
  return others.length === 0 ? (usual ?? null) : null;
}

/** Whether no quantity has a unit. */
export function isUnitless(units: Units): boolean {
  return QUANTITIES.every((quantity) => unitsOf(units, quantity).every((unit) => unit === null));
}
