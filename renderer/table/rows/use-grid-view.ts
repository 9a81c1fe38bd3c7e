import {
  useMemo,
  useRef,
  useState,
  useLayoutEffect,
  useEffect,
  useEffectEvent,
  useCallback,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { clock } from "../../base/clock.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import { isHeading, isRow, type DisplayRow } from "../../inventory/records/read-rows.ts";
import type { RowRange } from "../query/rows-state.ts";
import { idOf, useGridFocus, type FocusState, type GridFocus } from "../../grid/use-grid-focus.ts";
import { verifiedAtLabel } from "../details/messages.ts";
import type { GroupLevel } from "../../../shared/query/group-levels.ts";
import { columnsWithin, renderedColumns, type ColumnGeometry } from "../../grid/columns-in-sight.ts";
import { widen, type Decimals } from "../../grid/decimals.ts";
import { useFollowed } from "../../base/use-followed.ts";
import type { PlacedColumn } from "../columns/column-layout.ts";
import { foldedTerms } from "../../grid/match-ranges.ts";
import { layOut, usePlacedColumns, type GridLayout } from "../../grid/placed-columns.ts";
import { useLonger } from "../../base/use-longer.ts";
import { levelsOfQuery } from "../grouping/group-query.ts";
import type { TableModel } from "./table-model.ts";
import { useRowVirtualizer, type RowVirtualizer } from "../../grid/use-row-virtualizer.ts";
import { ROW_HEIGHTS } from "../columns/density.ts";
import { useLineCount, useTableRows, type TableRows } from "../query/use-table-rows.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useInventory } from "../inventory-context.ts";
import { useConnectionId } from "../../host/host-context.ts";
import { markChanges, unmark, type ChangeMarks } from "../query/change-marks.ts";

/** The record in a display row; undefined for a heading, or while the row is not loaded. */
function recordOf(line: DisplayRow | undefined): Row | undefined {
  return isHeading(line) ? undefined : line;
}

/**
 * Whether a key opens or closes the focused heading's group, by the ARIA treegrid pattern. With Alt, arrow keys go
 * through the history instead.
 */
export function isGroupKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  line: DisplayRow | undefined,
): boolean {
  if (altKey || ctrlKey || metaKey || shiftKey || !isHeading(line)) return false;
  return key === (line.group.closed ? "ArrowRight" : "ArrowLeft");
}

/** The ids of the loaded visible rows. */
function idsBetween({ first, last }: RowRange, rowAt: (index: number) => Row | undefined): string[] {
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  return indexes.flatMap((index) => idOf(rowAt(index)) ?? []);
}

/** The time at which the service confirmed a record, in words; null if never. */
export function verifiedLabel(
  id: string | null,
  stamps: ReadonlyMap<string, number>,
  now: number,
): string | null {
  const at = id === null ? undefined : stamps.get(id);
  return at === undefined ? null : verifiedAtLabel(at, now);
}

/** The control of a header that was clicked; undefined if the click was elsewhere. */
export function controlOf(target: EventTarget): string | undefined {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-header-control]") : null;
  return control?.dataset["headerControl"];
}

export interface GridView {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: RowsInView;
  readonly displayRowAt: (index: number) => DisplayRow | undefined;
  /** The record at an index; undefined for a heading, or while the row is not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly inSight: RowRange;
  readonly columns: readonly PlacedColumn[];
  readonly rendered: readonly PlacedColumn[];
  readonly layout: GridLayout;
  readonly levels: readonly GroupLevel[];
  readonly decimals: Decimals;
  /** The folded terms of the search that the rows match. */
  readonly terms: readonly string[];
  readonly marking: Marking;
  /** Whether the rows are dimmed because the rows of a new query load slowly. */
  readonly isLate: boolean;
  readonly focus: GridFocus & {
    /** The column of the tab stop. It is always a column that exists. */
    readonly column: number;
    readonly hasRecord: boolean;
  };
}

/** Ms to wait for new rows before the former rows are dimmed. */
const DIMMED_AFTER_MS = 150;

export function useGridView(model: TableModel, isFrozen: boolean): GridView {
  const { resource, grid, result } = model;
  const scroller = useRef<HTMLDivElement>(null);
  const focusState = useState<FocusState>({ ...FIRST_CELL, list: result.shown });
  const rows = useRowsInView(model, scroller, focusState[0].place.row, isFrozen);
  const { virtual, rowAt: displayRowAt, loaded, total, range } = rows;
  const rowAt = (index: number): Row | undefined => recordOf(displayRowAt(index));
  const inSight: RowRange = { first: virtual.firstIndex, last: virtual.lastIndex };
  const columns = usePlacedColumns(grid, model.allColumns);
  const layout = layOut(grid, virtual.width);
  const focus = useGridFocus(
    scroller,
    focusState,
    result.shown,
    { total, ...range, rowAt: displayRowAt },
    virtual.showRow,
  );
  const focusedColumn = Math.min(focus.active.column, columns.length - 1);
  const [decimals] = useFollowed<Decimals>({}, (known) =>
    widen(
      known,
      columns.map(({ spec }) => spec),
      virtual.rows.map(({ index }) => rowAt(index)),
    ),
  );
  const records = useMemo(() => loaded.filter(isRow), [loaded]);
  return {
    scroller,
    rows,
    displayRowAt,
    rowAt,
    inSight,
    columns,
    rendered: useColumnsInSight(scroller, columns, layout.geometry, focusedColumn),
    layout,
    levels: useMemo(() => levelsOfQuery(result.tableQuery), [result.tableQuery]),
    decimals,
    terms: useMemo(() => foldedTerms(result.shown.search ?? ""), [result.shown.search]),
    marking: useChangeMarks(resource, records, () => idsBetween(inSight, rowAt)),
    isLate: useLonger(result.pending, DIMMED_AFTER_MS),
    focus: { ...focus, column: focusedColumn, hasRecord: focusState[0].id !== null },
  };
}

const FIRST_CELL = { place: { row: 0, column: 0 }, put: false, id: null } as const;

interface RowsInView extends TableRows {
  readonly virtual: RowVirtualizer;
}

/**
 * The rows of a table at its scroll position. @param focusedRow the index of a row that is always rendered. @param
 * isFrozen whether no row may move.
 */
function useRowsInView(
  { resource, view, result, shownRows }: TableModel,
  scroller: RefObject<HTMLDivElement | null>,
  focusedRow: number,
  isFrozen: boolean,
): RowsInView {
  const lineCount = useLineCount(shownRows, result);
  const rowHeight = ROW_HEIGHTS[view.density];
  const virtual = useRowVirtualizer(scroller, lineCount, rowHeight, focusedRow, result.shown);
  const [shift, setShift] = useState<{ readonly rows: number } | null>(null);
  const rows = useTableRows(resource, shownRows, result, {
    first: virtual.firstIndex,
    last: virtual.lastIndex,
    isFrozen,
    isAnchored: () => (scroller.current?.scrollTop ?? 0) > 0,
    onShift: (down) => setShift({ rows: down }),
  });
  const { shiftBy } = virtual;
  useLayoutEffect(() => {
    if (shift) shiftBy(shift.rows);
    // Each shift is applied once, even if the row height changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shift]);
  return { ...rows, virtual };
}

interface Marking {
  readonly marks: ChangeMarks;
  readonly seen: (id: string) => void;
}

/**
 * The ms for which a row must be visible to count as seen. Only time while the window has the focus is counted, in
 * steps of `INTERVAL`.
 */
const SEEN_AFTER_MS = 5_000;
const INTERVAL = 1_000;

/**
 * Marks the cells that a refresh changed until the user has seen them. @param loaded the loaded rows; the array stays
 * the same object until a row changes.
 */
function useChangeMarks(
  resource: Resource,
  loaded: readonly Row[],
  idsInView: () => readonly string[],
): Marking {
  const store = useInventory().marks;
  const connectionId = useConnectionId();
  const [marks, setMarks] = useState(() => store.of(connectionId, resource));
  useEffect(() => store.keep(connectionId, resource, marks), [store, connectionId, resource, marks]);
  const before = useRef<ReadonlyMap<string, Row>>(new Map());
  useEffect(() => {
    const was = before.current;
    before.current = new Map(
      loaded.flatMap((row) => (typeof row["id"] === "string" ? [[row["id"], row]] : [])),
    );
    setMarks((now) => markChanges(resource, now, was, loaded));
  }, [resource, loaded]);

  const looked = useRef(new Map<string, number>());
  const countInView = useEffectEvent(() => {
    if (!document.hasFocus()) return;
    const done: string[] = [];
    for (const id of idsInView()) {
      if (!marks.has(id)) continue;
      const time = (looked.current.get(id) ?? 0) + INTERVAL;
      looked.current.set(id, time);
      if (time >= SEEN_AFTER_MS) done.push(id);
    }
    for (const id of done) looked.current.delete(id);
    if (done.length > 0) setMarks((now) => unmark(now, done));
  });
  const any = marks.size > 0;
  useEffect(() => {
    if (!any) return undefined;
    const timer = clock.every(INTERVAL, () => countInView());
    return () => timer.stop();
  }, [any]);

  return {
    marks,
    seen: (id) => {
      looked.current.delete(id);
      setMarks((now) => unmark(now, [id]));
    },
  };
}

/** The columns to render at the horizontal scroll position. The array stays the same object until they change. */
function useColumnsInSight(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly PlacedColumn[],
  geometry: ColumnGeometry,
  focused: number,
): readonly PlacedColumn[] {
  // The position is stored here, because reading it from the element forces a layout.
  const scrollLeft = useRef(0);
  const subscribe = useCallback(
    (changed: () => void) => followScrollLeft(scroller, scrollLeft, changed),
    [scroller],
  );
  // A change of the external store renders before the next frame, so no cell appears blank.
  const key = useSyncExternalStore(subscribe, () => columnsWithin(geometry, scrollLeft.current).join(" "));
  const [first = 0, last = 0] = key.split(" ").map(Number);
  // Moving the focus among visible columns must not change the array.
  const kept = focused >= first && focused <= last ? first : focused;
  return useMemo(() => renderedColumns(columns, [first, last], kept), [columns, first, last, kept]);
}

function followScrollLeft(
  scroller: RefObject<HTMLElement | null>,
  last: RefObject<number>,
  changed: () => void,
): () => void {
  const element = scroller.current;
  const note = (): void => {
    if (!element || last.current === element.scrollLeft) return;
    last.current = element.scrollLeft;
    changed();
  };
  element?.addEventListener("scroll", note, { passive: true });
  return () => element?.removeEventListener("scroll", note);
}
