import { z } from "zod";
import { COMMAND_NAMES } from "./commands.ts";
import { profileIdSchema } from "../domain/profiles.ts";
import { querySchema } from "../query/query.ts";
import { MAX_TEXT_LENGTH, RESOURCES } from "../domain/resource-names.ts";
import { MAX_ROUTE, MAX_WINDOWS, type RecordKey } from "./window-names.ts";

/** A window's number, which names it for as long as it is open, and over restarts. */
export const windowNumberSchema = z.int().min(1).max(MAX_WINDOWS);

/** Where a page stands: its address behind the `#`, percent-encoded. A longer one is no screen of ours. */
export const routeSchema = z
  .string()
  .max(MAX_ROUTE)
  .regex(/^\/[\x21-\x7e]*$/);

export const recordKeySchema = z.strictObject({
  profileId: profileIdSchema,
  resource: z.enum(RESOURCES),
  id: z.string().min(1).max(MAX_TEXT_LENGTH),
}) satisfies z.ZodType<RecordKey>;

/** A record to open in a window of its own; `listContext` is the query of the table that it is opened from. */
const recordInListSchema = recordKeySchema.extend({ listContext: querySchema.optional() });

/** What a record's own window has its tables' window do: show a route, or carry out a command. */
const forTablesSchema = z.union([
  z.strictObject({ route: routeSchema }),
  z.strictObject({ command: z.enum(COMMAND_NAMES) }),
]);

/**
 * The calls that open windows, part of the contract. Which window asks, the host knows. Where they say which window was
 * opened, a browser's page has to open its tab; null where none was, for one that was open already came to the front.
 */
export const WINDOW_CALLS = {
  /** Another window at that route, whose tables begin as those of the asking one. */
  openWindow: {
    input: z.strictObject({ route: routeSchema }),
    output: z.strictObject({ opened: windowNumberSchema.nullable() }),
  },
  /** A window with one record's details, from which one goes on to the others of its table. */
  openRecordWindow: {
    input: recordInListSchema,
    output: z.strictObject({ opened: windowNumberSchema.nullable() }),
  },
  /** From a record's own window: it shows that record of the same kind now. From any other one it means nothing. */
  showRecord: { input: recordKeySchema.pick({ id: true }), output: z.undefined() },
  /** For a record's own window: the window of tables that it came from, else the last one used, else a new one. */
  showInTables: {
    input: forTablesSchema,
    output: z.strictObject({ opened: windowNumberSchema.nullable() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
