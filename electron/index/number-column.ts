import { nextUp } from "../../shared/base/next-up.ts";
import { Bitmap } from "./bitmap.ts";
import { capacityFor } from "./capacity.ts";

/** Numbers or instants of all rows. NaN means null, because no service can send NaN. */
export class NumberColumn {
  #values: Float64Array<ArrayBuffer>;

  /** @param rows the expected number of rows, so that memory is allocated once. */
  constructor(rows: number) {
    this.#values = new Float64Array(capacityFor(rows));
  }

  /** A copy with the values of some slots, in their order. */
  copyOf(slots: Uint32Array): NumberColumn {
    const copy = new NumberColumn(slots.length);
    for (let at = 0; at < slots.length; at += 1)
      copy.#values[at] = this.#values[slots[at] ?? 0] ?? Number.NaN;
    return copy;
  }

  /** The values of the first `length` slots. */
  values(length: number): Float64Array {
    return this.#values.subarray(0, length);
  }

  put(slot: number, value: number | null): void {
    if (slot >= this.#values.length) {
      const larger = new Float64Array(capacityFor(slot + 1));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[slot] = value ?? Number.NaN;
  }

  /**
   * The slots whose value is between two bounds, both included. NaN is never between them. To exclude a bound, pass the
   * next number (`nextUp`).
   */
  between(length: number, low: number, high: number): Bitmap {
    const bitmap = new Bitmap(length);
    const { words } = bitmap;
    const values = this.#values;
    for (let at = 0; at < words.length; at += 1) {
      const end = Math.min(length, (at + 1) << 5);
      let word = 0;
      for (let slot = at << 5; slot < end; slot += 1) {
        const value = values[slot] ?? Number.NaN;
        if (value >= low && value <= high) word |= 1 << (slot & 31);
      }
      words[at] = word;
    }
    return bitmap;
  }

  /** The slots whose value is less than a bound. */
  below(length: number, high: number): Bitmap {
    return this.from(length, Number.NEGATIVE_INFINITY, high);
  }

  /** The slots whose value is between two bounds, the second excluded. */
  from(length: number, low: number, high: number): Bitmap {
    return this.between(length, low, -nextUp(-high));
  }

  /** The slots whose value is more than a bound. */
  above(length: number, low: number): Bitmap {
    return this.between(length, nextUp(low), Number.POSITIVE_INFINITY);
  }

  /** The slots whose value is less than a share of another column's value. The other value must be positive. */
  belowShareOf(length: number, whole: NumberColumn, share: number): Bitmap {
    const bitmap = new Bitmap(length);
    const wholes = whole.values(length);
    for (let slot = 0; slot < length; slot += 1) {
      const of = wholes[slot] ?? Number.NaN;
      if (of > 0 && (this.#values[slot] ?? Number.NaN) < share * of) bitmap.add(slot);
    }
    return bitmap;
  }

  empty(length: number): Bitmap {
    return this.between(length, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).not();
  }
}
