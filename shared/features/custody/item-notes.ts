import { z } from "zod";

/** The most open notes of a connection, and the most former notes that are kept. */
export const MAX_NOTES = 5_000;
export const MAX_FORMER_NOTES = 20_000;
export const MAX_NOTE_TEXT = 500;

const itemId = z.string().min(1).max(500);

/**
 * A user's note on a checked-out item. Each item has one open note, which becomes a former one when the item is
 * back.
 */
export const itemNoteSchema = z.strictObject({
  id: z.uuid(),
  itemId,
  text: z.string().min(1).max(MAX_NOTE_TEXT),
  /** The local day on which the user asked about the item; null if they did not. */
  askedOn: z.iso.date().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** When a refresh saw that the check-out had ended, ISO 8601; null while the note is open. */
  archivedAt: z.string().nullable(),
});
export type ItemNote = Readonly<z.infer<typeof itemNoteSchema>>;

/** A note as the user writes it. */
export const noteTextSchema = itemNoteSchema.pick({ itemId: true, text: true, askedOn: true });
