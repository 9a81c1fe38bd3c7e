/** A source of numbers in [0, 1), like `Math.random`. */
export type Random = () => number;

/** Mixes two 32-bit integers into one that looks random (the finaliser of MurmurHash3). */
export function hash32(seed: number, value: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(value, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A small generator with a seed (mulberry32). Its numbers are good enough for sample data, and it starts at once. */
export function mulberry32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** An integer from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** One element of a list; undefined only if the list is empty. */
export function pick<T>(random: Random, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** A mapping of 0 … size−1 onto itself, in both directions. It is computed, not stored. */
interface Permutation {
  readonly forward: (index: number) => number;
  readonly backward: (rank: number) => number;
}

const ROUNDS = 4;

/**
 * A mapping that looks random: a Feistel network over the next power of four, repeated until the value is within
 * `size`. It gives every item a place in the order of `updatedAt`, without an index of a million entries in memory.
 */
export function permutation(seed: number, size: number): Permutation {
  if (size < 1) throw new RangeError("a permutation of nothing has no places to walk to");
  const halfBits = Math.max(1, Math.ceil(Math.log2(Math.max(size, 2)) / 2));
  const mask = 2 ** halfBits - 1;
  const scramble = (round: number, half: number): number => hash32(seed + round * 7919, half) & mask;

  const encrypt = (value: number): number => {
    let left = value >>> halfBits;
    let right = value & mask;
    for (let round = 0; round < ROUNDS; round++) [left, right] = [right, left ^ scramble(round, right)];
    return left * (mask + 1) + right;
  };
  const decrypt = (value: number): number => {
    let left = value >>> halfBits;
    let right = value & mask;
    for (let round = ROUNDS - 1; round >= 0; round--) [left, right] = [right ^ scramble(round, left), left];
    return left * (mask + 1) + right;
  };
  const walk =
    (step: (value: number) => number) =>
    (start: number): number => {
      let value = step(start);
      while (value >= size) value = step(value);
      return value;
    };
  return { forward: walk(encrypt), backward: walk(decrypt) };
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const DIGITS = 10;
const HALF = 2 ** 25;

/** The number of possible ids: 50 bits, which are ten digits of base 32. */
export const ID_SPACE = HALF * HALF;

const PAIRS: readonly string[] = Array.from(
  { length: 1024 },
  (_, pair) => ALPHABET.charAt(pair >>> 5) + ALPHABET.charAt(pair & 31),
);

/** An id, e.g. `itm_04g7k2m9qa`. Ids with the same prefix have the order of their values. */
export function encodeId(prefix: string, value: number): string {
  const high = Math.floor(value / 2 ** 30);
  const low = value % 2 ** 30;
  const tail = `${PAIRS[(low >>> 20) & 1023]}${PAIRS[(low >>> 10) & 1023]}${PAIRS[low & 1023]}`;
  return `${prefix}_${PAIRS[(high >>> 10) & 1023]}${PAIRS[high & 1023]}${tail}`;
}

/** The value of an id that `encodeId` made with this prefix; −1 for any other text. */
export function decodeId(prefix: string, id: string): number {
  if (id.length !== prefix.length + 1 + DIGITS || !id.startsWith(`${prefix}_`)) return -1;
  let value = 0;
  for (const character of id.slice(-DIGITS)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return -1;
    value = value * 32 + digit;
  }
  return value;
}

/** The n-th id of a kind for a seed. It serves the few records in memory (types, places, users). */
export function smallId(prefix: string, seed: number, ordinal: number): string {
  const high = hash32(seed ^ 0x51ed270b, ordinal) % HALF;
  const low = hash32(seed ^ 0x2f0b4c47, ordinal) % HALF;
  return encodeId(prefix, high * HALF + low);
}
