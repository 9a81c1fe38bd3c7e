import { z } from "zod";
import { DIFFERENCE_KINDS } from "./difference-kinds.ts";
import { RESOURCES } from "../domain/resource-names.ts";

const kind = z.enum(DIFFERENCE_KINDS);

/** A row that differs between a file and now. */
export const differenceSchema = z.strictObject({
  /** Its number among all differences; filters do not change it. */
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

/** Which differences are wanted; an absent part does not restrict. */
export const differenceFilterSchema = z.strictObject({
  kinds: z.array(kind).max(3).optional(),
  /** Changed in one of these columns. */
  columns: z.array(z.string().max(200)).max(100).optional(),
  /** In the row's name or id; case and diacritics are ignored. */
  search: z.string().max(500).optional(),
});
export type DifferenceFilter = z.infer<typeof differenceFilterSchema>;
