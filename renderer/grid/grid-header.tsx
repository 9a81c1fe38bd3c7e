import { IconArrowDown, IconArrowUp, IconChevronDown, IconFilterFilled } from "@tabler/icons-react";
import type { PointerEvent } from "react";
import { SELECTOR } from "./grid-keys.ts";
import classes from "./grid.module.css";
import type { PlacedColumn } from "./grid-column.ts";
import type { ColumnDrop } from "./use-column-drag.ts";
import type { GridTable } from "./grid-table.ts";
import { SELECT_ROWS } from "./messages.ts";
import box from "./select-box.module.css";
import { HEADER, describeHeader } from "../ui/messages.ts";

interface Props {
  readonly table: GridTable;
  readonly columns: readonly PlacedColumn[];
  /** The column that has the tab stop; null if the tab stop is not in the header. */
  readonly activeColumn: number | null;
  readonly extent: "none" | "some" | "all";
  readonly filtered: ReadonlySet<string>;
  readonly menuOf: string | null;
  readonly drop: ColumnDrop | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onFit: (id: string) => void;
}

/**
 * The row of headers. A click sorts, Shift+click adds a field to the order, dragging moves a column, and dragging its
 * edge resizes it. A menu has the other actions.
 */
export function GridHeader({
  table,
  columns,
  activeColumn,
  extent,
  filtered,
  menuOf,
  drop,
  onPointerDown,
  onFit,
}: Props) {
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const sortedBy = table.state.sorting.length;
  return (
    <div role="row" aria-rowindex={1} className={classes.header} onPointerDown={onPointerDown}>
      <div role="columnheader" aria-colindex={1} className={classes.selectorHeader}>
        <SelectAll extent={extent} tabStop={activeColumn === SELECTOR} />
      </div>
      {columns.flatMap((place) => {
        const { at } = place;
        const header = headers[at];
        if (!header) return [];
        const { column } = header;
        const sorted = column.getIsSorted();
        const rank = sorted !== false && sortedBy > 1 ? column.getSortIndex() + 1 : null;
        const isFiltered = filtered.has(place.spec.field.name);
        const { label } = place.spec;
        return (
          <div
            key={header.id}
            role="columnheader"
            aria-label={label}
            aria-haspopup="menu"
            aria-keyshortcuts="Alt+ArrowDown"
            aria-colindex={at + 2}
            aria-sort={sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"}
            className={classes.headerCell}
            style={place.style}
            data-cell={`-1:${at}`}
            data-column={column.id}
            data-kind={place.spec.field.kind}
            data-sortable={column.getCanSort() || undefined}
            data-pin={place.pin}
            data-edge={place.edge || undefined}
            data-dragged={drop?.id === column.id || undefined}
            data-drop={drop?.over === column.id ? drop.side : undefined}
            data-menu-open={menuOf === column.id || undefined}
            tabIndex={activeColumn === at ? 0 : -1}
            title={describeHeader({
              label,
              isSortable: column.getCanSort(),
              place: rank === null ? null : { rank, of: sortedBy },
              isFiltered,
              pin: place.pin,
            })}
          >
            <span className={classes.headerLabel} data-label>
              {label}
            </span>
            {sorted === "asc" && <IconArrowUp size={14} aria-hidden />}
            {sorted === "desc" && <IconArrowDown size={14} aria-hidden />}
            {rank !== null && <span className={classes.sortRank}>{rank}</span>}
            <HeaderButtons label={label} isFiltered={isFiltered} />
            <span
              className={classes.resizer}
              data-header-control="width"
              data-resizing={column.getIsResizing() || undefined}
              aria-hidden
              title={HEADER.width}
              onMouseDown={header.getResizeHandler()}
              onTouchStart={header.getResizeHandler()}
              onDoubleClick={() => onFit(column.id)}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The buttons of a header: its filter if there is one, and its menu. The grid handles their clicks. */
function HeaderButtons({ label, isFiltered }: { readonly label: string; readonly isFiltered: boolean }) {
  return (
    <>
      {isFiltered && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.funnel}
          data-header-control="filter"
          aria-label={HEADER.filterOf({ column: label })}
          title={HEADER.filtered}
        >
          <IconFilterFilled size={12} aria-hidden />
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={classes.menuButton}
        data-header-control="menu"
        aria-label={HEADER.menuOf({ column: label })}
        title={HEADER.menu}
      >
        <IconChevronDown size={14} aria-hidden />
      </button>
    </>
  );
}

/** The checkbox that selects all rows. The grid handles its focus and keys, and CSS draws its marks. */
function SelectAll({ extent, tabStop }: { readonly extent: Props["extent"]; readonly tabStop: boolean }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input would be a tab stop besides the grid's
    <span
      role="checkbox"
      aria-checked={extent === "some" ? "mixed" : extent === "all"}
      aria-label={SELECT_ROWS.all}
      className={box.target}
      data-cell={`-1:${SELECTOR}`}
      tabIndex={tabStop ? 0 : -1}
      title={SELECT_ROWS.allByKey}
    >
      <span className={box.box} aria-hidden />
    </span>
  );
}
