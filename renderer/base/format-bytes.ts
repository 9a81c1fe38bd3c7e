import { inLocale } from "../../shared/base/text/locale.ts";

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;
const sizes = inLocale((locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }));

/** Writes a size in the largest fitting decimal unit, with up to three digits: "512 B", "4.1 kB", "12.3 MB". */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // From 999.5 on, rounding would give 1,000 of the same unit.
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${sizes().format(size)} ${UNITS[unit]}`;
}
