/**
 * Sorts slots by number into a new array. Equal slots keep their order, and slots without a number (NaN) are last in
 * either direction. It is a radix sort over the bits of the doubles; a million slots take some 60 ms.
 */
export function sortByNumber(
  slots: Uint32Array,
  values: Float64Array,
  direction: "asc" | "desc",
): Uint32Array {
  let known: Uint32Array = new Uint32Array(slots.length);
  const unknown = new Uint32Array(slots.length);
  let count = 0;
  let without = 0;
  for (const slot of slots) {
    if (Number.isNaN(values[slot])) unknown[without++] = slot;
    else known[count++] = slot;
  }
  known = known.subarray(0, count);
  // The two halves of each double, changed so that they sort as whole numbers like the doubles.
  const halves = new Uint32Array(new Float64Array(values).buffer);
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  for (let slot = 0; slot < values.length; slot += 1) {
    // Zero and minus zero have different bits, but must be equal.
    const isZero = values[slot] === 0;
    const bits = isZero ? 0 : (halves[slot * 2 + 1] ?? 0);
    const isNegative = bits >>> 31 === 1;
    const flip = (isNegative ? 0xffff_ffff : 0) ^ (direction === "desc" ? 0xffff_ffff : 0);
    low[slot] = (isZero ? 0 : (halves[slot * 2] ?? 0)) ^ flip;
    high[slot] = bits ^ flip ^ (isNegative ? 0 : 0x8000_0000);
  }
  for (const [keys, shift] of [
    [low, 0],
    [low, 16],
    [high, 0],
    [high, 16],
  ] as const) {
    known = pass(known, keys, shift, 0x1_0000);
  }
  const sorted = new Uint32Array(slots.length);
  sorted.set(known);
  sorted.set(unknown.subarray(0, without), count);
  return sorted;
}

/** Sorts slots by the rank of their code; equal slots keep their order. @param ranks whole numbers from 0, by code. */
export function sortByRank(slots: Uint32Array, codes: Uint32Array, ranks: Uint32Array): Uint32Array {
  const keys = new Uint32Array(codes.length);
  for (let slot = 0; slot < keys.length; slot += 1) keys[slot] = ranks[codes[slot] ?? 0] ?? 0;
  const low = pass(slots, keys, 0, 0x1_0000);
  return ranks.length <= 0x1_0000 ? low : pass(low, keys, 16, 0x1_0000);
}

/**
 * Sorts slots by some bits of their keys; equal slots keep their order. It uses plain loops, because a function call
 * for the bits would take four times as long as everything else.
 */
function pass(slots: Uint32Array, keys: Uint32Array, shift: number, buckets: number): Uint32Array {
  const mask = buckets - 1;
  const next = new Uint32Array(buckets + 1);
  for (let at = 0; at < slots.length; at += 1) {
    const bucket = (((keys[slots[at] ?? 0] ?? 0) >>> shift) & mask) + 1;
    next[bucket] = (next[bucket] ?? 0) + 1;
  }
  // Whole numbers have no low bits. All slots are then in one bucket and keep their order.
  if (next.includes(slots.length)) return slots;
  for (let bucket = 1; bucket <= buckets; bucket += 1)
    next[bucket] = (next[bucket] ?? 0) + (next[bucket - 1] ?? 0);
  const sorted = new Uint32Array(slots.length);
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0;
    const bucket = ((keys[slot] ?? 0) >>> shift) & mask;
    const place = next[bucket] ?? 0;
    sorted[place] = slot;
    next[bucket] = place + 1;
  }
  return sorted;
}
