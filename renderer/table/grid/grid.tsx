import {
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react";
import type { Resource } from "../../../shared/resource-names.ts";
import { useNow } from "../../app/use-now.ts";
import { RESOURCE_WORDS } from "../../format/resource-words.ts";
import { clampWidth, type ColumnSpec } from "../column-layout.ts";
import { useRows, type QueryResult } from "../data/use-result.ts";
import { GridHeader } from "./grid-header.tsx";
import { GridRow } from "./grid-row.tsx";
import classes from "./grid.module.css";
import type { GridTable } from "./use-grid-table.ts";
import type { FocusState } from "./focus-state.ts";
import { useDecimals } from "./use-decimals.ts";
import { useGridFocus } from "./use-grid-focus.ts";
import { useRowVirtualizer } from "./use-row-virtualizer.ts";

/** What a screen may ask of its grid. */
export interface GridHandle {
  /** Puts the focus back on the cell that had it. */
  readonly focus: () => void;
}

interface Props {
  readonly resource: Resource;
  readonly table: GridTable;
  readonly result: QueryResult;
  readonly openId: string | null;
  readonly onOpen: (id: string, byKeyboard: boolean) => void;
  readonly onClose: () => void;
  /** Shown in place of rows where there is none. */
  readonly message: ReactNode;
  readonly ref: Ref<GridHandle>;
}

/** How far Alt and an arrow move a column's edge. */
const RESIZE_STEP = 16;

/** The one grid: any number of rows through windows of the store, operated by pointer or by keyboard. */
export function Grid({ resource, table, result, openId, onOpen, onClose, message, ref }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(60_000);
  const leafs = table.getVisibleLeafColumns();
  const columns = useStableColumns(leafs.flatMap(({ columnDef }) => columnDef.meta ?? []));
  const widths = leafs.map((column) => `${column.getSize()}px`);

  const focusState = useState<FocusState>({ place: { row: 0, column: 0 }, id: null, list: result.shown });
  const virtual = useRowVirtualizer(scroller, result.total, focusState[0].place.row);
  const rowAt = useRows(resource, result.shown, virtual.firstIndex, virtual.lastIndex);
  const decimals = useDecimals(
    columns,
    virtual.rows.map(({ index }) => rowAt(index)),
  );
  const { active, focusCell, noteFocus, onMovementKey } = useGridFocus(
    scroller,
    focusState,
    result.shown,
    { total: result.total, first: virtual.firstIndex, last: virtual.lastIndex, rowAt },
    virtual.showRow,
  );
  useImperativeHandle(ref, () => ({ focus: () => focusCell(active) }));

  const first = useRef(result.shown);
  useLayoutEffect(() => {
    // Another query is another list: it begins at its top. A refresh of the same one moves nothing.
    if (first.current !== result.shown) scroller.current?.scrollTo({ top: 0 });
    first.current = result.shown;
  }, [result.shown]);

  const openRow = (index: number, byKeyboard: boolean): void => {
    const id = rowAt(index)?.["id"];
    if (typeof id === "string") onOpen(id, byKeyboard);
  };
  const onHeaderKey = (event: KeyboardEvent): boolean => {
    const column = leafs[active.column];
    if (!column) return false;
    if (event.key === "Enter" || event.key === " ") {
      column.getToggleSortingHandler()?.(event);
      return true;
    }
    if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return false;
    const step = event.key === "ArrowLeft" ? -RESIZE_STEP : RESIZE_STEP;
    table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: clampWidth(column.getSize() + step) }));
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (active.row < 0 && onHeaderKey(event)) return event.preventDefault();
    const bounds = { rows: result.total, columns: columns.length, page: virtual.visibleRows - 1 };
    if (onMovementKey(event, bounds)) return;
    if (event.key === "Enter" && active.row >= 0) {
      event.preventDefault();
      openRow(active.row, true);
    }
    if (event.key === "Escape") onClose();
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const place = placeOf(event.target);
    if (!place) return;
    focusCell(place);
    if (place.row >= 0) openRow(place.row, false);
    else leafs[place.column]?.getToggleSortingHandler()?.(event);
  };

  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={RESOURCE_WORDS[resource].title}
        aria-rowcount={result.total + 1}
        aria-colcount={columns.length}
        aria-busy={result.pending}
        className={classes.scroller}
        style={{
          ["--sd-columns" as string]: `${widths.join(" ")} minmax(0, 1fr)`,
          ["--sd-width" as string]: `${table.getTotalSize()}px`,
        }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={(event) => {
          const place = placeOf(event.target);
          if (place) noteFocus(place);
        }}
      >
        <div role="rowgroup" className={classes.headerGroup}>
          <GridHeader
            table={table}
            activeColumn={active.row < 0 || result.total === 0 ? active.column : -1}
          />
        </div>
        {result.total > 0 && (
          <div
            role="rowgroup"
            className={classes.body}
            data-pending={result.pending || undefined}
            style={{ height: virtual.height }}
          >
            {virtual.rows.map(({ index, top }) => {
              const row = rowAt(index);
              return (
                <GridRow
                  key={index}
                  index={index}
                  top={top}
                  row={row}
                  columns={columns}
                  activeColumn={active.row === index ? Math.min(active.column, columns.length - 1) : -1}
                  open={openId !== null && row?.["id"] === openId}
                  now={now}
                  decimals={decimals}
                />
              );
            })}
          </div>
        )}
      </div>
      {result.total === 0 && <div className={classes.message}>{message}</div>}
    </div>
  );
}

/** The same array as long as the same columns stand in the same order, so that rows need not render again. */
function useStableColumns(columns: readonly ColumnSpec[]): readonly ColumnSpec[] {
  const key = columns.map(({ id }) => id).join(" ");
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the columns
  return useMemo(() => columns, [key]);
}

function placeOf(target: EventTarget): { readonly row: number; readonly column: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
  const [row, column] = (cell?.dataset["cell"] ?? "").split(":").map(Number);
  return row === undefined || column === undefined || !cell ? null : { row, column };
}
