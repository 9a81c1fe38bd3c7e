/** What a screen may ask of its grid. */
export interface GridHandle {
  /**
   * Puts the focus back on the cell that had it.
   * @param row where it goes instead while no record's cell has had it; null for wherever it was, the header too.
   */
  readonly focus: (row: number | null) => void;
  /** Scrolls a row into sight, and makes it the one that the focus comes back to. */
  readonly show: (row: number) => void;
  /** Takes the order that waits, where one does. */
  readonly applyPendingOrder: () => void;
}

/** How a record is opened: beside the table, with the focus on it where the keyboard did, or in a window of its own. */
export type OpenedBy = "pointer" | "keyboard" | "own window";
