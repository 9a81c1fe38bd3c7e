import { idOf } from "../../grid/focus-state.ts";
import type { OpenedBy } from "../../grid/grid-handle.ts";
import { isHeading } from "../query/result-queries.ts";
import type { TableModel } from "./table-model.ts";
import type { GridView } from "./use-grid-view.ts";

export interface DisplayRowActions {
  readonly open: (index: number, by: OpenedBy) => void;
  readonly toggle: (index: number) => void;
  readonly toggleAll: () => void;
  /** Selects to a row from the last range's anchor, or else from the focused row. */
  readonly extendTo: (index: number) => void;
  /** Opens or closes the group of a heading. @returns false if the display row is no heading. */
  readonly toggleGroup: (index: number) => boolean;
}

/** The actions on the lines of a table. @param onOpen opens a record by its id. */
export function displayRowActions(
  { groups, selection }: TableModel,
  { displayRowAt, rowAt, inSight, focus }: GridView,
  onOpen: (id: string, by: OpenedBy) => void,
): DisplayRowActions {
  return {
    open: (index, by) => {
      const id = idOf(rowAt(index));
      if (id !== null) onOpen(id, by);
    },
    toggle: (index) => {
      const id = idOf(rowAt(index));
      if (id !== null) selection.toggle(id);
    },
    toggleAll: () => (selection.extent === "all" ? selection.clear() : selection.all()),
    extendTo: (index) => {
      const from = idOf(rowAt(focus.active.row)) ?? idOf(rowAt(index));
      if (from !== null) selection.extend(from, idOf(rowAt(index)) ?? index);
    },
    toggleGroup: (index) => {
      const line = displayRowAt(index);
      if (!isHeading(line)) return false;
      groups.toggle(line.group.path, inSight);
      return true;
    },
  };
}
