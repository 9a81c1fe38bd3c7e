import { fold, foldingPieces, searchTerms } from "../../shared/base/text/fold.ts";

/** A range of a text in UTF-16 units. The end itself is not part of the range. */
export type MatchRange = readonly [from: number, to: number];

/** Splits a search into terms, folded as the store compares them. */
export function foldedTerms(search: string): readonly string[] {
  return searchTerms(search)
    .map(fold)
    .filter((term) => term !== "");
}

/** The ranges of a text that match the terms, ignoring case and diacritics. Overlapping ranges are merged. */
export function matchRanges(text: string, terms: readonly string[]): readonly MatchRange[] {
  if (terms.length === 0) return [];
  const { folded, origins } = foldWithOrigins(text);
  const found = terms.flatMap((term) => {
    const ranges: [number, number][] = [];
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length))
      ranges.push([origins(at), origins(at + term.length, true)]);
    return ranges;
  });
  const merged: [number, number][] = [];
  for (const [from, to] of found.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

// oxlint-disable-next-line no-control-regex -- the whole of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Folds a text, and finds each folded character's position in the original text. Folding adds and removes characters.
 */
function foldWithOrigins(text: string): {
  readonly folded: string;
  readonly origins: (at: number, asEnd?: boolean) => number;
} {
  if (ASCII.test(text)) return { folded: fold(text), origins: (at) => at };
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const piece of foldingPieces(text)) {
    const part = fold(piece);
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(at);
      ends.push(at + piece.length);
    }
    at += piece.length;
    // A character that folding removes belongs to the previous piece.
    if (part === "" && ends.length > 0) ends[ends.length - 1] = at;
    folded += part;
  }
  return { folded, origins: (place, asEnd) => (asEnd ? ends[place - 1] : starts[place]) ?? text.length };
}
