import type { Total } from "../../../shared/query/totals.ts";
import type { Bitmap } from "./bitmap.ts";

/**
 * Totals of the numbers of some slots, apart for each code of what they are measured in.
 * @param values NaN stands for null.
 * @param codes what each slot's number is measured in; null where nothing says it.
 * @param words the text of each code; that of 0 stands for null.
 */
export function totalsOf(
  slots: Bitmap,
  values: Float64Array,
  codes: Uint32Array | null,
  words: readonly string[],
): Total[] {
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
    measuredIn: code === 0 ? null : (words[code] ?? null),
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
