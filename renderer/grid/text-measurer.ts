/** Says without layout whether a text surely fits: it adds up character widths, measured once each, digits as the widest. */
export class TextMeasurer {
  readonly #context = document.createElement("canvas").getContext("2d");
  readonly #widths = new Map<string, number>();

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
