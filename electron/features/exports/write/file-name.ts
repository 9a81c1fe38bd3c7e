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
