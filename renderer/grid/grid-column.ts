import type { CSSProperties } from "react";
import type { Field } from "../../shared/inventory/fields.ts";

export type GridRow = Readonly<Record<string, string | number | null>>;

/** A display row of the grid: a row, or another element among rows, which may have an id. */
export type GridLine = Readonly<Record<string, unknown>>;

export interface ColumnSpec {
  /** The field's name, or, for the bare id of a reference, that name and `:id`. */
  readonly id: string;
  readonly label: string;
  readonly field: Field;
  /** True for the column that shows a reference's id instead of the name behind it. */
  readonly bareId: boolean;
  readonly width: number;
  readonly shown: boolean;
  /** A row's number as it is shown; absent if that is the number itself. */
  readonly read?: (value: number, row: GridRow) => ShownNumber;
}

/** A number and its unit: "" if the column's label has the unit, or there is none. */
export interface ShownNumber {
  readonly value: number;
  readonly unit: string;
}

/** The side that a column is kept in sight at, while the others scroll. */
export type PinSide = "left" | "right";

export interface PlacedColumn {
  readonly spec: ColumnSpec;
  /** Its number among the shown ones, from 0. */
  readonly at: number;
  readonly pin: PinSide | undefined;
  /** Whether this pinned column is next to the columns that scroll. */
  readonly edge: boolean;
  /** One object while the columns keep their places. Widths are CSS variables of the grid. */
  readonly style: CSSProperties | undefined;
  /** The free space before a row's cell, as CSS; undefined next to the previous column. */
  readonly gap: string | undefined;
}

/** The content of a cell: text only. So a cell is one element, and a reused row only changes texts. */
export interface CellContent {
  readonly text: string;
  /** How it is drawn: `empty` is a null, `mono` an id, else as its column. */
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

/** Reads what a cell shows. @param now ms since the epoch, for ages. @param decimals of the column, to align marks. */
export type ReadCell = (column: ColumnSpec, row: GridRow, now: number, decimals: number) => CellContent;
