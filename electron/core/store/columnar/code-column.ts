import { Bitmap } from "./bitmap.ts";

/** Texts of which many rows have the same few: each row has the number of its text; 0 is null. */
export class CodeColumn {
  #codes = new Uint32Array(1_024);
  readonly #texts: string[] = [""];
  readonly #codeOf = new Map<string, number>();

  codes(length: number): Uint32Array {
    return this.#codes.subarray(0, length);
  }

  /** The texts by their codes; that of 0 stands for null and says nothing. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  put(slot: number, text: string | null): void {
    if (slot >= this.#codes.length) {
      const larger = new Uint32Array(Math.max(slot + 1, this.#codes.length * 2));
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes[slot] = text === null ? 0 : this.#intern(text);
  }

  /** The slots whose text is accepted; each text is asked about once. */
  matching(length: number, accepts: (text: string) => boolean): Bitmap {
    const accepted = Uint8Array.from(this.#texts, (text, code) => (code > 0 && accepts(text) ? 1 : 0));
    const bitmap = new Bitmap(length);
    const { words } = bitmap;
    for (let slot = 0; slot < length; slot += 1) {
      if (accepted[this.#codes[slot] ?? 0] === 1)
        words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
    }
    return bitmap;
  }

  empty(length: number): Bitmap {
    return this.matching(length, () => true).not();
  }

  /** How many slots of a bitmap have each code. */
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
