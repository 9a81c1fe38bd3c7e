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
import type { Row } from "../../../shared/contract/query-calls.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { HeldNotice } from "../../ui/held-notice.tsx";
import { useHand } from "../../ui/use-hand.ts";
import { RESOURCE_WORDS } from "../labels/resource-words.ts";
import { isHeading, isRow } from "../query/result-queries.ts";
import type { QueryResult } from "../query/use-result.ts";
import type { RowsStore } from "../query/rows-store.ts";
import { useLineCount, useTableRows } from "../query/use-table-rows.ts";
import { ROW_HEIGHTS } from "../columns/density.ts";
import { fieldsInUse } from "../filters/chip-list.ts";
import { levelsListed } from "../grouping/listed.ts";
import type { LineRange, TableGroups } from "../grouping/use-groups.ts";
import type { CopyFormatName } from "../selection/copy-formats.ts";
import type { RowSelection } from "../selection/use-selection.ts";
import type { UpdateView } from "../views/use-view.ts";
import type { ViewState } from "../views/view-state.ts";
import { cellTitle } from "./cell-content.ts";
import { columnActions } from "./column-actions.ts";
import type { GridHandle, OpenedBy } from "../../grid/grid-handle.ts";
import { GridHeader } from "../../grid/grid-header.tsx";
import { GridPopups, popupOf, type GridPopup } from "./grid-popups.tsx";
import { controlOf, isGroupKey, idsBetween, recordOf } from "./grid-lines.ts";
import { GridRows } from "./grid-rows.tsx";
import classes from "../../grid/grid.module.css";
import type { GridTable } from "../../grid/grid-table.ts";
import { idOf, type FocusState } from "../../grid/focus-state.ts";
import { heldWords } from "./held-words.ts";
import { placeOf, SELECTOR, type CellPlace } from "../../grid/grid-keys.ts";
import { foldedTerms } from "../../grid/match-ranges.ts";
import { layOut, usePlacedColumns } from "../../grid/placed-columns.ts";
import { anchorOf } from "../../grid/popup-anchor.tsx";
import { useCellTitles } from "../../grid/use-cell-titles.ts";
import { useChangeMarks } from "./use-change-marks.ts";
import { useColumnDrag } from "../../grid/use-column-drag.ts";
import { useColumnsInSight } from "../../grid/use-columns-in-sight.ts";
import { useDecimals } from "../../grid/use-decimals.ts";
import { useGridFocus } from "../../grid/use-grid-focus.ts";
import { useTopOfList } from "../../grid/use-top-of-list.ts";
import { useLasting } from "../../grid/use-lasting.ts";
import { useTypeAhead } from "./use-type-ahead.ts";
import { useRowVirtualizer } from "../../grid/use-row-virtualizer.ts";

interface Props {
  readonly resource: Resource;
  readonly table: GridTable;
  readonly view: ViewState;
  readonly update: UpdateView;
  readonly result: QueryResult;
  readonly store: RowsStore;
  readonly groups: TableGroups;
  readonly openId: string | null;
  readonly onOpen: (id: string, by: OpenedBy) => void;
  readonly onClose: () => void;
  /** Opens what a cell refers to, on its own screen. */
  readonly onOpenReference: (resource: Resource, id: string) => void;
  readonly rows: RowSelection;
  /** When the service confirmed which record, in ms since the epoch. */
  readonly stamps: ReadonlyMap<string, number>;
  readonly onCopy: (format: CopyFormatName) => void;
  /** Shows the totals of the number columns. */
  readonly onTotals: () => void;
  /** Shown in place of rows where there is none. */
  readonly message: ReactNode;
  readonly ref: Ref<GridHandle>;
}

/** What a grid in groups is, for assistive technology. */
const TREE = { role: "treegrid" } as const;
/** How far Alt and an arrow move a column's edge. */
const RESIZE_STEP = 16;
/** Ms after which rows that wait for those of another query look so. */
const LATE = 150;

/** The one grid: any number of rows through windows of the store, operated by pointer or by keyboard. */
export function Grid({
  resource,
  table,
  view,
  update,
  result,
  store,
  groups,
  openId,
  onOpen,
  onClose,
  onOpenReference,
  rows,
  stamps,
  onCopy,
  onTotals,
  message,
  ref,
}: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const leafs = table.getVisibleLeafColumns();
  const columns = usePlacedColumns(table);
  const [popup, setPopup] = useState<GridPopup | null>(null);
  const filtered = useMemo(() => fieldsInUse(view.chips), [view.chips]);
  const actions = columnActions(resource, table, update);

  const focusState = useState<FocusState>({
    place: { row: 0, column: 0 },
    put: false,
    id: null,
    list: result.shown,
  });
  const terms = useMemo(() => foldedTerms(result.shown.search ?? ""), [result.shown.search]);
  const hand = useHand();
  const isFrozen = hand.over || rows.count > 0 || popup !== null;
  const rowHeight = ROW_HEIGHTS[view.density];
  const lineCount = useLineCount(store, result);
  const virtual = useRowVirtualizer(scroller, lineCount, rowHeight, focusState[0].place.row, result.shown);
  const [shift, setShift] = useState<{ readonly rows: number } | null>(null);
  const shown = useTableRows(resource, store, result, {
    first: virtual.firstIndex,
    last: virtual.lastIndex,
    isFrozen,
    isAnchored: () => (scroller.current?.scrollTop ?? 0) > 0,
    onShift: (down) => setShift({ rows: down }),
  });
  const { rowAt: lineAt, loaded, total } = shown;
  const rowAt = (index: number): Row | undefined => recordOf(lineAt(index));
  const inSight: LineRange = { first: virtual.firstIndex, last: virtual.lastIndex };
  const late = useLasting(result.pending, LATE);
  const { shiftBy } = virtual;
  useLayoutEffect(() => {
    if (shift) shiftBy(shift.rows);
    // A shift is carried out once, whatever the rows' height becomes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shift]);
  const levels = useMemo(() => levelsListed(result.listed), [result.listed]);
  const records = useMemo(() => loaded.filter(isRow), [loaded]);
  const { marks, seen } = useChangeMarks(resource, records, () => idsBetween(inSight, rowAt));
  const showTitle = useCellTitles(columns, rowAt, cellTitle);
  const layout = layOut(table, virtual.width);
  const decimals = useDecimals(
    useMemo(() => columns.map(({ spec }) => spec), [columns]),
    virtual.rows.map(({ index }) => rowAt(index)),
  );
  const { active, focusCell, noteFocus, onMovementKey } = useGridFocus(
    scroller,
    focusState,
    result.shown,
    { total, ...shown.range, rowAt: lineAt },
    virtual.showRow,
  );
  const focusedColumn = Math.min(active.column, columns.length - 1);
  const rendered = useColumnsInSight(scroller, columns, layout.geometry, focusedColumn);
  useImperativeHandle(ref, () => ({
    focus: (row) => focusCell(row === null || focusState[0].id !== null ? active : { ...active, row }),
    show: (row) => {
      virtual.showRow(row);
      noteFocus({ row, column: active.column });
    },
    settle: () => {
      if (shown.moves !== null) shown.apply();
    },
  }));

  const goTo = (row: number): void => focusCell({ ...active, row });
  const typeAhead = useTypeAhead(resource, result.listed, shown.moves === null ? null : rowAt, goTo);

  useTopOfList(scroller, result.shown);

  /** The column that the header's focus goes along with, wherever it is put. */
  const followed = useRef<string | null>(null);
  useLayoutEffect(() => {
    const at = columns.findIndex(({ spec }) => spec.id === followed.current);
    followed.current = null;
    if (at >= 0) focusCell({ row: -1, column: at });
  });
  const drag = useColumnDrag(scroller, (drop) => {
    followed.current = drop.id;
    actions.drop(drop);
  });
  const fit = (id: string): void => {
    if (scroller.current) actions.fit(id, scroller.current);
  };
  const openPopup = (kind: "column" | "filter" | "cell", place: CellPlace): boolean => {
    const column = columns[place.column]?.spec.id;
    const cell = scroller.current?.querySelector(`[data-cell="${place.row}:${place.column}"]`);
    if (column === undefined || !cell || !frame.current) return false;
    const next = popupOf(kind, { column, anchor: anchorOf(cell, frame.current) }, lineAt(place.row), inSight);
    if (next) setPopup(next);
    return next !== null;
  };
  const changePopup = (next: GridPopup | null): void => {
    if (next === null && popup) {
      if (popup.kind === "column" || popup.kind === "filter") followed.current = popup.column;
      focusCell({ ...active, column: Math.min(active.column, columns.length - 1) });
    }
    setPopup(next);
  };

  /** Opens or closes the group whose heading a line is; false where it is none. */
  const toggleGroup = (index: number): boolean => {
    const line = lineAt(index);
    if (!isHeading(line)) return false;
    groups.toggle(line.group.path, inSight);
    return true;
  };
  const openRow = (index: number, by: OpenedBy): void => {
    const id = idOf(rowAt(index));
    if (id !== null) onOpen(id, by);
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
    const sideways = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (event.key === "Enter" || event.key === " ") column.getToggleSortingHandler()?.(event);
    else if (event.key === "ContextMenu" || (event.altKey && event.key === "ArrowDown"))
      openPopup("column", active);
    else if (event.altKey && event.shiftKey && sideways !== 0) {
      followed.current = column.id;
      actions.move(column.id, sideways);
    } else if (event.altKey && sideways !== 0) actions.widen(column, sideways * RESIZE_STEP);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (active.row < 0 && onHeaderKey(event)) return event.preventDefault();
    const bounds = { rows: total, columns: columns.length, page: virtual.visibleRows - 1 };
    if (isGroupKey(event, lineAt(active.row)) && toggleGroup(active.row)) return event.preventDefault();
    const place = onMovementKey(event, bounds);
    if (place) {
      if (!event.shiftKey) rows.endRange();
      else if (place.row >= 0 && active.row >= 0 && place.row !== active.row) extendTo(place.row);
      return;
    }
    const applies = shown.moves !== null && event.key.toLowerCase() === "r" && !typeAhead.isUnderWay();
    const done = (!applies && active.row >= 0 && typeAhead.take(event, active.row)) || onRowKey(event);
    if (done) event.preventDefault();
  };
  const onRowKey = (event: KeyboardEvent): boolean => {
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (ctrl && key === "a") rows.all();
    else if (ctrl && key === "c" && rows.count > 0 && (getSelection()?.isCollapsed ?? true))
      onCopy(event.shiftKey ? "tabsWithHeader" : "tabs");
    else if ((key === " " || key === "enter") && toggleGroup(active.row)) return true;
    else if (key === " " && active.row >= 0) toggleRow(active.row);
    else if ((key === "f2" || key === "contextmenu") && active.row >= 0) return openPopup("cell", active);
    else if (key === "enter" && active.row >= 0) openRow(active.row, ctrl ? "own window" : "keyboard");
    else if (key === "escape" && rows.count > 0) rows.clear();
    else if (key === "escape") onClose();
    else return false;
    return true;
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const place = placeOf(event.target);
    if (!place || drag.endedByClick()) return;
    focusCell(place);
    const clicked = idOf(rowAt(place.row));
    if (clicked !== null) seen(clicked);
    if (place.row < 0) {
      const control = controlOf(event.target);
      if (control === "menu") openPopup("column", place);
      else if (control === "filter") openPopup("filter", place);
      else if (control !== undefined) return;
      else if (place.column === SELECTOR) toggleAll();
      else leafs[place.column]?.getToggleSortingHandler()?.(event);
    } else if (event.shiftKey) extendTo(place.row);
    else if (toggleGroup(place.row)) return;
    else if (place.column === SELECTOR || event.ctrlKey || event.metaKey) toggleRow(place.row);
    else {
      rows.endRange();
      openRow(place.row, "pointer");
    }
  };

  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    const place = placeOf(event.target);
    if (!place || !openPopup(place.row < 0 ? "column" : "cell", place)) return;
    event.preventDefault();
    focusCell(place);
  };

  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={scroller}
        role="grid"
        {...(levels.length > 0 && TREE)}
        tabIndex={-1}
        aria-label={RESOURCE_WORDS[resource].title}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-busy={result.pending}
        className={classes.scroller}
        style={{ ...layout.style, ["--sd-row-height" as string]: `${rowHeight}px` }}
        data-loose={!layout.pinned || undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onPointerMove={showTitle}
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
            columns={rendered}
            activeColumn={active.row < 0 || total === 0 ? focusedColumn : null}
            extent={rows.extent}
            filtered={filtered}
            menuOf={popup?.column ?? null}
            drop={drag.drop}
            onPointerDown={drag.onPointerDown}
            onFit={fit}
          />
        </div>
        {total > 0 && (
          <GridRows
            resource={resource}
            query={result.shown}
            levels={levels}
            virtual={virtual}
            lineAt={lineAt}
            columns={columns}
            rendered={rendered}
            widths={layout.geometry.widths}
            active={{ row: active.row, column: focusedColumn }}
            openId={openId}
            selection={rows.selection}
            marks={marks}
            stamps={stamps}
            decimals={decimals}
            terms={terms}
            late={late}
            handlers={hand.handlers}
          />
        )}
      </div>
      {total === 0 && <EmptyMessage>{message}</EmptyMessage>}
      {shown.moves !== null && (
        <HeldNotice
          words={heldWords(shown.moves, shown.more)}
          action="apply"
          title="The order and which rows are shown have changed; they wait while you point, select or have a menu open"
          handlers={hand.handlers}
          onApply={() => {
            shown.apply();
            // The notice goes, and must not take the focus along.
            const at = document.activeElement;
            if (frame.current?.contains(at) && !scroller.current?.contains(at)) focusCell(active);
          }}
        />
      )}
      <GridPopups
        popup={popup}
        resource={resource}
        table={table}
        view={view}
        update={update}
        listed={result.listed}
        groups={groups}
        rows={rows}
        actions={actions}
        onFit={fit}
        onTotals={onTotals}
        onOpenReference={onOpenReference}
        onChange={changePopup}
      />
    </div>
  );
}
