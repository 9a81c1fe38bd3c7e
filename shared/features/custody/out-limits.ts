import { CUSTODY_LABELS } from "./messages.ts";
import type { ComputedColumn } from "../../inventory/field.ts";
import { DIMENSIONS } from "../../inventory/stock.ts";
import type { UsualTime, UsualTimes } from "./usual-times-schema.ts";

/** The largest limit that a user can set, in days. */
export const MAX_DAYS = 3_650;

/** The limits that the user set: the days that items may be out. These limits replace the usual times. */
export interface OutLimits {
  /** The limit of all types without a limit of their own; null if the usual times apply to these types. */
  readonly all: number | null;
  readonly types: Readonly<Record<string, number>>;
}

export const NO_LIMITS: OutLimits = { all: null, types: {} };

/** The record id of the limit for types without their own (`OUT_LIMITS`). */
const ALL_TYPES = "";

/** Turns the records of `OUT_LIMITS` into limits. */
export function outLimitsOf(records: ReadonlyMap<string, number>): OutLimits {
  const types = [...records].filter(([typeId]) => typeId !== ALL_TYPES);
  // `fromEntries` defines properties instead of assigning them, so a type called "__proto__" stays a type.
  return { all: records.get(ALL_TYPES) ?? null, types: Object.fromEntries(types) };
}

/** Turns limits into the records of `OUT_LIMITS`. */
export function limitRecords({ all, types }: OutLimits): ReadonlyMap<string, number> {
  return new Map([...(all === null ? [] : [[ALL_TYPES, all] as const]), ...Object.entries(types)]);
}

/** A limit: the days after which an item is out longer than usual, and its reason. */
export interface Limit {
  /** Null if the usual time is only known to be longer than all observed times. Then no item is marked. */
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
 * The bounds of the late filter: the most different numbers of days, and the most types that the filter names
 * (`MAX_TYPES`).
 */
const MAX_DIFFERENT = 60;
/** The most different numbers of days that the user can set. The rest of `MAX_DIFFERENT` is for usual times. */
export const MAX_OWN_DIFFERENT = 40;
const MAX_TYPES = 900;
/** The largest step for rounding, in days. It is longer than any item is out. */
const MAX_STEP = 2 ** 20;
const DAY = 86_400_000;

/**
 * Chooses the limit of each type: the user's limit for the type, else the user's limit for all types. If the user set
 * neither, the limit is the type's usual time, else the usual time of all types.
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
 * Makes a limit of a usual time, rounded up to whole days. So an item is marked only after the time within which nine
 * of ten items were certainly returned.
 */
function usualLimit(basis: "type" | "all", time: UsualTime): Limit {
  const { most } = time.p90;
  const days = most === null ? null : Math.max(1, Math.ceil(most / DAY));
  return { days, why: { kind: "usual", basis, time } };
}

/**
 * Rounds limits up until at most `MAX_DIFFERENT` different limits are left. The user's own limits are rounded only if
 * they alone exceed this number. The dialog refuses too many limits, but a backup or a second window can add them.
 */
function rounded(limits: readonly [string, Limit][]): ReadonlyMap<string, Limit> {
  const some = roundedSome(limits, ({ why }) => why.kind === "usual");
  return some ?? roundedSome(limits, () => true) ?? new Map();
}

/**
 * Rounds some limits up to multiples of 2, 4, 8 … days; null if more than `MAX_DIFFERENT` different limits are left
 * even then.
 */
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

/** The column with the number of items that are out longer than usual. */
export const LATE_COLUMN: ComputedColumn = {
  name: "outLongerCount",
  kind: "number",
  label: CUSTODY_LABELS.late,
  isCount: true,
  resources: DIMENSIONS,
  computed: { width: 168, shownAfter: { types: "checkedOutCount", locations: "totalWeight" } },
};
