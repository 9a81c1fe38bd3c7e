const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The smallest number above a number; `-nextUp(-x)` is the largest one below. NaN and Infinity stay as they are. */
export function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  if (!Number.isFinite(value)) return value === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : value;
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? 1n : -1n);
  return float[0];
}
