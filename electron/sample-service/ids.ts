import { hash32 } from "./prng.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const DIGITS = 10;
const HALF = 2 ** 25;

/** Ids are drawn from this many values: 50 bits, ten digits of base 32. */
export const ID_SPACE = HALF * HALF;

const PAIRS: readonly string[] = Array.from(
  { length: 1024 },
  (_, pair) => ALPHABET.charAt(pair >>> 5) + ALPHABET.charAt(pair & 31),
);

/** An id such as `itm_04g7k2m9qa`; with one prefix, the order of the texts is the order of the values. */
export function encodeId(prefix: string, value: number): string {
  const high = Math.floor(value / 2 ** 30);
  const low = value % 2 ** 30;
  const tail = `${PAIRS[(low >>> 20) & 1023]}${PAIRS[(low >>> 10) & 1023]}${PAIRS[low & 1023]}`;
  return `${prefix}_${PAIRS[(high >>> 10) & 1023]}${PAIRS[high & 1023]}${tail}`;
}

/** The value of an id made by `encodeId` with this prefix; −1 for any other text. */
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

/** The n-th id of a kind for a seed. It is used for the few records in memory (types, places, users). */
export function smallId(prefix: string, seed: number, ordinal: number): string {
  const high = hash32(seed ^ 0x51ed270b, ordinal) % HALF;
  const low = hash32(seed ^ 0x2f0b4c47, ordinal) % HALF;
  return encodeId(prefix, high * HALF + low);
}
