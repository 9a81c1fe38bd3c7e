import { bucketEdges } from "../../shared/query/bucket-edges.ts";
import type { Histogram } from "../../shared/query/totals.ts";
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
  // A range that is zero, or too large for a double, cannot be divided. So all numbers go into one bucket.
  if (!(span > 0 && Number.isFinite(span)))
    return { bounds: { min, max }, buckets: [slots.count() - empty], empty };
  const edges = Float64Array.from(bucketEdges({ min, max }, buckets));
  const last = buckets - 1;
  const counts = new Uint32Array(buckets);
  slots.forEach((slot) => {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    let bucket = Math.min(Math.trunc(((value - min) / span) * buckets), last);
    // The quotient is rounded, so the edges of the buckets decide. The largest number belongs to the last bucket.
    while (bucket > 0 && value < (edges[bucket] ?? min)) bucket -= 1;
    while (bucket < last && value >= (edges[bucket + 1] ?? max)) bucket += 1;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  });
  return { bounds: { min, max }, buckets: [...counts], empty };
}
