import type { GridLine } from "./grid-column.ts";
import { moveByKey, type CellPlace, type GridBounds } from "./grid-keys.ts";
import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";

export interface FocusState {
  readonly place: CellPlace;
  /** Whether the user put the focus at this place. */
  readonly put: boolean;
  /** The record of the focused row. Null while the user has not put the focus there, or the row is not loaded. */
  readonly id: string | null;
  /** Identifies the list, which is another one for every query. */
  readonly list: unknown;
}

/** The loaded visible rows, among which a moved record can be found. */
interface RowsInSight {
  readonly total: number;
  readonly first: number;
  readonly last: number;
  readonly rowAt: (index: number) => GridLine | undefined;
}

/** The id of a row; null while the row is not loaded. */
export function idOf(row: GridLine | undefined): string | null {
  return typeof row?.["id"] === "string" ? row["id"] : null;
}

/** Moves the tab stop with its record, and resets it in another list. Returns the same object if nothing changed. */
export function followFocus(state: FocusState, list: unknown, rows: RowsInSight): FocusState {
  const { place } = state;
  if (state.list !== list)
    return { list, put: false, id: null, place: { ...place, row: Math.min(place.row, 0) } };
  if (rows.total > 0 && place.row >= rows.total)
    return { ...state, place: { ...place, row: rows.total - 1 } };
  const here = place.row < 0 ? null : idOf(rows.rowAt(place.row));
  if (!state.put || here === null || here === state.id) return state;
  if (state.id === null) return { ...state, id: here };
  const moved = findRow(state.id, rows);
  return moved === null ? { ...state, id: here } : { ...state, place: { ...place, row: moved } };
}

function findRow(id: string, { first, last, rowAt }: RowsInSight): number | null {
  for (let index = first; index <= last; index += 1) if (idOf(rowAt(index)) === id) return index;
  return null;
}

export interface GridFocus {
  readonly active: CellPlace;
  readonly focusCell: (place: CellPlace) => void;
  /** Remembers that a cell received the focus by Tab or from a screen reader. */
  readonly noteFocus: (place: CellPlace) => void;
  /** Moves the focus for a movement key. @returns the new place; null for any other key. */
  readonly onMovementKey: (event: KeyboardEvent, bounds: GridBounds) => CellPlace | null;
}

/** The grid's roving tab stop, which may also have the browser's focus. @param list identifies the query. */
export function useGridFocus(
  root: RefObject<HTMLElement | null>,
  [state, setState]: readonly [FocusState, (state: FocusState) => void],
  list: unknown,
  rows: RowsInSight,
  showRow: (index: number) => void,
): GridFocus {
  const wanted = useRef(false);
  const last = useRef<Element | null>(null);
  const followed = followFocus(state, list, rows);
  useLayoutEffect(() => setState(followed), [setState, followed]);
  const active = followed.place;

  const put = (place: CellPlace): void =>
    setState({ list, place, put: true, id: idOf(rows.rowAt(place.row)) });
  const noteFocus = (place: CellPlace): void => {
    if (place.row === active.row && place.column === active.column && followed.put) return;
    put(place);
  };
  const focusCell = (place: CellPlace): void => {
    put(place);
    // If the rows arrive later, the focus must not move to them, because the user may be typing elsewhere.
    wanted.current = rows.total > 0 || place.row < 0;
    if (place.row >= 0) showRow(place.row);
  };

  // Runs after every render, because the cell may appear a frame after its scroll, or move with its record.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const strayed = root.current?.contains(focused) && focused?.hasAttribute("data-cell");
    if (strayed) last.current = focused;
    // A refresh may move a record out of view. Then the cell with the focus is removed.
    const lost = focused === document.body && last.current?.isConnected === false;
    if (!wanted.current && !strayed && !lost) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`);
    if (!cell) return;
    const reveal = wanted.current;
    wanted.current = false;
    if (cell !== focused) cell.focus({ preventScroll: true });
    last.current = cell;
    if (reveal) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  return {
    active,
    focusCell,
    noteFocus,
    onMovementKey: (event, bounds) => {
      // With Alt, the arrow keys move through the history.
      if (event.altKey) return null;
      const place = moveByKey(event.key, event.ctrlKey || event.metaKey, active, bounds);
      if (!place) return null;
      event.preventDefault();
      focusCell(place);
      return place;
    },
  };
}
