/** The shares that the chart shows, and the width of a bar: the one in the middle is around 1. */
const [LEAST, MOST, STEP] = [0.525, 1.475, 0.05];

/** Items whose computed weight is between two shares of the given one. */
export interface RatioBucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How ratios are spread around 1. @returns the bars, and how many ratios lie outside them. */
export function ratioBuckets(ratios: readonly number[]): {
  readonly buckets: readonly RatioBucket[];
  readonly outside: number;
} {
  const counts = Array.from({ length: Math.round((MOST - LEAST) / STEP) }, () => 0);
  // The borders are no exact binary fractions: a ratio on one belongs above it.
  const placeOf = (ratio: number): number => Math.floor((ratio - LEAST) / STEP + 1e-9);
  for (const ratio of ratios) {
    const place = placeOf(ratio);
    if (place in counts) counts[place] = (counts[place] ?? 0) + 1;
  }
  const buckets = counts.map((count, at) => ({
    from: LEAST + at * STEP,
    to: LEAST + (at + 1) * STEP,
    count,
  }));
  return { buckets, outside: ratios.length - counts.reduce((sum, count) => sum + count, 0) };
}
