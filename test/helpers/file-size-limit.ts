import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** The words before a command that lets it write no file beyond that size: the system refuses more, as a full disk does. */
export const withFileSizeLimit = (bytes: number): readonly string[] => ["prlimit", `--fsize=${bytes}:`];

/** Lets this process, all of its threads, extend no file beyond that size until the test ends. It takes no rights. */
export function limitFileSize(bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
  if (bytes !== "unlimited") onTestFinished(() => limitFileSize("unlimited"));
}
