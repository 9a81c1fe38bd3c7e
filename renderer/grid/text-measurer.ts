/**
 * Says whether a text surely fits into a width, without layout: it adds up the widths of single characters, measured
 * once each, which is never less than the width of the text. Every digit counts as the widest one.
 */
export class TextMeasurer {
  readonly #context = document.createElement("canvas").getContext("2d");
  readonly #widths = new Map<string, number>();

  /** @param font as in CSS. */
  constructor(font: string) {
    if (this.#context) this.#context.font = font;
    const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
    const widest = Math.max(...digits.map((digit) => this.#widthOf(digit)));
    for (const digit of digits) this.#widths.set(digit, widest);
  }

  /** @param capacity the width there is, in CSS pixels. */
  fits(text: string, capacity: number): boolean {
    let width = 0;
    for (const character of text) {
      width += this.#widthOf(character);
      if (width > capacity) return false;
    }
    return true;
  }

  #widthOf(character: string): number {
    const known = this.#widths.get(character);
    if (known !== undefined) return known;
    const width = this.#context?.measureText(character).width ?? Number.POSITIVE_INFINITY;
    this.#widths.set(character, width);
    return width;
  }
}
