import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { RowSelection } from "../selection/use-selection.ts";
import { SelectBox } from "../selection/select-box.tsx";
import { SELECTOR } from "./grid-keys.ts";
import classes from "./grid.module.css";
import type { GridTable } from "./use-grid-table.ts";

/** The row of headers: a click sorts (ascending, descending, not), Shift adds to the order, the edge resizes. */
export function GridHeader({
  table,
  activeColumn,
  extent,
}: {
  readonly table: GridTable;
  /** The column that holds the tab stop; null where the header does not. */
  readonly activeColumn: number | null;
  /** How much of the result is selected. */
  readonly extent: RowSelection["extent"];
}) {
  const sortedBy = table.state.sorting.length;
  return (
    <div role="row" aria-rowindex={1} className={classes.header}>
      <div role="columnheader" aria-colindex={1}>
        <SelectBox
          cell={`-1:${SELECTOR}`}
          checked={extent === "some" ? "mixed" : extent === "all"}
          label="Select every row"
          title="Select every row (Ctrl+A)"
          tabStop={activeColumn === SELECTOR}
        />
      </div>
      {table.getHeaderGroups()[0]?.headers.map((header, at) => {
        const { column } = header;
        const sorted = column.getIsSorted();
        const spec = column.columnDef.meta;
        return (
          <div
            key={header.id}
            role="columnheader"
            aria-colindex={at + 2}
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
