export interface GridHandle {
  /**
   * Returns the focus to the cell that had it, else to `row`. Null stands for the last focused row, header included.
   */
  readonly focus: (row: number | null) => void;
  /** Scrolls a row into view and makes it the one that the focus returns to. */
  readonly show: (row: number) => void;
  readonly applyPendingOrder: () => void;
}

/**
 * The way in which a record is opened: by pointer, by keyboard, or at full width. The keyboard moves the focus into
 * the details; full width shows them in place of the table.
 */
export type OpenedBy = "pointer" | "keyboard" | "full width";
