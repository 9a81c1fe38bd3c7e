import fs from "node:fs";
import type { Reporter } from "vitest/node";

interface UnhandledError {
  readonly message: string;
  readonly cause?: unknown;
}

/** Writes the errors that belong to no test, as JSON. They include the signal that ended a test process. */
export class UnhandledErrors implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(_modules: unknown, errors: readonly UnhandledError[]): void {
    const lines = errors.map(({ message, cause }) =>
      cause instanceof Object && "message" in cause ? cause.message : message,
    );
    fs.writeFileSync(this.#file, JSON.stringify(lines));
  }
}
