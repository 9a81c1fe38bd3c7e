import { fold } from "../../../shared/fold.ts";

/**
 * How well a text matches what was typed, the more the better; null where it does not. The letters have to occur in
 * their order; best where they stand together, at the beginning, at a word's beginning.
 */
export function fuzzyScore(text: string, typed: string): number | null {
  const haystack = fold(text);
  const needle = fold(typed).trim();
  const at = haystack.indexOf(needle);
  if (at >= 0) return 1_000 - at + (at === 0 ? 500 : isWordStart(haystack, at) ? 250 : 0);
  let from = 0;
  let score = 500;
  for (const letter of needle.replaceAll(/\s+/g, "")) {
    const found = haystack.indexOf(letter, from);
    if (found < 0) return null;
    score -= (found - from) * (isWordStart(haystack, found) ? 1 : 4);
    from = found + letter.length;
  }
  return score;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
}
