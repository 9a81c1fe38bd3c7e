import type { Total } from "../../../shared/query/totals.ts";
import type { Bitmap } from "./bitmap.ts";

/** What the numbers of a table are measured in. */
export interface Measures {
  /** A code a slot; null where all have the code 0. */
  readonly codes: Uint32Array | null;
  /** What each code stands for; null for nothing known. */
  readonly texts: readonly (string | null)[];
}

/** Nothing says what the numbers are measured in. */
export const UNMEASURED: Measures = { codes: null, texts: [null] };

/**
 * Totals of the numbers of some slots, apart for each code of what they are measured in.
 * @param values NaN stands for null.
 */
export function totalsOf(slots: Bitmap, values: Float64Array, { codes, texts }: Measures): Total[] {
  const sums = new Map<number, Sum>();
  slots.forEach((slot) => {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    const code = codes?.[slot] ?? 0;
    const known = sums.get(code);
    if (known) known.add(value);
    else sums.set(code, new Sum(value));
  });
  return [...sums].map(([code, sum]) => ({
    measuredIn: texts[code] ?? null,
    ...sum.total,
  }));
}

/** Adds numbers up without losing the small ones beside the large (Neumaier), as SQLite's sum() does. */
class Sum {
  #count = 1;
  #sum: number;
  #lost = 0;
  #min: number;
  #max: number;

  constructor(first: number) {
    this.#sum = first;
    this.#min = first;
    this.#max = first;
  }

  get total(): Omit<Total, "measuredIn"> {
    return { count: this.#count, sum: this.#sum + this.#lost, min: this.#min, max: this.#max };
  }

  add(value: number): void {
    const next = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
    this.#count += 1;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }
}
