import { localDay } from "../../../shared/local-day.ts";

/** Characters of words in a file's name; with the day and an ending it stays far below what any system takes. */
const MOST = 100;

/** "items-checked-out-2026-11-21.csv": words in small letters and the local day. @param now ms since the epoch. */
export function exportFileName(words: string, now: number, ending: string): string {
  const plain = `${words} ${localDay(new Date(now))}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return `${plain.replace(/^-+|-+$/g, "").slice(0, MOST)}.${ending}`;
}
