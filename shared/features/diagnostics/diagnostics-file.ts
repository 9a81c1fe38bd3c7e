import type { Diagnostics } from "./diagnostics.ts";

/** The file that a person hands on: what the screen shows, as JSON to be read. */
export function diagnosticsText(diagnostics: Diagnostics): string {
  return `${JSON.stringify({ format: "stockdeck-diagnostics", version: 1, ...diagnostics }, null, 2)}\n`;
}

/** The name that the file is given unless a person chooses another. */
export function diagnosticsFileName({ at }: Pick<Diagnostics, "at">): string {
  return `stockdeck-diagnostics-${at.slice(0, 19).replaceAll(":", "-")}.json`;
}
