import { z } from "zod";

/** The most notes of a connection that are open at once, and the most former ones that are kept. */
export const MAX_NOTES = 5_000;
export const MAX_FORMER_NOTES = 20_000;
export const MAX_NOTE_TEXT = 500;

const itemId = z.string().min(1).max(500);

/** What a user noted on a checked-out item. Each item has one open note; it becomes a former one when the item is back. */
export const itemNoteSchema = z.strictObject({
  id: z.uuid(),
  itemId,
  text: z.string().min(1).max(MAX_NOTE_TEXT),
  /** The local day on which somebody was asked; null for none. */
  askedOn: z.iso.date().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** When a refresh saw that the item is no longer out as it was, ISO 8601; null while the note is open. */
  archivedAt: z.string().nullable(),
});
export type ItemNote = Readonly<z.infer<typeof itemNoteSchema>>;

/** A note as the user writes it. */
export const noteTextSchema = itemNoteSchema.pick({ itemId: true, text: true, askedOn: true });
