/** Where the numbers between two bounds fall: the same arithmetic in SQL and in the columnar index. */
export interface BucketPlan {
  readonly min: number;
  readonly span: number;
  readonly buckets: number;
}

/**
 * Plans buckets of equal width from the smallest to the largest number.
 * A span of nothing, or one beyond a double's range, has no width to divide: everything is in one bucket.
 */
export function planBuckets(min: number, max: number, buckets: number): BucketPlan {
  const span = max - min;
  return span > 0 && Number.isFinite(span) ? { min, span, buckets } : { min, span: 1, buckets: 1 };
}

/** The bucket of a number between the bounds; the largest number is in the last one. */
export function bucketOf({ min, span, buckets }: BucketPlan, value: number): number {
  return Math.min(Math.trunc(((value - min) / span) * buckets), buckets - 1);
}

/** `bucketOf` of a column, as SQL. */
export function bucketBySql(
  { min, span, buckets }: BucketPlan,
  column: string,
): { readonly sql: string; readonly values: readonly number[] } {
  if (buckets === 1) return { sql: "0", values: [] };
  return {
    sql: `min(CAST((${column} - ?) / CAST(? AS REAL) * ? AS INTEGER), ?)`,
    values: [min, span, buckets, buckets - 1],
  };
}
