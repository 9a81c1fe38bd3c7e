/** A row of a file as texts. */
export interface TableRow {
  /** The line on which it begins, or its row in the sheet, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}
