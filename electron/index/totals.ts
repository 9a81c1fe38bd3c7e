import type { Total } from "../../shared/query/totals.ts";
import type { Bitmap } from "./bitmap.ts";

/** The units of a column's numbers. */
export interface Measures {
  /** The code of each slot's unit; null if all slots have code 0. */
  readonly codes: Uint32Array | null;
  /** The unit of each code; null if it is unknown. */
  readonly texts: readonly (string | null)[];
}

/** The measures of numbers with an unknown unit. */
export const UNMEASURED: Measures = { codes: null, texts: [null] };

/** The groups that slots belong to. */
export interface SlotGroups {
  /** The number of each slot's group; null if there is only one group. */
  readonly codes: Uint32Array | null;
  /** The number of groups. */
  readonly count: number;
}

/** All slots in one group. */
const ONE_GROUP: SlotGroups = { codes: null, count: 1 };

/** Totals of slots' numbers, one for each unit code. @param values NaN stands for null. */
export function totalsOf(slots: Bitmap, values: Float64Array, measures: Measures): Total[] {
  return groupTotals(slots, values, measures, ONE_GROUP)(0);
}

/**
 * Totals of each group of slots.
 * @returns a function that returns the totals of a group by its number.
 */
export function groupTotals(
  slots: Bitmap,
  values: Float64Array,
  { codes, texts }: Measures,
  groups: SlotGroups,
): (group: number) => Total[] {
  const units = texts.length;
  const sums = new Sums(groups.count * units);
  const { words } = slots;
  // This loop visits every row of the table, so it calls no function for a slot that is not in the set.
  for (let slot = 0; slot < slots.length; slot += 1) {
    if ((((words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 0) continue;
    const value = values[slot] ?? Number.NaN;
    if (value === value) sums.add((groups.codes?.[slot] ?? 0) * units + (codes?.[slot] ?? 0), value);
  }
  return (group) =>
    texts.flatMap((measuredIn, unit) => {
      const total = sums.total(group * units + unit);
      return total ? [{ measuredIn, ...total }] : [];
    });
}

/** The number of slots in each group. */
export function groupCounts(slots: Bitmap, { codes, count }: SlotGroups): Uint32Array {
  const counts = new Uint32Array(count);
  if (codes === null) {
    counts[0] = slots.count();
    return counts;
  }
  const { words } = slots;
  // This loop visits every row of the table too.
  for (let slot = 0; slot < slots.length; slot += 1) {
    if ((((words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 0) continue;
    const group = codes[slot] ?? 0;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

/** Adds numbers without losing small ones (Neumaier's summation, as in SQLite's sum()). */
export class Sums {
  readonly #counts: Uint32Array;
  readonly #sums: Float64Array;
  readonly #lost: Float64Array;
  readonly #min: Float64Array;
  readonly #max: Float64Array;

  constructor(places: number) {
    this.#counts = new Uint32Array(places);
    this.#sums = new Float64Array(places);
    this.#lost = new Float64Array(places);
    this.#min = new Float64Array(places).fill(Number.POSITIVE_INFINITY);
    this.#max = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  }

  /** The total of one entry; null if it has no number, or if the sum exceeds 1.8e308. */
  total(place: number): Omit<Total, "measuredIn"> | null {
    const count = this.#counts[place] ?? 0;
    if (count === 0) return null;
    const sum = (this.#sums[place] ?? 0) + (this.#lost[place] ?? 0);
    if (!Number.isFinite(sum)) return null;
    return { count, sum, min: this.#min[place] ?? 0, max: this.#max[place] ?? 0 };
  }

  add(place: number, value: number): void {
    const sum = this.#sums[place] ?? 0;
    const next = sum + value;
    this.#lost[place] =
      (this.#lost[place] ?? 0) + (Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum);
    this.#sums[place] = next;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    if (value < (this.#min[place] ?? 0)) this.#min[place] = value;
    if (value > (this.#max[place] ?? 0)) this.#max[place] = value;
  }
}
