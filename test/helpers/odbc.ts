import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import readline from "node:readline";
import { onTestFinished } from "vitest";
import { ensureDebianPackages, ODBC_PACKAGES } from "../../scripts/debian.ts";

/** A connection through ODBC, by Debian's `isql`. */
export class OdbcConnection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  /** @param connection the connection string of the driver. */
  constructor(connection: string) {
    const problem = ensureDebianPackages(ODBC_PACKAGES);
    if (problem !== null) throw new Error(problem);
    // By default, isql would print only when its buffer is full.
    this.#child = spawn("stdbuf", ["-oL", "isql", "-v", "-b", "-d,", "-k", connection]);
    // If the program has ended, it accepts no more statements, and its answers end too.
    this.#child.stdin.on("error", () => {});
    this.#lines = readline.createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    onTestFinished(() => void this.#child.stdin.end());
  }

  /** Runs a statement that answers one row. @throws Error for a failure, such as "database is locked". */
  async row(sql: string): Promise<readonly string[]> {
    this.#child.stdin.write(`${sql.replaceAll(/\s+/g, " ")}\n`);
    const line = await this.#lines.next();
    if (line.done === true) throw new Error("isql has ended");
    // A failure begins with its state.
    if (/^\[\w{5}\]/.test(line.value)) throw new Error(line.value);
    return line.value.split(",");
  }
}
