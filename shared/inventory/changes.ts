import { z } from "zod";
import { idSchema } from "./resources.ts";
import { CHANGE_TYPES } from "./change-types.ts";
import { RESOURCES } from "./resource-names.ts";

const fieldValues = z.strictObject({ old: z.unknown(), new: z.unknown() });

/** Every type of change, as a schema. */
export const changeTypeSchema = z.enum(CHANGE_TYPES);

/** An observed change, as the command line prints it. */
export const changeSchema = z.strictObject({
  type: changeTypeSchema,
  id: z.string(),
  resource: z.enum(RESOURCES),
  /** The earliest time of the change, ISO 8601 by the service's clock; null if unknown. */
  observedAfter: z.string().nullable(),
  /** The latest time of the change. */
  observedBefore: z.string(),
  /**
   * The time in the service's own fields (`checkedOutAt`, `updatedAt` and others); null if these fields have no time.
   */
  occurredAt: z.string().nullable(),
  /** The changed fields under the API's names. */
  fields: z.record(z.string(), fieldValues),
});
export type Change = z.infer<typeof changeSchema>;

/** A change as the screens list it. */
export const listedChangeSchema = changeSchema.extend({
  /** The number of the change. Later changes have higher numbers; numbers are never reused. */
  number: z.int(),
  /** The pass that observed the change. */
  pass: z.int(),
  /** The id of the event that announced the change (specification 2.7); null if no event did. */
  event: z.string().nullable(),
  /** The record's name after the change. */
  name: z.string(),
  /** The holders of an item after and before the change, even if both are equal; null if there is no holder. */
  holder: z.string().nullable(),
  oldHolder: z.string().nullable(),
});
export type ListedChange = z.infer<typeof listedChangeSchema>;

/** A filter of changes. A part that is absent does not restrict the changes. */
export const changeFilterSchema = z.strictObject({
  types: z.array(changeTypeSchema).max(50).optional(),
  resource: z.enum(RESOURCES).optional(),
  /** A record's id. */
  id: idSchema.optional(),
  /** The text to find in the record's name or id, ignoring case and diacritics. */
  search: z.string().max(500).optional(),
  /** The locations at which, from which or to which a change happened. */
  locations: z.array(idSchema).max(1_000).optional(),
  /** Changes by which one of these holders has, receives or returns an item. */
  holders: z.array(idSchema).max(1_000).optional(),
  /** The earliest time of observation, ISO 8601. */
  since: z.string().max(64).optional(),
  /** The time before which changes were observed, ISO 8601. */
  until: z.string().max(64).optional(),
});
export type ChangeFilter = z.infer<typeof changeFilterSchema>;

/**
 * The combined changes of one record of a view, as old → new. If only unseen changes are requested, only the unseen
 * changes are combined.
 */
export const viewChangeSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  what: z.enum(["entered", "left", "changed"]),
  fields: z.record(z.string(), fieldValues),
  observedAfter: z.string().nullable(),
  observedBefore: z.string(),
});
export type ViewChange = z.infer<typeof viewChangeSchema>;

/** The unseen changes of a view. */
export const unseenChangesSchema = z.strictObject({
  entered: z.int(),
  left: z.int(),
  changed: z.int(),
  /** The changed records, the latest first, up to the requested limit. */
  records: z.array(viewChangeSchema),
  /** The number of the newest evaluated change. It is stored as seen. */
  upTo: z.int(),
  /** True if there are more changes than were evaluated. The numbers are then minimums. */
  more: z.boolean(),
  /** True if some unseen changes are no longer kept, so that they are not counted. */
  cutOff: z.boolean(),
});
export type UnseenChanges = z.infer<typeof unseenChangesSchema>;

/** The observed changes that a copy keeps. */
export const keptHistorySchema = z.strictObject({
  /** The number of observed changes that are kept. */
  changes: z.int(),
  /** The time at which the oldest kept change was observed, ISO 8601; null if no change is kept. */
  since: z.string().nullable(),
  /** True if the oldest changes are being deleted because the limit of bytes is reached. */
  isFull: z.boolean(),
});
export type KeptHistory = z.infer<typeof keptHistorySchema>;
