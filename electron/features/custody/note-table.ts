import type { ItemNote } from "../../../shared/features/custody/custody-calls.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { prepared } from "../../store/database/open-database.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";

const ITEM_NOTES = "itemNotes";

/** A note with the check-out that it belongs to; the migration of `item_notes` describes the columns. */
export interface NoteRow extends ItemNote {
  readonly outAt: string | null;
}

/**
 * Reads a note, which may come from another workstation; null if it cannot be read. The caller checks it by its schema,
 * which this thread does not load.
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

/** The notes on checked-out items, the user's own and shared ones. */
export class NoteTable {
  readonly #context: UserContext;

  constructor(context: UserContext) {
    this.#context = context;
  }

  /** A profile's open notes on items, or all notes of one item. The latest are first. */
  itemNotes(profileId: string, itemId: string | null): readonly NoteRow[] {
    return this.#context
      .records(profileId, ITEM_NOTES)
      .flatMap(({ id, value }) => {
        const note = readNote(value);
        return note ? [{ id, ...note }] : [];
      })
      .filter((note) => (itemId === null ? note.archivedAt === null : note.itemId === itemId))
      .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  }

  /**
   * Closes open notes, and deletes old closed ones: the latest `kept` stay. A workstation that does not share its notes
   * leaves the team's as they are.
   * @param now ms since the epoch.
   */
  archiveItemNotes(
    profileId: string,
    ended: readonly { readonly id: string; readonly archivedAt: string }[],
    kept: number,
    now: number,
  ): void {
    const { database, shared, transactions } = this.#context;
    transactions.run(() => {
      const shown = shared.shown(profileId, ITEM_NOTES);
      const isShared = shared.isShared(profileId, ITEM_NOTES);
      const close = prepared(database, "UPDATE item_notes SET archivedAt = ? WHERE profileId = ? AND id = ?");
      for (const { id, archivedAt } of ended) {
        const note = readNote(shown.get(id));
        if (!note) close.run(archivedAt, profileId, id);
        else if (isShared) {
          const closed = JSON.stringify({ ...note, archivedAt });
          shared.add(profileId, ITEM_NOTES, { id, value: closed }, now);
        }
      }
      if (isShared) this.#dropFormerTeamNotes(profileId, kept, now);
      prepared(
        database,
        `DELETE FROM item_notes WHERE profileId = ?1 AND archivedAt IS NOT NULL AND id NOT IN
           (SELECT id FROM item_notes WHERE profileId = ?1 AND archivedAt IS NOT NULL
            ORDER BY archivedAt DESC, id LIMIT ?2)`,
      ).run(profileId, kept);
    });
  }

  /** Deletes the team's oldest closed notes. @param kept the number of those that stay. */
  #dropFormerTeamNotes(profileId: string, kept: number, now: number): void {
    const { shared } = this.#context;
    const closed = [...shared.shown(profileId, ITEM_NOTES)].flatMap(([id, value]) => {
      const archivedAt = readNote(value)?.archivedAt ?? null;
      return archivedAt === null ? [] : [{ id, archivedAt }];
    });
    const oldest = closed.toSorted((one, other) => (one.archivedAt < other.archivedAt ? 1 : -1)).slice(kept);
    for (const { id } of oldest) shared.add(profileId, ITEM_NOTES, { id, value: null }, now);
  }
}

export const NOTE_TABLES: UserTables<NoteTable> = {
  records: {
    [ITEM_NOTES]: {
      table: "item_notes",
      columns: ["itemId", "text", "askedOn", "outAt", "createdAt", "archivedAt"],
    },
  },
  open: (context) => new NoteTable(context),
};
