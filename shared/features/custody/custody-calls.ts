import { CUSTODY_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { meantConnection, ofConnection } from "../../inventory/connections.ts";
import { MAX_DAYS } from "./out-limits.ts";
import { usualTimesSchema } from "./usual-times-schema.ts";

/** The most open notes of a connection, and the most closed notes that are kept. */
export const MAX_NOTES = 5_000;
export const MAX_FORMER_NOTES = 20_000;
export const MAX_NOTE_TEXT = 500;

const itemId = z.string().min(1).max(500);
/** A moment as ISO 8601, or in the form in which the service wrote it. */
const moment = z.string().max(100);

/** A user's note on an item. Each item has at most one open note. */
const storedNote = z.strictObject({
  id: z.uuid(),
  itemId,
  text: z.string().min(1).max(MAX_NOTE_TEXT),
  /** The local day on which the user asked the holder about the item; null if the user did not ask. */
  askedOn: z.iso.date().nullable(),
  createdAt: moment,
  /** The time at which a refresh saw the end of the check-out; null while the note is open. */
  archivedAt: moment.nullable(),
});

/** A note as the core lists it. */
export const itemNoteSchema = storedNote.extend({
  /** True if the note is closed when its item is returned; false if it stays until the user deletes it. */
  untilReturn: z.boolean(),
});
export type ItemNote = Readonly<z.infer<typeof itemNoteSchema>>;

const { id: noteId, ...noteShape } = storedNote.shape;

/**
 * Notes on items, open and closed. `outAt` is the item's check-out time as the service wrote it. It is empty for a note
 * that belongs to no check-out, and null for a check-out whose time is unknown.
 */
export const ITEM_NOTES = {
  name: "itemNotes",
  id: noteId,
  record: z.strictObject({ ...noteShape, outAt: moment.nullable() }),
  maxRecords: MAX_NOTES + MAX_FORMER_NOTES,
  tooMany: CUSTODY_LIMITS.notes({ most: String(MAX_NOTES) }),
} as const satisfies ConnectionDocument;

/** The part of a note that the user writes. */
export const noteTextSchema = storedNote.pick({ itemId: true, text: true, askedOn: true });

/** The most material types that may have their own limit. */
const MAX_LIMITS = 500;

/** The number of days that items may be out, by material type. The empty id has the limit of all other types. */
export const OUT_LIMITS = {
  name: "limits",
  record: z.int().min(1).max(MAX_DAYS),
  maxRecords: MAX_LIMITS + 1,
  tooMany: CUSTODY_LIMITS.types({ most: String(MAX_LIMITS) }),
} as const satisfies ConnectionDocument;

/** The calls about checked-out items and about notes. Calls about notes also work while the connection is closed. */
export const CUSTODY_CALLS = {
  /** Returns the usual times for which items of each type are out, from observed returns. */
  queryUsualTimes: { input: z.strictObject(meantConnection), output: usualTimesSchema },
  /**
   * Lists the open notes, the latest first. If an item is named, the call lists all notes of this item, including
   * closed notes.
   */
  listItemNotes: {
    input: z.strictObject({ ...ofConnection, itemId: z.string().max(500).optional() }),
    output: z.array(itemNoteSchema),
  },
  /** Saves the open note of an item. */
  saveItemNote: { input: z.strictObject({ ...ofConnection, note: noteTextSchema }), output: z.undefined() },
  deleteItemNote: { input: z.strictObject({ ...ofConnection, id: z.uuid() }), output: z.undefined() },
} as const;
