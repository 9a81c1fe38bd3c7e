import fs from "node:fs/promises";
import path from "node:path";

/** Characters of a file's name before its extension; far below the limit of any system. */
const MOST = 100;

/** "items-checked-out-2026-11-21.csv": words in small letters, and the day or the moment that is given. */
export function exportFileName(words: string, when: string, ending: string): string {
  const plain = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  // The date stays whole, however long the words are; a character that would be cut in half is removed.
  const what = plain.slice(0, MOST - 1 - when.length).replace(/[-\ud800-\udbff]+$/, "");
  return `${what}-${when}.${ending}`;
}

/** The path of a file's manifest. */
export function manifestPath(file: string): string {
  return `${file}.manifest.json`;
}

/**
 * The file of an export: the one that the user chose, with the format's extension if it had none. The dialog asked
 * about the name without the extension, so the user is asked here about the name with it.
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

/** A dangling link counts as a file, too. */
function isThere(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}
