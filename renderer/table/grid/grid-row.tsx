import { memo } from "react";
import type { Row } from "../../../shared/contract.ts";
import type { ColumnSpec } from "../column-layout.ts";
import { CellValue } from "./cell-value.tsx";
import type { Decimals } from "./use-decimals.ts";
import classes from "./grid.module.css";

interface Props {
  readonly index: number;
  readonly top: number;
  /** Undefined while it is being fetched. */
  readonly row: Row | undefined;
  readonly columns: readonly ColumnSpec[];
  /** The column that holds the tab stop, or -1 where this row does not. */
  readonly activeColumn: number;
  readonly open: boolean;
  readonly now: number;
  readonly decimals: Decimals;
}

/** One row. It is rendered anew only when something of its own changes, not at every scrolled pixel. */
export const GridRow = memo(function GridRow({
  index,
  top,
  row,
  columns,
  activeColumn,
  open,
  now,
  decimals,
}: Props) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      aria-busy={row === undefined}
      className={classes.row}
      data-index={index}
      data-active={activeColumn >= 0 || undefined}
      style={{ top }}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          className={classes.cell}
          data-cell={`${index}:${at}`}
          data-kind={column.field.kind}
          data-field={column.id}
          tabIndex={activeColumn === at ? 0 : -1}
        >
          {row ? (
            <CellValue column={column} row={row} now={now} decimals={decimals[column.field.name] ?? 0} />
          ) : (
            <span className={classes.skeleton} />
          )}
        </div>
      ))}
    </div>
  );
});
