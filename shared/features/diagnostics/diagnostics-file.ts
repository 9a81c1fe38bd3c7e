import type { Diagnostics } from "./diagnostics.ts";

/** The file for support: the diagnostics on screen, as readable JSON. */
export function diagnosticsText(diagnostics: Diagnostics): string {
  return `${JSON.stringify({ format: "stockdeck-diagnostics", version: 1, ...diagnostics }, null, 2)}\n`;
}

/** The file's default name. */
export function diagnosticsFileName({ at }: Pick<Diagnostics, "at">): string {
  return `stockdeck-diagnostics-${at.slice(0, 19).replaceAll(":", "-")}.json`;
}
