import type { Row } from "../../../shared/contract/query-calls.ts";

/** Ms that it may take in all. */
const BUDGET = 100;
/** Rows whose names are searched for, and so many letters of each. */
const [NAMES, LETTERS] = [5, 4];

/**
 * Searches as somebody is about to, key by key, and drops the answers. V8 compiles what has run, and for how it has run:
 * in a process that nobody has typed into, a key took 40 ms to the screen where it takes 35 after this.
 */
export class Rehearsal {
  readonly #search: (text: string) => readonly Row[];
  readonly #clock: () => number;
  #left: readonly string[] | null = null;
  #spent = 0;

  /** @param search answers the first rows that have a text. @param clock ms from any moment on. */
  constructor(search: (text: string) => readonly Row[], clock: () => number = () => performance.now()) {
    this.#search = search;
    this.#clock = clock;
  }

  /** Searches once. @returns whether there is more to search for, and time left for it. */
  step(): boolean {
    const begun = this.#clock();
    if (this.#left === null) this.#left = textsOf(this.#search(""));
    else {
      const [text, ...left] = this.#left;
      if (text !== undefined) this.#search(text);
      this.#left = left;
    }
    this.#spent += this.#clock() - begun;
    return this.#left.length > 0 && this.#spent < BUDGET;
  }
}

/** What is in the box after each key of somebody who looks for some rows. */
function textsOf(rows: readonly Row[]): string[] {
  return rows.slice(0, NAMES).flatMap(({ name }) => {
    const letters = typeof name === "string" ? Array.from(name).slice(0, LETTERS) : [];
    return letters.map((_, at) => letters.slice(0, at + 1).join(""));
  });
}
