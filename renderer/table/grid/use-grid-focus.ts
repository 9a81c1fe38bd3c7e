import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import type { Row } from "../../../shared/contract.ts";
import { moveByKey, type CellPlace, type GridBounds } from "./grid-keys.ts";

interface GridFocus {
  readonly active: CellPlace;
  /** Makes a cell the tab stop, and moves the focus to it. */
  readonly focusCell: (place: CellPlace) => void;
  /** Takes note that a cell received the focus by itself, by Tab or from a screen reader. */
  readonly noteFocus: (place: CellPlace) => void;
  /** Brings the tab stop back among so many rows, without moving the focus there. */
  readonly keepWithin: (rows: number) => void;
  /** Moves the focus where the key is one of movement; answers whether it was. */
  readonly onMovementKey: (event: KeyboardEvent, bounds: GridBounds) => boolean;
}

const idOf = (row: Row | undefined): string | null => (typeof row?.["id"] === "string" ? row["id"] : null);

/**
 * The roving tab stop of the grid. The focused cell belongs to a record: where a refresh moves the record to
 * another place in sight, the focus goes with it.
 * @param list - stands for the query: another one is another list, whose tab stop is its first row.
 */
export function useGridFocus(
  root: RefObject<HTMLElement | null>,
  list: unknown,
  rowAt: (index: number) => Row | undefined,
  inSight: { readonly first: number; readonly last: number },
  showRow: (index: number) => void,
): GridFocus {
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const wanted = useRef(false);
  const focusedId = useRef<string | null>(null);
  const lastList = useRef(list);

  const focusCell = (place: CellPlace): void => {
    setActive(place);
    focusedId.current = idOf(rowAt(place.row));
    wanted.current = true;
    if (place.row >= 0) showRow(place.row);
  };

  const here = active.row >= 0 ? idOf(rowAt(active.row)) : null;
  useLayoutEffect(() => {
    if (lastList.current !== list) {
      lastList.current = list;
      focusedId.current = null;
      setActive((place) => ({ ...place, row: Math.min(place.row, 0) }));
      return;
    }
    if (here === null || focusedId.current === null || here === focusedId.current) return;
    const moved = findRow(focusedId.current, rowAt, inSight);
    if (moved === null) {
      focusedId.current = here;
      return;
    }
    if (root.current?.contains(document.activeElement)) wanted.current = true;
    setActive((place) => ({ ...place, row: moved }));
  });

  // The cell may be rendered one frame after the scroll that brings it in; until then the wish stands.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`);
    if (!cell) return;
    wanted.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  return {
    active,
    focusCell,
    noteFocus: (place) => {
      if (place.row === active.row && place.column === active.column) return;
      setActive(place);
      focusedId.current = idOf(rowAt(place.row));
    },
    keepWithin: (rows) => setActive((place) => ({ ...place, row: Math.min(place.row, rows - 1) })),
    onMovementKey: (event, bounds) => {
      const place = moveByKey(event.key, event.ctrlKey || event.metaKey, active, bounds);
      if (!place) return false;
      event.preventDefault();
      focusCell(place);
      return true;
    },
  };
}

function findRow(
  id: string,
  rowAt: (index: number) => Row | undefined,
  { first, last }: { readonly first: number; readonly last: number },
): number | null {
  for (let index = first; index <= last; index += 1) if (idOf(rowAt(index)) === id) return index;
  return null;
}
