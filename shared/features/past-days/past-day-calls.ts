import { z } from "zod";
import { viewChangeSchema } from "../../inventory/changes.ts";
import { meantConnection, ofConnection } from "../../inventory/connections.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";
import { querySchema } from "../../query/query.ts";

/** The most differences in one answer. */
export const MAX_DIFFERENCES = 5_000;

/** A past day whose rows are rebuilt. */
const pastDaySchema = z.strictObject({
  day: z.iso.date(),
  /** The end of the day, ISO 8601. Queries for the rows of this day have it as `asOf`. */
  asOf: z.string(),
  /** The time of the last refresh before the end of the day, ISO 8601. The rows are as this refresh saw them. */
  refreshedAt: z.string(),
});
export type PastDay = Readonly<z.infer<typeof pastDaySchema>>;

const differencesSchema = z.strictObject({
  entered: z.int(),
  left: z.int(),
  changed: z.int(),
  records: z.array(viewChangeSchema).max(MAX_DIFFERENCES),
});
export type PastDifferences = z.infer<typeof differencesSchema>;

/** The calls of past days. */
export const PAST_DAY_CALLS = {
  /** Returns the time since when rows can be rebuilt, ISO 8601; null before the end of the first pull. */
  queryObservedSince: {
    input: z.strictObject(meantConnection),
    output: z.strictObject({ since: z.string().nullable() }),
  },
  /**
   * Rebuilds the rows of a past day in this computer's time zone. A push reports the progress. The call fails with
   * `not_observed` for a day before the first observation, and with `cancelled` if `closePastDay` stops the call.
   */
  openPastDay: { input: z.strictObject({ ...meantConnection, day: z.iso.date() }), output: pastDaySchema },
  /** Frees the memory of the open past day, or stops rebuilding it. */
  closePastDay: { input: z.strictObject(meantConnection), output: z.undefined() },
  /** The rows that entered a query's result, left it or changed since `asOf`. */
  queryDifferences: {
    input: z.strictObject({
      ...meantConnection,
      resource: z.enum(RESOURCES),
      query: querySchema.required({ asOf: true }),
      offset: z.int().min(0),
      limit: z.int().min(1).max(MAX_DIFFERENCES),
    }),
    output: differencesSchema,
  },
} as const;

export const PAST_DAY_PUSHES = {
  /** The progress of rebuilding a past day. `done` and `total` are numbers of changes to undo. */
  pastDayProgress: z.strictObject({ ...ofConnection, day: z.iso.date(), done: z.int(), total: z.int() }),
} as const;
