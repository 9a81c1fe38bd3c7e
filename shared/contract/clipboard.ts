import { z } from "zod";

/** The longest text that is copied, in UTF-16 units. */
export const MAX_COPIED = 10_000_000;

/** The content of the clipboard: text, and the same as HTML for programs that paste formatted text. */
export const copiedSchema = z.strictObject({
  text: z.string().max(MAX_COPIED),
  html: z
    .string()
    .max(4 * MAX_COPIED)
    .optional(),
});
