import { Bitmap } from "./bitmap.ts";
import { grown, capacityFor, picked } from "./capacity.ts";

/** Bytes of the first buffer. It holds enough texts for an estimate of their usual length. */
const FIRST_BYTES = 1 << 16;
/** Bytes of a word. Each text begins at a word, so that four bytes are compared at once. */
const WORD = 4;

/** The folded texts of all rows, one after another as UTF-8. They can be searched for a piece of text. */
export class TextColumn {
  readonly #rows: number;
  #bytes = newBytes(FIRST_BYTES);
  #used = 0;
  #puts = 0;
  #starts: Uint32Array<ArrayBuffer>;
  #lengths: Uint32Array<ArrayBuffer>;
  /** The classes of bytes that each text contains. A text without one of the piece's classes is not searched. */
  #lowClasses: Uint32Array<ArrayBuffer>;
  #highClasses: Uint32Array<ArrayBuffer>;

  /** @param rows the expected number of rows, so that memory is allocated once. */
  constructor(rows: number) {
    this.#rows = rows;
    const room = capacityFor(rows);
    this.#starts = new Uint32Array(room);
    this.#lengths = new Uint32Array(room);
    this.#lowClasses = new Uint32Array(room);
    this.#highClasses = new Uint32Array(room);
  }

  /** A copy with the texts of some slots, in their order. */
  copyOf(slots: Uint32Array): TextColumn {
    const copy = new TextColumn(slots.length);
    copy.#bytes = newBytes(this.#used + 2 * WORD);
    copy.#bytes.set(this.#bytes.subarray(0, this.#used));
    copy.#used = this.#used;
    copy.#puts = slots.length;
    copy.#starts = picked(this.#starts, slots);
    copy.#lengths = picked(this.#lengths, slots);
    copy.#lowClasses = picked(this.#lowClasses, slots);
    copy.#highClasses = picked(this.#highClasses, slots);
    return copy;
  }

  put(slot: number, text: string): void {
    this.#starts = grown(this.#starts, slot);
    this.#lengths = grown(this.#lengths, slot);
    this.#lowClasses = grown(this.#lowClasses, slot);
    this.#highClasses = grown(this.#highClasses, slot);
    // A UTF-16 unit needs at most three bytes. The search reads one word past the end.
    const needed = this.#used + text.length * 3 + 2 * WORD;
    if (needed > this.#bytes.length) {
      const usual = needed / (this.#puts + 1);
      const larger = newBytes(capacityFor(Math.max(needed, usual * this.#rows)));
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    // A replaced text stays in memory until the index is rebuilt.
    const start = this.#used;
    const length = this.#bytes.write(text, start);
    const { low, high } = classesOf(this.#bytes, start, start + length);
    this.#starts[slot] = start;
    this.#lengths[slot] = length;
    this.#lowClasses[slot] = low;
    this.#highClasses[slot] = high;
    this.#used = wholeWords(start + length);
    this.#puts += 1;
  }

  /** Whether a used slot has exactly this text. */
  is(slot: number, text: string): boolean {
    const start = this.#starts[slot] ?? 0;
    return this.#bytes.toString("utf8", start, start + (this.#lengths[slot] ?? 0)) === text;
  }

  /** The slots of a set whose text contains a piece, or begins with it. Every text contains an empty piece. */
  having(within: Bitmap, piece: string, where: "anywhere" | "atStart"): Bitmap {
    const needle = Buffer.from(piece);
    if (needle.length === 0) return within;
    const { low, high } = classesOf(needle, 0, needle.length);
    const isDecided = where === "anywhere" && needle.length === 1 && (CLASS_OF[needle[0] ?? 0] ?? 0) < SHARED;
    const bytes: Uint8Array = this.#bytes;
    const finder = where === "anywhere" ? new Finder(this.#bytes, needle) : null;
    const bitmap = new Bitmap(within.length);
    const { words } = bitmap;
    for (let index = 0; index < words.length; index += 1) {
      let left = within.words[index] ?? 0;
      let found = 0;
      while (left !== 0) {
        const bit = left & -left;
        left ^= bit;
        const slot = (index << 5) + (31 - Math.clz32(bit));
        if (((this.#lowClasses[slot] ?? 0) & low) !== low || ((this.#highClasses[slot] ?? 0) & high) !== high)
          continue;
        const start = this.#starts[slot] ?? 0;
        const end = start + (this.#lengths[slot] ?? 0);
        if (isDecided || (finder ? finder.isIn(start, end) : startsWith(bytes, start, end, needle)))
          found |= bit;
      }
      words[index] = found;
    }
    return bitmap;
  }
}

/** From this number on, a class stands for several bytes. */
const SHARED = 37;
const CLASSES = 64;
/** Small letters, digits and the space each have a class; all other bytes share classes. */
const CLASS_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const own = "abcdefghijklmnopqrstuvwxyz0123456789 ".indexOf(String.fromCharCode(byte));
  return own >= 0 ? own : SHARED + (byte % (CLASSES - SHARED));
});

function classesOf(bytes: Uint8Array, start: number, end: number): { low: number; high: number } {
  let low = 0;
  let high = 0;
  for (let at = start; at < end; at += 1) {
    const byteClass = CLASS_OF[bytes[at] ?? 0] ?? 0;
    if (byteClass < 32) low |= 1 << byteClass;
    else high |= 1 << (byteClass - 32);
  }
  return { low, high };
}

function startsWith(bytes: Uint8Array, start: number, end: number, needle: Uint8Array): boolean {
  return end - start >= needle.length && matchesAt(bytes, start, needle);
}

/**
 * Finds a piece of text in plain JavaScript. For a million short texts, calls of native code would take longer than the
 * search.
 */
class Finder {
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;
  readonly #needle: Uint8Array;
  /** The first and the second byte of the piece, each repeated four times. A piece of one byte has no second. */
  readonly #first: number;
  readonly #second: number;
  readonly #ofSecond: number;

  constructor(bytes: Buffer<ArrayBuffer>, needle: Uint8Array) {
    this.#bytes = bytes;
    this.#words = new Int32Array(bytes.buffer);
    this.#needle = needle;
    this.#first = Math.imul(needle[0] ?? 0, ONES);
    this.#second = Math.imul(needle[1] ?? 0, ONES);
    this.#ofSecond = needle.length > 1 ? -1 : 0;
  }

  /** Whether the piece occurs between two byte offsets. The first offset is the start of a word. */
  isIn(start: number, end: number): boolean {
    const words = this.#words;
    const last = end - this.#needle.length;
    let word = words[start >>> 2] ?? 0;
    for (let at = start; at <= last; at += WORD) {
      const next = words[(at >>> 2) + 1] ?? 0;
      // For each byte of the word, the byte after it. All machines that run Electron are little-endian.
      const behind = (word >>> 8) | (next << 24);
      // A byte is zero if both bytes match. Hacker's Delight 6-1 tells whether a word has a zero byte.
      const differing = (word ^ this.#first) | ((behind ^ this.#second) & this.#ofSecond);
      if (((differing - ONES) & ~differing & HIGHS) !== 0 && this.#isAmong(at, last)) return true;
      word = next;
    }
    return false;
  }

  /** Whether the piece begins at one of a word's bytes. @param last the last possible beginning. */
  #isAmong(from: number, last: number): boolean {
    const to = Math.min(last, from + WORD - 1);
    for (let at = from; at <= to; at += 1) if (matchesAt(this.#bytes, at, this.#needle)) return true;
    return false;
  }
}

/** The number 1 in each byte of a word; the highest bit of each byte. */
const ONES = 0x0101_0101;
const HIGHS = 0x8080_8080;

const wholeWords = (bytes: number): number => Math.ceil(bytes / WORD) * WORD;
const newBytes = (size: number): Buffer<ArrayBuffer> => Buffer.from(new ArrayBuffer(wholeWords(size)));

function matchesAt(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let index = 1; index < needle.length; index += 1) {
    if (bytes[at + index] !== needle[index]) return false;
  }
  return bytes[at] === needle[0];
}
