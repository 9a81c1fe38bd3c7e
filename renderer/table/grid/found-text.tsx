import { createContext, type ReactNode } from "react";
import { matchRanges } from "./match-ranges.ts";
import classes from "./grid.module.css";

/** The folded terms that the shown rows were searched for; the same array as long as they are the same. */
export const SearchTerms = createContext<readonly string[]>([]);

/** A text with what was searched for marked in it; the bare text where nothing was found in it. */
export function foundText(text: string, terms: readonly string[]): ReactNode {
  const ranges = matchRanges(text, terms);
  if (ranges.length === 0) return text;
  const ends = [0, ...ranges.map(([, to]) => to)];
  return [
    ...ranges.map(([from, to], at) => (
      <span key={from}>
        {text.slice(ends[at], from)}
        <mark className={classes.found}>{text.slice(from, to)}</mark>
      </span>
    )),
    text.slice(ends.at(-1)),
  ];
}
