import type { Histogram } from "../../../shared/query/histogram.ts";
import { bucketOf, planBuckets } from "../query/bucket-plan.ts";
import type { Bitmap } from "./bitmap.ts";

/**
 * How the numbers of some slots are spread.
 * @param values NaN stands for null.
 */
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
  const plan = planBuckets(min, max, buckets);
  const counts = new Uint32Array(plan.buckets);
  slots.forEach((slot) => {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    const bucket = plan.buckets === 1 ? 0 : bucketOf(plan, value);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  });
  return { bounds: { min, max }, buckets: [...counts], empty };
}
