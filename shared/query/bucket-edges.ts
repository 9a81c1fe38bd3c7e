import { nextUp } from "../base/next-up.ts";
import type { Histogram } from "./totals.ts";

type Bounds = NonNullable<Histogram["bounds"]>;

/**
 * The edges of a histogram's buckets, ascending; there is one more edge than buckets. Counts and filters share
 * them, because two formulas would round differently. A bucket includes its lower edge and excludes its upper
 * edge; the last bucket includes the maximum.
 */
export function bucketEdges({ min, max }: Bounds, buckets: number): readonly number[] {
  const width = (max - min) / buckets;
  // The first and last edge are the bounds themselves, because the rounding of a computed edge could move it.
  const inner = (at: number): number => (at === 0 ? min : Math.min(min + at * width, max));
  return Array.from({ length: buckets + 1 }, (_, at) => (at === buckets ? max : inner(at)));
}

/** The smallest and largest number that a bucket can contain. */
export function bucketBounds(bounds: Bounds, buckets: number, bucket: number): Bounds {
  const edges = bucketEdges(bounds, buckets);
  const min = edges[bucket] ?? bounds.min;
  const next = edges[bucket + 1] ?? bounds.max;
  return { min, max: bucket === buckets - 1 ? bounds.max : -nextUp(-next) };
}
