import { execFileSync } from "node:child_process";

/** The answer of the daemon that shows notifications; empty if the daemon is not running. */
export function dunst(...words: string[]): string {
  try {
    return execFileSync("dunstctl", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}
