import { CUSTODY_LABELS } from "./messages.ts";
import type { ComputedColumn } from "../../inventory/field.ts";
import { DIMENSIONS } from "../../inventory/stock.ts";
import type { UsualTime, UsualTimes } from "./usual-times-schema.ts";

/** The most days of a limit. */
export const MAX_DAYS = 3_650;

/** The days that items may be out by the user's limits. They replace the usual times. */
export interface OutLimits {
  /** The limit of types without their own; null leaves them to the usual times. */
  readonly all: number | null;
  readonly types: Readonly<Record<string, number>>;
}

export const NO_LIMITS: OutLimits = { all: null, types: {} };

/** The record id of the limit for types without their own (`OUT_LIMITS`). */
const ALL_TYPES = "";

/** Turns the records of `OUT_LIMITS` into limits. */
export function outLimitsOf(records: ReadonlyMap<string, number>): OutLimits {
  const types = [...records].filter(([typeId]) => typeId !== ALL_TYPES);
  // fromEntries defines properties, so a type called "__proto__" stays a type.
  return { all: records.get(ALL_TYPES) ?? null, types: Object.fromEntries(types) };
}

/** Turns limits into the records of `OUT_LIMITS`. */
export function limitRecords({ all, types }: OutLimits): ReadonlyMap<string, number> {
  return new Map([...(all === null ? [] : [[ALL_TYPES, all] as const]), ...Object.entries(types)]);
}

/** The days after which an item is out longer than usual, and the reason. */
export interface Limit {
  /** Null if the usual time is only known to exceed the observed times; nothing is marked then. */
  readonly days: number | null;
  readonly why: LimitReason;
}
export type LimitReason =
  | { readonly kind: "fixed"; readonly for: "type" | "all" }
  | { readonly kind: "usual"; readonly basis: "type" | "all"; readonly time: UsualTime };

export interface Limits {
  /** The limit of all other items; null if unknown. */
  readonly all: Limit | null;
  readonly types: ReadonlyMap<string, Limit>;
}

/**
 * The bounds of the late filter: the most different numbers of days, and (`MAX_TYPES`) the most types that it names.
 */
const MAX_DIFFERENT = 60;
/** The most different numbers of days that the user can set. The remaining ones are for usual times. */
export const MAX_OWN_DIFFERENT = 40;
const MAX_TYPES = 900;
/** Days of the coarsest rounding, longer than any item is out. */
const MAX_STEP = 2 ** 20;
const DAY = 86_400_000;

/**
 * The limit of each type: the user's limit for the type, else the user's limit for all types. If the user set
 * neither, it is the type's usual time, else the usual time of all types.
 */
export function limitsOf(usual: UsualTimes, fixed: OutLimits): Limits {
  const own = Object.entries(fixed.types).map(([typeId, days]): [string, Limit] => [
    typeId,
    { days, why: { kind: "fixed", for: "type" } },
  ]);
  if (fixed.all !== null) {
    const all: Limit = { days: fixed.all, why: { kind: "fixed", for: "all" } };
    return { all, types: rounded(own) };
  }
  const known = usual.types
    .toSorted((a, b) => b.cases - a.cases)
    .filter(({ typeId }) => !Object.hasOwn(fixed.types, typeId))
    .map(({ typeId, ...time }): [string, Limit] => [typeId, usualLimit("type", time)]);
  const types = rounded([...own, ...known].slice(0, MAX_TYPES));
  return { all: usual.all && usualLimit("all", usual.all), types };
}

/**
 * Rounds a usual time up to whole days. An item is then marked only after the time within which nine of ten items were
 * certainly returned.
 */
function usualLimit(basis: "type" | "all", time: UsualTime): Limit {
  const { most } = time.p90;
  const days = most === null ? null : Math.max(1, Math.ceil(most / DAY));
  return { days, why: { kind: "usual", basis, time } };
}

/**
 * Rounds days up until at most `MAX_DIFFERENT` differ. The user's own limits are rounded only if they alone are
 * too many. The dialog refuses too many, but a backup or a second window can add them.
 */
function rounded(limits: readonly [string, Limit][]): ReadonlyMap<string, Limit> {
  const some = roundedSome(limits, ({ why }) => why.kind === "usual");
  return some ?? roundedSome(limits, () => true) ?? new Map();
}

/** Rounds some limits up to multiples of 2, 4, 8 … days; null if more than `MAX_DIFFERENT` still differ. */
function roundedSome(
  limits: readonly [string, Limit][],
  isRounded: (limit: Limit) => boolean,
): ReadonlyMap<string, Limit> | null {
  for (let step = 1; step <= MAX_STEP; step *= 2) {
    const daysOf = (limit: Limit): number | null =>
      limit.days === null || !isRounded(limit) ? limit.days : Math.ceil(limit.days / step) * step;
    const different = new Set(limits.map(([, limit]) => daysOf(limit)));
    if (different.size <= MAX_DIFFERENT)
      return new Map(limits.map(([typeId, limit]) => [typeId, { ...limit, days: daysOf(limit) }]));
  }
  return null;
}

/** The limit of an item by its material type. */
export function limitFor({ all, types }: Limits, typeId: unknown): Limit | null {
  return (typeof typeId === "string" ? types.get(typeId) : undefined) ?? all;
}

/** The number of a material type's or location's items that are out longer than usual. */
export const LATE_COLUMN: ComputedColumn = {
  name: "outLongerCount",
  kind: "number",
  label: CUSTODY_LABELS.late,
  isCount: true,
  resources: DIMENSIONS,
  computed: { width: 168, shownAfter: { types: "checkedOutCount", locations: "totalWeight" } },
};
