import type { Histogram } from "../../../shared/query/totals.ts";
import type { Bitmap } from "./bitmap.ts";

/** The distribution of slots' numbers. @param values NaN stands for null. */
export function histogramOf(slots: Bitmap, values: Float64Array, buckets: number): Histogram {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let empty = 0;
  slots.forEach((slot) => {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) empty += 1;
    else {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  });
  if (min > max) return { bounds: null, buckets: [], empty };
  const span = max - min;
  // A range of zero, or beyond a double, cannot be divided: everything is in one bucket.
  if (!(span > 0 && Number.isFinite(span)))
    return { bounds: { min, max }, buckets: [slots.count() - empty], empty };
  const counts = new Uint32Array(buckets);
  slots.forEach((slot) => {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    // The largest number belongs to the last bucket.
    const bucket = Math.min(Math.trunc(((value - min) / span) * buckets), buckets - 1);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  });
  return { bounds: { min, max }, buckets: [...counts], empty };
}
