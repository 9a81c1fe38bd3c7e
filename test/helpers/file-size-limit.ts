import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** The words before a command that limit the size of its files. The system refuses larger writes, as on a full disk. */
export const withFileSizeLimit = (bytes: number): readonly string[] => ["prlimit", `--fsize=${bytes}:`];

/** Limits the size of files that this process can write, until the test ends. It needs no rights. */
export function limitFileSize(bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
  if (bytes !== "unlimited") onTestFinished(() => limitFileSize("unlimited"));
}
