import type { GridLine } from "./grid-column.ts";
import type { CellPlace } from "./grid-keys.ts";

export interface FocusState {
  readonly place: CellPlace;
  /** Whether the user put the focus there. */
  readonly put: boolean;
  /** The record of that row; null while the user has not put the focus there, or the row is not loaded. */
  readonly id: string | null;
  /** Identifies the query: another one is another list. */
  readonly list: unknown;
}

/** The rows that the focus can be followed to. */
export interface RowsInSight {
  readonly total: number;
  readonly first: number;
  readonly last: number;
  readonly rowAt: (index: number) => GridLine | undefined;
}

/** The id of a row; null while it is not loaded. */
export function idOf(row: GridLine | undefined): string | null {
  return typeof row?.["id"] === "string" ? row["id"] : null;
}

/**
 * The place of the tab stop: it follows its record, and resets in another list. Returns the same object if nothing
 * changed.
 */
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
