/** A set of slots, stored as one bit for each slot. A million rows take 125 kB. */
export class Bitmap {
  readonly words: Uint32Array;
  /** The number of slots; bits beyond them are never set. */
  readonly length: number;

  constructor(length: number) {
    this.length = length;
    this.words = new Uint32Array((length + 31) >>> 5);
  }

  static full(length: number): Bitmap {
    const bitmap = new Bitmap(length);
    bitmap.words.fill(0xffff_ffff);
    bitmap.#clearTail();
    return bitmap;
  }

  /** Makes a set of the given numbers. The set is as long as the largest number needs. */
  static of(numbers: Uint32Array): Bitmap {
    let largest = -1;
    for (const number of numbers) largest = Math.max(largest, number);
    const bitmap = new Bitmap(largest + 1);
    for (const number of numbers) bitmap.add(number);
    return bitmap;
  }

  /** Restores a set whose words were stored as bytes. */
  static ofBytes(bytes: Uint8Array): Bitmap {
    // The bytes are copied, because they may begin at an offset that is not a multiple of four.
    const words = new Uint32Array(bytes.slice().buffer);
    const bitmap = new Bitmap(words.length * 32);
    bitmap.words.set(words);
    return bitmap;
  }

  has(slot: number): boolean {
    return (((this.words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  add(slot: number): void {
    const word = slot >>> 5;
    this.words[word] = (this.words[word] ?? 0) | (1 << (slot & 31));
  }

  /** The number of slots in the set. */
  count(): number {
    let count = 0;
    // Hacker's Delight 5-1: adds up the bits of a word in pairs, fours and eights.
    for (let word of this.words) {
      word -= (word >>> 1) & 0x5555_5555;
      word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
      count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
    }
    return count;
  }

  and(other: Bitmap): Bitmap {
    return this.#combine(other, (mine, theirs) => mine & theirs);
  }

  or(other: Bitmap): Bitmap {
    return this.#combine(other, (mine, theirs) => mine | theirs);
  }

  /** The slots of this set that are not in the other one. */
  without(other: Bitmap): Bitmap {
    return this.#combine(other, (mine, theirs) => mine & ~theirs);
  }

  not(): Bitmap {
    const result = new Bitmap(this.length);
    for (let word = 0; word < this.words.length; word += 1) result.words[word] = ~(this.words[word] ?? 0);
    result.#clearTail();
    return result;
  }

  /** Calls back with every slot in the set, ascending. */
  forEach(visit: (slot: number) => void): void {
    for (let index = 0; index < this.words.length; index += 1) {
      let word = this.words[index] ?? 0;
      while (word !== 0) {
        visit((index << 5) + (31 - Math.clz32(word & -word)));
        word &= word - 1;
      }
    }
  }

  toArray(): readonly number[] {
    const slots: number[] = [];
    this.forEach((slot) => slots.push(slot));
    return slots;
  }

  #combine(other: Bitmap, operation: (mine: number, theirs: number) => number): Bitmap {
    const result = new Bitmap(this.length);
    for (let word = 0; word < this.words.length; word += 1)
      result.words[word] = operation(this.words[word] ?? 0, other.words[word] ?? 0);
    return result;
  }

  #clearTail(): void {
    const rest = this.length & 31;
    const last = this.words.length - 1;
    if (rest !== 0) this.words[last] = (this.words[last] ?? 0) & ((1 << rest) - 1);
  }
}
