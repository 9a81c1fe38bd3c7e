import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { within } from "./within.ts";

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The command line's program. A run of all tests builds it first and uses the built one; other runs use its
 * source.
 */
export const CLI_PROGRAM = process.env["STOCKDECK_TEST_CLI"] ?? "electron/cli.ts";

/** Limits in ms: for a program's expected output, and for its end after a signal. */
const [PRINTED_WITHIN, ENDED_WITHIN] = [120_000, 30_000];

/** A running program of this repository. */
export interface RunningProgram {
  readonly process: ChildProcess;
  /**
   * Resolves with the first match of a pattern in the program's output.
   * @throws Error if there is no match within two minutes.
   */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Its output so far, on stdout and stderr. */
  output(): string;
  /** Ends it, by force if it does not end within half a minute. */
  stop(): Promise<void>;
}

/**
 * Starts a program of this repository under the Node that runs the tests.
 * @param under the words before the command, if another program starts Node.
 */
export function startProgram(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
  under: readonly string[] = [],
): RunningProgram {
  const [command = "", ...words] = [...under, process.execPath, ...args];
  const child = spawn(command, words, { cwd: ROOT, env: environment });
  let output = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const add = (data: Buffer): void => {
    output += data.toString();
  };
  child.stdout.on("data", add);
  child.stderr.on("data", add);
  return {
    process: child,
    output: () => output,
    waitFor: (pattern) => {
      const matched = new Promise<RegExpExecArray>((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output);
          if (match) resolve(match);
        };
        child.stdout.on("data", look);
        child.stderr.on("data", look);
        void ended.then(() =>
          reject(new Error(`The program ended without printing ${String(pattern)}:\n${output}`)),
        );
        look();
      });
      return within(PRINTED_WITHIN, `${String(pattern)} of ${args.join(" ")}`, matched);
    },
    stop: async () => {
      child.kill("SIGTERM");
      await within(ENDED_WITHIN, "the end of the program", ended).catch(async () => {
        child.kill("SIGKILL");
        await ended;
      });
    },
  };
}
