import fs from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** How the tests of one part ended. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Each failure: the name of the test, the beginning of its error, and the command that repeats only this test. */
  readonly failures: readonly string[];
}

/** Ms between two lines of progress. */
const LINE_EVERY_MS = 10_000;
/** Lines of an error that are shown. */
const REASON_LINES = 14;
/** A line of a stack outside this project's code. */
const FOREIGN_FRAME = /^\s+at .*(node_modules|node:)/;

/** The lines of one failure. */
export function failureText(name: string, messages: readonly string[], command: string | null): string {
  const reasons = messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() !== "" && !FOREIGN_FRAME.test(line))
      .slice(0, REASON_LINES),
  );
  const again = command === null ? [] : [`    Run it alone: ${command}`];
  return [name, ...reasons.map((line) => `    ${line}`), ...again].join("\n");
}

/** Counts the tests of a run, and prints its progress and each failure at once. */
export class Progress {
  readonly #part: string;
  readonly #print: (line: string) => void;
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };
  readonly #failures: string[] = [];
  #printedAt = performance.now();

  /** @param part the first word of each line. */
  constructor(part: string, print: (line: string) => void = console.log) {
    this.#part = part;
    this.#print = print;
  }

  get tally(): Tally {
    return { ...this.#counts, failures: this.#failures };
  }

  count(outcome: "passed" | "skipped"): void {
    this.#counts[outcome] += 1;
  }

  /** @param command repeats only the failed test; null if no command can. */
  fail(name: string, messages: readonly string[], command: string | null): void {
    this.#counts.failed += 1;
    const text = failureText(name, messages, command);
    this.#failures.push(text);
    this.#print(`FAILED ${text}`);
  }

  /** Prints the progress of the run, at most every ten seconds. @param of such as "of 300 tests". */
  say(done: number, of: string): void {
    const now = performance.now();
    if (now - this.#printedAt < LINE_EVERY_MS) return;
    this.#printedAt = now;
    const { passed, failed } = this.#counts;
    this.#print(`${this.#part}: ${done} ${of} done; ${passed} tests passed, ${failed} failed`);
  }

  /** Writes the tally as JSON for the command that runs all parts. @param file absent in a run by hand. */
  write(file: string | undefined): void {
    if (file !== undefined) fs.writeFileSync(file, JSON.stringify(this.tally));
  }
}
