import { invalidInput } from "../../../shared/domain/errors.ts";
import { MAX_LINE } from "./limits.ts";

/** The message for a file that is cut off, or is not JSON. */
export const NO_WHOLE_JSON = "This file is no whole JSON.";

/**
 * The elements of a list of rows, as texts, from pieces of JSON that is such a list, or an object whose member `rows` is.
 * @security parsing a whole file at once can use up the thread's memory, which ends the process. Callers parse row by row;
 * everything outside the rows is skipped.
 * @throws AppFailure where it is no list of rows, ends early, or a row is too large.
 */
export async function* jsonRows(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const splitter = new RowSplitter();
  for await (const text of texts) yield* splitter.split(text);
  splitter.end();
}

/** What opens, closes or parts values, and what begins, ends or escapes within a string. */
const SIGNS = /["\\[\]{},]/g;
const ROWS_MEMBER = /^\s*"rows"\s*:\s*$/;

class RowSplitter {
  #state: "before" | "rows" | "after" = "before";
  /** Lists and objects that are open. */
  #depth = 0;
  /** How many are open around an element of the list. */
  #listDepth = 0;
  #inString = false;
  /** The last piece ended with a backslash, to which the next character belongs. */
  #isEscaped = false;
  /** The element so far; outside of the list, what was read since the last sign. */
  #part = "";
  #isFirst = true;

  *split(text: string): Generator<string> {
    let from = 0;
    let escaped = this.#isEscaped ? 0 : -1;
    for (const { index, 0: sign } of text.matchAll(SIGNS)) {
      if (index === escaped) continue;
      if (sign === "\\") escaped = index + 1;
      else if (sign === '"') this.#inString = !this.#inString;
      else if (!this.#inString && this.#endsPart(sign)) {
        this.#keep(text.slice(from, index));
        from = index + 1;
        const isRow = this.#state === "rows" && !(this.#isFirst && sign === "]" && this.#part.trim() === "");
        if (isRow) yield this.#part;
        this.#take(sign);
      } else if (!this.#inString) this.#depth += stepOf(sign);
    }
    this.#isEscaped = escaped === text.length;
    this.#keep(text.slice(from));
  }

  /** @throws AppFailure where the text has ended too early. */
  end(): void {
    if (this.#depth > 0 || this.#part.trim() !== "") throw invalidInput(NO_WHOLE_JSON);
    if (this.#state === "before") throw invalidInput("This JSON is no list of rows.");
  }

  /** Outside of the list every sign ends what was read; in it, only what ends an element. */
  #endsPart(sign: string): boolean {
    return this.#state !== "rows" || (this.#depth === this.#listDepth && !"[{".includes(sign));
  }

  #take(sign: string): void {
    if (this.#state === "rows") {
      if (sign === "}") throw invalidInput(NO_WHOLE_JSON);
      this.#isFirst = false;
      if (sign === "]") this.#state = "after";
    } else if (this.#depth === 0) {
      // Nothing may follow a whole value, nor stand before it.
      const isNext = this.#state === "before" && this.#isFirst && "[{".includes(sign);
      if (!isNext || this.#part.trim() !== "") throw invalidInput(NO_WHOLE_JSON);
      if (sign === "[") this.#begin();
      else this.#isFirst = false;
    } else if (
      this.#state === "before"
      && this.#depth === 1
      && sign === "["
      && ROWS_MEMBER.test(this.#part)
    ) {
      this.#begin();
    }
    this.#depth += stepOf(sign);
    this.#part = "";
  }

  #begin(): void {
    this.#state = "rows";
    this.#listDepth = this.#depth + 1;
    this.#isFirst = true;
  }

  #keep(text: string): void {
    this.#part += text;
    if (this.#part.length > MAX_LINE) throw invalidInput("A row of this file is too large.");
  }
}

/** How a sign changes the number of open lists and objects. */
function stepOf(sign: string): number {
  if (sign === ",") return 0;
  return "[{".includes(sign) ? 1 : -1;
}
