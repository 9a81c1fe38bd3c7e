export interface GridHandle {
  /** Returns the focus to the cell that had it, else to `row`; null for wherever it was, header included. */
  readonly focus: (row: number | null) => void;
  /** Scrolls a row into view and makes it the one that the focus returns to. */
  readonly show: (row: number) => void;
  readonly applyPendingOrder: () => void;
}

/** How a record is opened: beside the table (the keyboard moves the focus there), or in place of the table. */
export type OpenedBy = "pointer" | "keyboard" | "full width";
