import type { DocumentName } from "../../../shared/contract/documents.ts";
import type { ItemNote } from "../../../shared/features/custody/custody-calls.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";

const ITEM_NOTES = "itemNotes" satisfies DocumentName;

/** A note with the check-out to which it belongs (`outAt` of `ITEM_NOTES`). */
export interface NoteRow extends Omit<ItemNote, "untilReturn"> {
  readonly outAt: string | null;
}

/**
 * Reads a note, which may come from another workstation; null if it cannot be read. The caller checks the note by its
 * schema, because this thread does not load schemas.
 */
export function readNote(json: string | undefined): Omit<NoteRow, "id"> | null {
  const value = parseJson(json) as Readonly<Partial<Record<keyof NoteRow, unknown>>> | null;
  const [itemId, text, createdAt] = [value?.itemId, value?.text, value?.createdAt];
  if (typeof itemId !== "string" || typeof text !== "string" || typeof createdAt !== "string") return null;
  const textOrNull = (part: unknown): string | null => (typeof part === "string" ? part : null);
  return {
    itemId,
    text,
    askedOn: textOrNull(value?.askedOn),
    outAt: textOrNull(value?.outAt),
    createdAt,
    archivedAt: textOrNull(value?.archivedAt),
  };
}

/** The notes on items: the user's own notes and the team's. */
export class NoteTable {
  readonly #context: UserContext;

  constructor(context: UserContext) {
    this.#context = context;
  }

  /** The open notes of a connection, or all notes of one item. The latest come first. */
  itemNotes(connectionId: string, itemId: string | null): readonly NoteRow[] {
    return this.#context
      .records(connectionId, ITEM_NOTES)
      .flatMap(({ id, value }) => {
        const note = readNote(value);
        return note ? [{ id, ...note }] : [];
      })
      .filter((note) => (itemId === null ? note.archivedAt === null : note.itemId === itemId))
      .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  }

  /**
   * Closes open notes, and deletes old closed notes except the latest `kept`. A workstation that does not share its
   * notes leaves the team's notes unchanged.
   * @param now ms since the epoch.
   */
  archiveItemNotes(
    connectionId: string,
    ended: readonly { readonly id: string; readonly archivedAt: string }[],
    kept: number,
    now: number,
  ): void {
    const { own, shared, transactions } = this.#context;
    transactions.run(() => {
      const shown = shared.shown(connectionId, ITEM_NOTES);
      const isShared = shared.isShared(connectionId, ITEM_NOTES);
      const mine = new Map(own.read(connectionId, ITEM_NOTES).map(({ id, value }) => [id, value]));
      for (const { id, archivedAt } of ended) {
        const team = shown.get(id);
        const note = readNote(team ?? mine.get(id));
        if (!note) continue;
        const closed = { id, value: JSON.stringify({ ...note, archivedAt }) };
        if (team === undefined) own.save(connectionId, ITEM_NOTES, [closed]);
        else if (isShared) shared.add(connectionId, ITEM_NOTES, closed, now);
      }
      if (isShared)
        for (const edit of formerNotes(shared.shown(connectionId, ITEM_NOTES), kept))
          shared.add(connectionId, ITEM_NOTES, edit, now);
      const records = own.read(connectionId, ITEM_NOTES).map(({ id, value }) => [id, value] as const);
      own.save(connectionId, ITEM_NOTES, formerNotes(records, kept));
    });
  }
}

/** Finds the deletions of the oldest closed notes. @param kept the number of closed notes that are kept. */
function formerNotes(
  notes: Iterable<readonly [id: string, value: string]>,
  kept: number,
): readonly { readonly id: string; readonly value: null }[] {
  const closed = [...notes].flatMap(([id, value]) => {
    const archivedAt = readNote(value)?.archivedAt ?? null;
    return archivedAt === null ? [] : [{ id, archivedAt }];
  });
  const latestFirst = closed.toSorted((one, other) => (one.archivedAt < other.archivedAt ? 1 : -1));
  return latestFirst.slice(kept).map(({ id }) => ({ id, value: null }));
}

export const NOTE_TABLES: UserTables<NoteTable> = {
  open: (context) => new NoteTable(context),
};
