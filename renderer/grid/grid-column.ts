import type { CSSProperties } from "react";

export type GridRow = Readonly<Record<string, string | number | null>>;

/** A display row of the grid: a record, or a heading between records. It may have an id. */
export type GridLine = Readonly<Record<string, unknown>>;

/** The part of a column's field that the grid uses. */
export interface GridField {
  readonly name: string;
  /** The kind "number" aligns decimal marks. All other kinds only matter to CSS. */
  readonly kind: string;
}

export interface ColumnSpec<F extends GridField = GridField> {
  /** The field's name. If the column shows the ids of a reference, `:id` is appended. */
  readonly id: string;
  readonly label: string;
  readonly field: F;
  /** True for the column that shows the id of a reference instead of its name. */
  readonly bareId: boolean;
  readonly width: number;
  readonly shown: boolean;
  /** Converts a row's number for display; absent if the number is shown unchanged. */
  readonly read?: (value: number, row: GridRow) => ShownNumber;
}

/** A number and its unit. The unit is "" if the column's label contains it, or if there is no unit. */
export interface ShownNumber {
  readonly value: number;
  readonly unit: string;
}

/** The edge at which a pinned column stays while the other columns scroll. */
export type PinSide = "left" | "right";

export interface PlacedColumn<F extends GridField = GridField> {
  readonly spec: ColumnSpec<F>;
  /** The index of the column among the shown columns. */
  readonly at: number;
  readonly pin: PinSide | undefined;
  /** Whether this pinned column is next to the scrolling columns. */
  readonly edge: boolean;
  /** The object stays the same while the columns keep their places. Widths are CSS variables of the grid. */
  readonly style: CSSProperties | undefined;
  /** The free space before the cell in a row, as CSS; undefined if the cell follows the previous column. */
  readonly gap: string | undefined;
}

/** The content of a cell, as text. So each cell is one element, and a reused row changes only its texts. */
export interface CellContent {
  readonly text: string;
  /** The style of the text: `empty` for null, `mono` for an id, `plain` for everything else. */
  readonly look: "empty" | "mono" | "plain";
  readonly searched: boolean;
  /** A dimmed text after the main text; "" for nothing. */
  readonly aside: string;
  /** The badge before the text; null for most cells. */
  readonly badge: CellBadge | null;
}

export interface CellBadge {
  /** The value of the cell's `data-status`. */
  readonly status: string;
  readonly className: string;
  /** Whether the badge has another font than the cell. Then the text's width is unknown. */
  readonly hasOwnFont: boolean;
}

/**
 * Reads the content of a cell. @param now ms since the epoch, for ages. @param decimals the number of decimals in the
 * column, to align decimal marks.
 */
export type ReadCell<F extends GridField> = (
  column: ColumnSpec<F>,
  row: GridRow,
  now: number,
  decimals: number,
) => CellContent;
