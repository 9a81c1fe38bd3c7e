import { NOTE_COLUMN } from "../../../shared/features/custody/note-column.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { Computation } from "../../store/ingest/computation.ts";
import { readCustodyStates, type CustodyState } from "./custody-tasks.ts";
import type { NoteRow } from "./note-table.ts";

/** The `outAt` of a note that belongs to no check-out. The note stays open until it is deleted. */
export const NO_CHECK_OUT = "";

/** Whether a note's check-out has ended. An item that is not in the copy proves nothing: it may not be pulled yet. */
export function hasEnded({ outAt }: Pick<NoteRow, "outAt">, state: CustodyState): boolean {
  if (outAt === NO_CHECK_OUT || state.status === null) return false;
  // A copy that is not up to date may still show the return before this check-out.
  if (state.status !== "checked_out")
    return outAt === null || state.changedAt === null || state.changedAt > outAt;
  return outAt !== null && state.outAt !== null && outAt !== state.outAt;
}

type OpenNote = Pick<NoteRow, "itemId" | "text" | "outAt">;

/** Writes the text of each item's open note. A note whose check-out has ended is left out before it is closed. */
export const NOTE_COMPUTATION: Computation<readonly OpenNote[]> = {
  name: "notes",
  phase: "rows",
  documents: ["itemNotes"],
  input: async ({ records }) =>
    [...(await records("itemNotes")).values()]
      .filter(({ archivedAt }) => archivedAt === null)
      // If two workstations wrote a note on the same item, the later note is shown.
      .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
      .map(({ itemId, text, outAt }) => ({ itemId, text, outAt })),
  write: (database, _moment, notes) => {
    const ids = [...new Set(notes.map(({ itemId }) => itemId))];
    const states = new Map(readCustodyStates(database, ids).map((state) => [state.id, state]));
    const open = notes.filter((note) => {
      const state = states.get(note.itemId);
      return state !== undefined && !hasEnded(note, state);
    });
    return [
      { resource: "items", rowids: writeNotes(database, new Map(open.map((one) => [one.itemId, one.text]))) },
    ];
  },
};

/** Writes the notes that differ from the column. @param notes texts by item. @returns the written rows. */
function writeNotes(database: Database, notes: ReadonlyMap<string, string>): readonly number[] {
  const { name } = NOTE_COLUMN;
  const select = database.prepare(
    `SELECT rowid, id, ${name} FROM items WHERE ${name} IS NOT NULL
     UNION SELECT rowid, id, ${name} FROM items WHERE id IN (SELECT value FROM json_each(?))`,
  );
  select.setReturnArrays(true);
  const rows = select.all(JSON.stringify([...notes.keys()])) as unknown[] as [
    number,
    string,
    string | null,
  ][];
  const update = database.prepare(`UPDATE items SET ${name} = ? WHERE rowid = ?`);
  return rows.flatMap(([rowid, id, former]) => {
    const text = notes.get(id) ?? null;
    if (text === former) return [];
    update.run(text, rowid);
    return [rowid];
  });
}
