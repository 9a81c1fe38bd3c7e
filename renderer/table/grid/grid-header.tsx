import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import classes from "./grid.module.css";
import type { GridTable } from "./use-grid-table.ts";

/** The row of headers: a click sorts (ascending, descending, not), Shift adds to the order, the edge resizes. */
export function GridHeader({
  table,
  activeColumn,
}: {
  readonly table: GridTable;
  readonly activeColumn: number;
}) {
  const sortedBy = table.state.sorting.length;
  return (
    <div role="row" aria-rowindex={1} className={classes.header}>
      {table.getHeaderGroups()[0]?.headers.map((header, at) => {
        const { column } = header;
        const sorted = column.getIsSorted();
        const spec = column.columnDef.meta;
        return (
          <div
            key={header.id}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"}
            className={classes.headerCell}
            data-cell={`-1:${at}`}
            data-kind={spec?.field.kind}
            data-sortable={column.getCanSort() || undefined}
            tabIndex={activeColumn === at ? 0 : -1}
            title={column.getCanSort() ? `Sort by ${spec?.label ?? ""} (Shift: add to the order)` : undefined}
          >
            <span className={classes.headerLabel}>{spec?.label}</span>
            {sorted === "asc" && <IconArrowUp size={14} aria-hidden />}
            {sorted === "desc" && <IconArrowDown size={14} aria-hidden />}
            {sorted !== false && sortedBy > 1 && (
              <span className={classes.sortRank}>{column.getSortIndex() + 1}</span>
            )}
            <span
              className={classes.resizer}
              data-resizing={column.getIsResizing() || undefined}
              aria-hidden
              onMouseDown={header.getResizeHandler()}
              onTouchStart={header.getResizeHandler()}
              onDoubleClick={() => column.resetSize()}
              onClick={(event) => event.stopPropagation()}
            />
          </div>
        );
      })}
    </div>
  );
}
