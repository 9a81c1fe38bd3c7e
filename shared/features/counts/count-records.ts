import { COUNT_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { changeTypeSchema } from "../../inventory/changes.ts";
import { idSchema } from "../../inventory/resources.ts";
import { FINDING_KINDS, type CountedItem } from "./reconcile.ts";

/** The most items that a count expects. */
export const MAX_EXPECTED = 20_000;
/** The most counts that a connection keeps. */
export const MAX_COUNTS = 100;
/** The most scans that the counts of a connection keep. Ticks and imported rows are scans too. */
const MAX_SCANS = 60_000;
/** The most lists that a connection keeps. Each list has up to `ROWS_IN_LIST` rows. */
const MAX_LISTS = 100;
/** The most rows of a list that are stored in one record. */
export const ROWS_IN_LIST = 500;
/**
 * The number of characters after which a list continues in the next record. A record of a team can have up to
 * `MAX_TEAM_VALUE`.
 */
export const CHARACTERS_IN_LIST = 450_000;
/**
 * The most characters of a scanned text that are kept. The largest QR code has more characters, but no id is that long.
 */
export const MAX_SCANNED_TEXT = 500;

/** The name of a count. */
export const countNameSchema = z.string().trim().min(1).max(200);
const nameSchema = z.string();

/** The scope of a count: a location, a view, or all items. Names are kept as they were at the start of the count. */
export const countScopeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("all") }),
  z.strictObject({ kind: z.literal("location"), id: idSchema, name: nameSchema.max(1_000) }),
  z.strictObject({ kind: z.literal("view"), name: nameSchema.max(1_000) }),
]);
export type CountScope = z.infer<typeof countScopeSchema>;

/** The user's choices at the start of a count. */
export const countPlanShape = {
  name: countNameSchema,
  scope: countScopeSchema,
  /** The percentage of rows that are drawn at random; 100 to count all rows. */
  share: z.number().gt(0).max(100),
  /** Whether the list and its amounts stay hidden until the count is closed. */
  blind: z.boolean(),
  /** Whether items that are checked out are expected too. */
  withCheckedOut: z.boolean(),
  /** The tolerance in percent of the recorded length or weight. Larger differences are listed. */
  tolerance: z.number().min(0).max(100),
} as const;

const instant = z.iso.datetime();

/** The label of a workstation of a team. */
const labelSchema = z.string().max(1_000);

/** The result of a team's count. */
const teamResultSchema = z.strictObject({
  /** The name of the result's list. Each result has its own list, so that two results never mix. */
  list: z.string().regex(/^findings(-[0-9a-f]{8})?$/),
  /** The number of the list's parts. */
  parts: z.int().min(0),
  /** The number of scans that were compared, and the checksum of these scans. */
  scans: z.int().min(0),
  checksum: z.string().max(64),
});

/** The additional data of a count that is shared with a team. */
const teamOfCountSchema = z.strictObject({
  /** The workstations that shared and closed the count. `closedBy` is null while the count is open. */
  sharedBy: labelSchema,
  closedBy: labelSchema.nullable(),
  /** The number of parts of the list of expected items. The list stays after the count was closed. */
  parts: z.int().min(0),
  /** Null while the count is open. */
  result: teamResultSchema.nullable(),
});

/** A count. */
const countSchema = z.strictObject({
  ...countPlanShape,
  startedAt: instant,
  /**
   * The number of the last observed change at the start of the count. Changes with higher numbers were observed during
   * the count.
   */
  changeNumber: z.int(),
  /** The number of expected items. */
  expected: z.int(),
  /** The location of all rows of the list; null if the rows have several locations or none. */
  place: idSchema.nullable(),
  closedAt: instant.nullable(),
  /**
   * The time of the service's last answer for the missing items, by its own clock. Null while the result is not
   * verified.
   */
  verifiedAt: instant.nullable(),
  /** Absent for a count of this workstation alone. */
  team: teamOfCountSchema.optional(),
});
export type Count = Readonly<z.infer<typeof countSchema>>;

const amount = z.number().nullable();

/** The ways to count an item. */
export const COUNTED_BY = ["scan", "typed", "tick", "file"] as const;

/** One scan, tick, typed text or imported row. */
export const countScanSchema = z.strictObject({
  text: z.string().max(MAX_SCANNED_TEXT),
  /** The item that the text names; null if it names none. */
  itemId: idSchema.nullable(),
  /** The item's name when it was scanned. */
  name: idSchema.nullable(),
  by: z.enum(COUNTED_BY),
  at: instant,
  /** The measured length and weight in the service's unit; null if the amount was not measured. */
  length: amount,
  weight: amount,
  /** The label of the workstation that counted the item; absent without a team. */
  desk: labelSchema.optional(),
});
export type CountScan = Readonly<z.infer<typeof countScanSchema>>;

const text = idSchema.nullable();

/** An item in a count's list: the part of its record that a count needs. */
const itemSchema: z.ZodType<CountedItem> = z.strictObject({
  id: idSchema,
  name: idSchema,
  typeId: text,
  locationId: text,
  status: text,
  length: amount,
  weight: amount,
});

/** A row of a count's frozen list. */
const expectedSchema = z.strictObject({
  item: itemSchema,
  /** False for a row that was not drawn, because only a random share is counted. */
  isDrawn: z.boolean(),
});

/** A count's finding about one item or unknown text. */
export const findingSchema = z.strictObject({
  kind: z.enum(FINDING_KINDS),
  text: text,
  item: itemSchema.nullable(),
  now: itemSchema.nullable(),
  isGone: z.boolean(),
  scans: z.int(),
  length: amount,
  weight: amount,
  lengthDiffers: z.boolean(),
  weightDiffers: z.boolean(),
  explained: z.strictObject({ type: changeTypeSchema, after: text, before: idSchema }).nullable(),
});

/**
 * The rows of one list of a count: the frozen list of expected items while the count is open, the findings once it is
 * closed.
 */
const countListSchema = z.discriminatedUnion("of", [
  z.strictObject({ of: z.literal("expected"), rows: z.array(expectedSchema).max(ROWS_IN_LIST) }),
  z.strictObject({ of: z.literal("findings"), rows: z.array(findingSchema).max(ROWS_IN_LIST) }),
]);

/** The counts of a connection, by their ids. */
export const COUNTS = {
  name: "counts",
  record: countSchema,
  maxRecords: MAX_COUNTS,
  tooMany: COUNT_LIMITS.counts({ most: String(MAX_COUNTS) }),
} as const satisfies ConnectionDocument;

/** The scans of all counts. The id of a record is the count's id, a slash and the scan's number. */
export const COUNT_SCANS = {
  name: "countScans",
  record: countScanSchema,
  maxRecords: MAX_SCANS,
  tooMany: COUNT_LIMITS.scans({ most: String(MAX_SCANS) }),
} as const satisfies ConnectionDocument;

/**
 * The lists of all counts, in parts. The id of a record is the count's id, a slash, the name of the list and the number
 * of the part.
 */
export const COUNT_LISTS = {
  name: "countLists",
  record: countListSchema,
  maxRecords: MAX_LISTS,
  tooMany: COUNT_LIMITS.rows,
} as const satisfies ConnectionDocument;
