import { fold } from "../../../shared/base/text/fold.ts";

/** How a text matches what was typed; higher is better. */
export const RANK = {
  /** The letters occur in order, with others between them. */
  scattered: 0,
  inside: 1,
  word: 2,
  start: 3,
  exact: 4,
} as const;

/** A text's match; of two with one rank, the nearer is better. */
export interface Match {
  readonly rank: number;
  readonly nearness: number;
}

/** How well a text matches, ignoring case and accents; null if it does not. */
export function matchOf(text: string, typed: string): Match | null {
  const haystack = fold(text);
  const needle = fold(typed).trim();
  if (haystack === needle) return { rank: RANK.exact, nearness: 0 };
  if (haystack.startsWith(needle)) return { rank: RANK.start, nearness: 0 };
  const words = needle.split(/\s+/);
  const begun = words.map((word) => wordStart(haystack, word));
  if (!begun.includes(-1)) return { rank: RANK.word, nearness: -Math.min(...begun) };
  const within = words.map((word) => haystack.indexOf(word));
  if (!within.includes(-1)) return { rank: RANK.inside, nearness: -Math.min(...within) };
  return scattered(haystack, words.join(""));
}

/** Better the closer the letters are together or to the beginnings of words. */
function scattered(haystack: string, letters: string): Match | null {
  let from = 0;
  let nearness = 0;
  for (const letter of letters) {
    const found = haystack.indexOf(letter, from);
    if (found < 0) return null;
    nearness -= (found - from) * (isWordStart(haystack, found) ? 1 : 4);
    from = found + letter.length;
  }
  return { rank: RANK.scattered, nearness };
}

/** The index at which a word of the text begins with `word`; -1 if none does. */
function wordStart(text: string, word: string): number {
  let at = text.indexOf(word);
  while (at >= 0 && !isWordStart(text, at)) at = text.indexOf(word, at + 1);
  return at;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
}
