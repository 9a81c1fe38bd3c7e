import { Bitmap } from "./bitmap.ts";
import { grown, capacityFor, picked } from "./capacity.ts";

/** A column of texts that many rows share. Each row stores a code for its text; code 0 means null. */
export class CodeColumn {
  #codes: Uint32Array<ArrayBuffer>;
  readonly #texts: string[] = [""];
  readonly #codeOf = new Map<string, number>();

  /** @param rows the expected number of rows, so that memory is allocated once. */
  constructor(rows: number) {
    this.#codes = new Uint32Array(capacityFor(rows));
  }

  /** A copy with the values of some slots, in their order. */
  copyOf(slots: Uint32Array): CodeColumn {
    const copy = new CodeColumn(slots.length);
    copy.#codes = picked(this.#codes, slots);
    copy.#texts.push(...this.#texts.slice(1));
    for (const [text, code] of this.#codeOf) copy.#codeOf.set(text, code);
    return copy;
  }

  codes(length: number): Uint32Array {
    return this.#codes.subarray(0, length);
  }

  /** The texts by their codes; code 0 stands for null and has no text. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  put(slot: number, text: string | null): void {
    this.#codes = grown(this.#codes, slot);
    this.#codes[slot] = text === null ? 0 : this.#intern(text);
  }

  /** The slots whose text is accepted. `accepts` is called once for each different text. */
  matching(length: number, accepts: (text: string) => boolean): Bitmap {
    return this.matchingOf(Bitmap.full(length), accepts);
  }

  /** The slots of a set whose text is accepted. `accepts` is called once for each different text. */
  matchingOf(within: Bitmap, accepts: (text: string) => boolean): Bitmap {
    const accepted = Uint8Array.from(this.#texts, (text, code) => (code > 0 && accepts(text) ? 1 : 0));
    const bitmap = new Bitmap(within.length);
    if (!accepted.includes(1)) return bitmap;
    const { words } = bitmap;
    for (let index = 0; index < words.length; index += 1) {
      const wanted = within.words[index] ?? 0;
      if (wanted === 0) continue;
      const first = index << 5;
      let found = 0;
      for (let bit = 0; bit < 32; bit += 1) found |= (accepted[this.#codes[first + bit] ?? 0] ?? 0) << bit;
      words[index] = found & wanted;
    }
    return bitmap;
  }

  empty(length: number): Bitmap {
    return this.matching(length, () => true).not();
  }

  /** For each code, the number of slots of a set. */
  counts(within: Bitmap): Uint32Array {
    const counts = new Uint32Array(this.#texts.length);
    within.forEach((slot) => {
      const code = this.#codes[slot] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    });
    return counts;
  }

  #intern(text: string): number {
    const known = this.#codeOf.get(text);
    if (known !== undefined) return known;
    const code = this.#texts.push(text) - 1;
    this.#codeOf.set(text, code);
    return code;
  }
}
