import path from "node:path";
import { localDay } from "../../../shared/base/time/local-day.ts";
import type { RowsRequest } from "../../../shared/delivery/exports.ts";
import { isThere } from "../../base/files.ts";

/** The most characters of a file name before its extension. */
const MOST = 100;
/**
 * The most bytes of a file name before its extension, in UTF-8. Linux allows 255 for the whole name with
 * ".parquet.manifest.json".
 */
const MOST_BYTES = 225;

/** A file name such as "items-checked-out-2026-11-21.csv": words in lower case, and a day or time. */
export function exportFileName(words: string, when: string, ending: string): string {
  const plain = words
    .normalize("NFC")
    .toLowerCase()
    // The lower case of the Turkish "İ" is "i" with another dot above.
    .replaceAll("i\u0307", "i")
    // A combining mark without its base character, such as the selector of an emoji, would be invisible.
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, "-")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  // A long name is cut before the date, and never inside a character.
  let what = (plain || "export").slice(0, MOST - 1 - when.length);
  while (Buffer.byteLength(what) > MOST_BYTES - 1 - when.length) what = what.slice(0, -1);
  return `${what.replace(/[-\ud800-\udbff]+$/, "")}-${when}.${ending}`;
}

/** The file name of a scheduled run: table, view, local date and time. @param now ms since the epoch. */
export const scheduledFileName = (
  { resource, view, format }: Pick<RowsRequest, "resource" | "view" | "format">,
  now: number,
): string => exportFileName(`${resource} ${view?.name ?? ""}`, stampOf(new Date(now)), format);

/** A local date and time for a file name: "2026-11-21-180005". */
function stampOf(now: Date): string {
  const parts = [now.getHours(), now.getMinutes(), now.getSeconds()];
  return `${localDay(now)}-${parts.map((part) => String(part).padStart(2, "0")).join("")}`;
}

/** The path of a file's manifest. */
export function manifestPath(file: string): string {
  return `${file}.manifest.json`;
}

/**
 * Adds the format's extension to a chosen file without an extension. The save dialog has checked only the name without
 * the extension, so the function asks the user before it replaces a file with the full name.
 * @returns null if an existing file must not be replaced.
 */
export async function withExtension(
  chosen: string,
  ending: string,
  confirmReplace: (file: string) => Promise<boolean>,
): Promise<string | null> {
  if (path.extname(chosen) !== "") return chosen;
  const whole = `${chosen}.${ending}`;
  const mayWrite = !(await isThere(whole)) || (await confirmReplace(whole));
  return mayWrite ? whole : null;
}
