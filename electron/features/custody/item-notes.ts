import { NOTE_ERRORS } from "./messages.ts";
import { randomUUID } from "node:crypto";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { CallInput } from "../../../shared/contract/contract.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import {
  MAX_FORMER_NOTES,
  ITEM_NOTES,
  MAX_NOTES,
  itemNoteSchema,
  type ItemNote,
  type CUSTODY_CALLS,
} from "../../../shared/features/custody/custody-calls.ts";
import { NO_USUAL_TIMES } from "../../../shared/features/custody/usual-times.ts";
import type { Clock } from "../../base/clock.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import { readOpenCopy, type OpenCopy } from "../../index/inventory-store.ts";
import { READ_USUAL_TIMES, type CustodyState } from "./custody-tasks.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import { hasEnded, NO_CHECK_OUT } from "./note-column.ts";
import type { NoteTable } from "./note-table.ts";

export interface ItemNotesOptions {
  readonly store: Remote<NoteTable & UserDatabase>;
  readonly clock: Pick<Clock, "now">;
  /** Checks that a connection exists. @throws AppFailure `invalid_input` if there is no such connection. */
  readonly requireConnection: (connectionId: string) => void;
  /** Reads the custody of a connection's items; null if the connection is not open. */
  readonly statesOf: (
    connectionId: string,
    ids: readonly string[],
  ) => Promise<readonly CustodyState[] | null>;
  readonly onChange: (connectionId: string) => void | Promise<void>;
  /** Called after a note was saved or closed. If the note is shared with a team, it must now be sent. */
  readonly onSaved: (connectionId: string) => void;
}

/**
 * Notes on items. A note that was written while its item was checked out is closed when the item is returned or checked
 * out again. Any other note stays open until it is deleted.
 */
export class ItemNotes {
  readonly #options: ItemNotesOptions;
  readonly #change = oneAtATime();

  constructor(options: ItemNotesOptions) {
    this.#options = options;
  }

  /**
   * Lists the open notes. If an item is given, lists all notes of this item, including closed notes. The latest come
   * first.
   */
  list({ connectionId, itemId }: CallInput<"listItemNotes">): Promise<ItemNote[]> {
    return this.#change(async () => {
      await this.#archive(connectionId);
      const rows = await this.#options.store.itemNotes(connectionId, itemId ?? null);
      // Notes of the team come from other workstations, so each is checked.
      return rows.flatMap(({ outAt, ...note }) => {
        const { success, data } = itemNoteSchema.safeParse({ ...note, untilReturn: outAt !== NO_CHECK_OUT });
        return success ? [data] : [];
      });
    });
  }

  /**
   * Saves an item's open note. A new text changes neither the check-out to which the note belongs, nor that a note
   * belongs to no check-out.
   */
  save({ connectionId, note: { itemId, askedOn, ...note } }: CallInput<"saveItemNote">): Promise<void> {
    return this.#change(async () => {
      const { store, clock, requireConnection, statesOf } = this.#options;
      requireConnection(connectionId);
      await this.#archive(connectionId);
      const text = note.text.trim();
      if (text === "") throw invalidInput(NOTE_ERRORS.empty);
      const open = await store.itemNotes(connectionId, null);
      const former = open.find((other) => other.itemId === itemId);
      if (!former && open.length >= MAX_NOTES) throw invalidInput(ITEM_NOTES.tooMany);
      const state = (await statesOf(connectionId, [itemId]))?.[0];
      const { id, createdAt } = former ?? {
        id: randomUUID(),
        createdAt: new Date(clock.now()).toISOString(),
      };
      const outAt =
        former?.outAt === NO_CHECK_OUT || state?.status !== "checked_out" ? NO_CHECK_OUT : state.outAt;
      const value = JSON.stringify({ itemId, text, askedOn, outAt, createdAt, archivedAt: null });
      await this.#saveRecord(connectionId, { id, value });
    });
  }

  delete({ connectionId, id }: CallInput<"deleteItemNote">): Promise<void> {
    return this.#change(async () => {
      this.#options.requireConnection(connectionId);
      await this.#saveRecord(connectionId, { id, value: null });
    });
  }

  async #saveRecord(
    connectionId: string,
    record: { readonly id: string; readonly value: string | null },
  ): Promise<void> {
    const { store, clock, onChange, onSaved } = this.#options;
    await store.saveRecords(connectionId, "itemNotes", [record], NO_LIMIT, clock.now());
    await onChange(connectionId);
    onSaved(connectionId);
  }

  /** Closes the notes of items that were returned, or checked out again. */
  async #archive(connectionId: string): Promise<void> {
    const { store, clock, statesOf, onSaved } = this.#options;
    const now = clock.now();
    const open = await store.itemNotes(connectionId, null);
    if (open.length === 0) return;
    const states = await statesOf(connectionId, [...new Set(open.map(({ itemId }) => itemId))]);
    const byId = new Map(states?.map((state) => [state.id, state]));
    const ended = open.flatMap((note) => {
      const state = byId.get(note.itemId);
      return state && hasEnded(note, state)
        ? [{ id: note.id, archivedAt: state.changedAt ?? new Date(now).toISOString() }]
        : [];
    });
    if (ended.length === 0) return;
    await store.archiveItemNotes(connectionId, ended, MAX_FORMER_NOTES, now);
    onSaved(connectionId);
  }
}

/** Open notes are counted before they are saved. Old closed notes are deleted when newer notes are closed. */
const NO_LIMIT = { maxRecords: Number.POSITIVE_INFINITY, tooMany: "" };

interface CustodyHandlerParts {
  readonly connections: { readonly current: OpenCopy };
  readonly itemNotes: ItemNotes;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of checked-out items: usual times, and notes. */
export function custodyHandlers({
  connections: { current },
  itemNotes,
  startup: { opened },
}: CustodyHandlerParts) {
  return {
    queryUsualTimes: ({ connectionId }) =>
      readOpenCopy(current, connectionId, READ_USUAL_TIMES, undefined, NO_USUAL_TIMES),
    listItemNotes: (input) => itemNotes.list(input),
    saveItemNote: (input) => opened.then(() => itemNotes.save(input)),
    deleteItemNote: (input) => opened.then(() => itemNotes.delete(input)),
  } satisfies HandlersOf<typeof CUSTODY_CALLS>;
}
