import { useState, type ReactNode } from "react";
import { QuietButton } from "../../ui/buttons.tsx";
import classes from "./report.module.css";
import { REPORT } from "./messages.ts";

/** The number of rows or bars that a card shows at first. */
export const FIRST_ROWS = 10;

/**
 * Shortens a card to its first rows, with a button that shows all rows.
 * @param rows null while they are loading. @param allLabel the text of the button. @param first the number of first
 * rows.
 * @returns `button` is null if there are no further rows.
 */
export function useFirstRows<Row>(
  rows: readonly Row[] | null | undefined,
  allLabel: string,
  first = FIRST_ROWS,
): { readonly shown: readonly Row[] | null; readonly button: ReactNode } {
  const [isWhole, setIsWhole] = useState(false);
  const hasMore = rows ? rows.length > first : false;
  return {
    shown: rows ? (isWhole ? rows : rows.slice(0, first)) : null,
    button: hasMore && (
      <QuietButton className={classes.more} aria-expanded={isWhole} onClick={() => setIsWhole((now) => !now)}>
        {isWhole ? REPORT.showFewer : allLabel}
      </QuietButton>
    ),
  };
}
