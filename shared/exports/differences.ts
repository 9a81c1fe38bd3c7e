import { z } from "zod";
import { DIFFERENCE_KINDS } from "./difference-kinds.ts";
import { RESOURCES } from "../domain/resource-names.ts";

const kind = z.enum(DIFFERENCE_KINDS);

/** A row that is not what it was in a file. */
export const differenceSchema = z.strictObject({
  /** Its place among the differences, which does not change with what is filtered. */
  number: z.int(),
  kind,
  resource: z.enum(RESOURCES),
  /** Null where the file says none of a row that is gone. */
  id: z.string().nullable(),
  name: z.string(),
  /** What differs, by column; for a row that is new or gone all that it has. */
  fields: z.record(z.string(), z.strictObject({ old: z.unknown(), new: z.unknown() })),
});
export type Difference = z.infer<typeof differenceSchema>;

/** Which differences are wanted; what is left out does not restrict. */
export const differenceFilterSchema = z.strictObject({
  kinds: z.array(kind).max(3).optional(),
  /** Changed in one of these columns. */
  columns: z.array(z.string().max(200)).max(100).optional(),
  /** In the row's name or id, whatever the case and diacritics. */
  search: z.string().max(500).optional(),
});
export type DifferenceFilter = z.infer<typeof differenceFilterSchema>;
