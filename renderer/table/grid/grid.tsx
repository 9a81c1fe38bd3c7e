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
import { EmptyMessage } from "../../components/empty-message.tsx";
import { formatMoment } from "../../format/format-date.ts";
import { RESOURCE_WORDS } from "../../format/resource-words.ts";
import { clampWidth, type ColumnSpec } from "../column-layout.ts";
import { useRows, type QueryResult } from "../data/use-result.ts";
import { isSelected } from "../selection/selection.ts";
import type { RowSelection } from "../selection/use-selection.ts";
import { GridHeader } from "./grid-header.tsx";
import { GridRow } from "./grid-row.tsx";
import classes from "./grid.module.css";
import type { GridTable } from "./use-grid-table.ts";
import { idOf, type FocusState } from "./focus-state.ts";
import { SELECTOR } from "./grid-keys.ts";
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
  readonly rows: RowSelection;
  /** When the service confirmed which record, in ms since the epoch. */
  readonly stamps: ReadonlyMap<string, number>;
  readonly onCopy: (withHeaders: boolean) => void;
  /** Shown in place of rows where there is none. */
  readonly message: ReactNode;
  readonly ref: Ref<GridHandle>;
}

/** The width of the column that selects rows. */
const SELECTOR_WIDTH = 38;
/** How far Alt and an arrow move a column's edge. */
const RESIZE_STEP = 16;

/** The one grid: any number of rows through windows of the store, operated by pointer or by keyboard. */
export function Grid({
  resource,
  table,
  result,
  openId,
  onOpen,
  onClose,
  rows,
  stamps,
  onCopy,
  message,
  ref,
}: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(60_000);
  const leafs = table.getVisibleLeafColumns();
  const columns = useStableColumns(leafs.flatMap(({ columnDef }) => columnDef.meta ?? []));
  const widths = [SELECTOR_WIDTH, ...leafs.map((column) => column.getSize())].map((width) => `${width}px`);

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
    const id = idOf(rowAt(index));
    if (id !== null) onOpen(id, byKeyboard);
  };
  const toggleRow = (index: number): void => {
    const id = idOf(rowAt(index));
    if (id !== null) rows.toggle(id);
  };
  const toggleAll = (): void => (rows.extent === "all" ? rows.clear() : rows.all());
  /** Selects to a row from where the last range began, or else from the row that has the focus. */
  const extendTo = (index: number): void => {
    const from = idOf(rowAt(active.row)) ?? idOf(rowAt(index));
    if (from !== null) rows.extend(from, idOf(rowAt(index)) ?? index);
  };
  const onHeaderKey = (event: KeyboardEvent): boolean => {
    if (active.column === SELECTOR && (event.key === "Enter" || event.key === " ")) {
      toggleAll();
      return true;
    }
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
    const place = onMovementKey(event, bounds);
    if (place) {
      if (!event.shiftKey) rows.endRange();
      else if (place.row >= 0 && active.row >= 0 && place.row !== active.row) extendTo(place.row);
      return;
    }
    const done = onRowKey(event);
    if (done) event.preventDefault();
  };
  const onRowKey = (event: KeyboardEvent): boolean => {
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (ctrl && key === "a") rows.all();
    else if (ctrl && key === "c" && rows.count > 0 && (getSelection()?.isCollapsed ?? true))
      onCopy(event.shiftKey);
    else if (key === " " && active.row >= 0) toggleRow(active.row);
    else if (key === "enter" && active.row >= 0) openRow(active.row, true);
    else if (key === "escape" && rows.count > 0) rows.clear();
    else if (key === "escape") onClose();
    else return false;
    return true;
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const place = placeOf(event.target);
    if (!place) return;
    focusCell(place);
    if (place.row < 0) {
      if (place.column === SELECTOR) toggleAll();
      else leafs[place.column]?.getToggleSortingHandler()?.(event);
    } else if (event.shiftKey) extendTo(place.row);
    else if (place.column === SELECTOR || event.ctrlKey || event.metaKey) toggleRow(place.row);
    else {
      rows.endRange();
      openRow(place.row, false);
    }
  };

  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={RESOURCE_WORDS[resource].title}
        aria-rowcount={result.total + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-busy={result.pending}
        className={classes.scroller}
        style={{
          ["--sd-columns" as string]: `${widths.join(" ")} minmax(0, 1fr)`,
          ["--sd-width" as string]: `${table.getTotalSize() + SELECTOR_WIDTH}px`,
        }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onMouseDown={(event) => {
          // A click that selects rows would select their text as well.
          if (event.shiftKey || event.ctrlKey) event.preventDefault();
        }}
        onFocus={(event) => {
          const place = placeOf(event.target);
          if (place) noteFocus(place);
        }}
      >
        <div role="rowgroup" className={classes.headerGroup}>
          <GridHeader
            table={table}
            activeColumn={active.row < 0 || result.total === 0 ? active.column : null}
            extent={rows.extent}
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
              const id = idOf(row);
              return (
                <GridRow
                  key={index}
                  index={index}
                  top={top}
                  row={row}
                  columns={columns}
                  activeColumn={active.row === index ? Math.min(active.column, columns.length - 1) : null}
                  open={openId !== null && id === openId}
                  selected={id !== null && isSelected(rows.selection, id)}
                  verified={verifiedWords(id, stamps, now)}
                  now={now}
                  decimals={decimals}
                />
              );
            })}
          </div>
        )}
      </div>
      {result.total === 0 && <EmptyMessage>{message}</EmptyMessage>}
    </div>
  );
}

/** The same array as long as the same columns stand in the same order, so that rows need not render again. */
function useStableColumns(columns: readonly ColumnSpec[]): readonly ColumnSpec[] {
  const key = columns.map(({ id }) => id).join(" ");
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the columns
  return useMemo(() => columns, [key]);
}

function verifiedWords(id: string | null, stamps: ReadonlyMap<string, number>, now: number): string | null {
  const at = id === null ? undefined : stamps.get(id);
  return at === undefined ? null : `Verified at ${formatMoment(new Date(at).toISOString(), now)}`;
}

function placeOf(target: EventTarget): { readonly row: number; readonly column: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
  const [row, column] = (cell?.dataset["cell"] ?? "").split(":").map(Number);
  return row === undefined || column === undefined || !cell ? null : { row, column };
}
