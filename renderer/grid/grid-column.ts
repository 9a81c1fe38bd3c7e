import type { CSSProperties } from "react";

export type GridRow = Readonly<Record<string, string | number | null>>;

/** A display row of the grid: a record, or a heading between records. It may have an id. */
export type GridLine = Readonly<Record<string, unknown>>;

/** The part of a column's field that the grid uses. */
export interface GridField {
  readonly name: string;
  /** "number" aligns decimal marks. Every other kind is for CSS. */
  readonly kind: string;
}

export interface ColumnSpec<F extends GridField = GridField> {
  /** The field's name. If the column shows a reference's id, `:id` follows. */
  readonly id: string;
  readonly label: string;
  readonly field: F;
  /** True for the column that shows a reference's id instead of its name. */
  readonly bareId: boolean;
  readonly width: number;
  readonly shown: boolean;
  /** Converts a row's number for display; absent if it is shown unchanged. */
  readonly read?: (value: number, row: GridRow) => ShownNumber;
}

/** A number and its unit. The unit is "" if the column's label has it, or if there is none. */
export interface ShownNumber {
  readonly value: number;
  readonly unit: string;
}

/** The side at which a pinned column stays while the others scroll. */
export type PinSide = "left" | "right";

export interface PlacedColumn<F extends GridField = GridField> {
  readonly spec: ColumnSpec<F>;
  /** Its index among the shown columns. */
  readonly at: number;
  readonly pin: PinSide | undefined;
  /** Whether this pinned column is next to the columns that scroll. */
  readonly edge: boolean;
  /** Stays the same object while the columns keep their places. Widths are CSS variables of the grid. */
  readonly style: CSSProperties | undefined;
  /** The free space before a row's cell, as CSS; undefined next to the previous column. */
  readonly gap: string | undefined;
}

/** The content of a cell, as text. So a cell is one element, and a reused row changes only its texts. */
export interface CellContent {
  readonly text: string;
  /** The style: `empty` for null, `mono` for an id, `plain` for everything else. */
  readonly look: "empty" | "mono" | "plain";
  readonly searched: boolean;
  /** Shown after the text, dimmed; "" for nothing. */
  readonly aside: string;
  /** Drawn before the text; null for most cells. */
  readonly badge: CellBadge | null;
}

export interface CellBadge {
  /** The cell's `data-status`. */
  readonly status: string;
  readonly className: string;
  /** Whether the badge changes the cell's font, so that the text's width is unknown. */
  readonly hasOwnFont: boolean;
}

/**
 * Reads the content of a cell. @param now ms since the epoch, for ages. @param decimals of the column, to align
 * decimal marks.
 */
export type ReadCell<F extends GridField> = (
  column: ColumnSpec<F>,
  row: GridRow,
  now: number,
  decimals: number,
) => CellContent;
