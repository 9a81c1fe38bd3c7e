import { z } from "zod";
import { appErrorSchema } from "./error-schema.ts";
import { CSV_DELIMITERS, DECIMAL_SIGNS, EXPORT_FORMATS } from "./export-formats.ts";
import { profileIdSchema } from "./profiles.ts";
import { querySchema } from "./query.ts";
import { RESOURCES } from "./resource-names.ts";
import { viewDefinitionSchema } from "./views.ts";

/** Exports that are remembered of a profile. */
export const REMEMBERED_EXPORTS = 20;

/** What a person wants exported, and how; it can be asked for again. */
export const exportRequestSchema = z
  .strictObject({
    profileId: profileIdSchema,
    resource: z.enum(RESOURCES),
    query: querySchema,
    /** The view that was on screen; its definition is what the table showed, changed or not. */
    view: z.strictObject({ name: z.string().min(1).max(200), definition: viewDefinitionSchema }).nullable(),
    /** Fields and joined names, in their order. */
    columns: z.array(z.string().max(200)).min(1).max(100),
    format: z.enum(EXPORT_FORMATS),
    dialect: z.strictObject({ delimiter: z.enum(CSV_DELIMITERS), decimal: z.enum(DECIMAL_SIGNS) }),
    /** Whether a manifest is written beside the file. */
    manifest: z.boolean(),
    /** Asks the service first: for each of up to 50 rows, else for what changed since the last refresh. */
    verifyFirst: z.boolean(),
  })
  .refine(({ dialect }) => dialect.delimiter !== dialect.decimal, "the comma cannot be both signs");
export type ExportRequest = Readonly<z.infer<typeof exportRequestSchema>>;

/** How far an export is. */
export const EXPORT_STATES = ["waiting", "verifying", "writing", "done", "failed", "cancelled"] as const;

export const exportProgressSchema = z.strictObject({
  id: z.uuid(),
  state: z.enum(EXPORT_STATES),
  request: exportRequestSchema,
  /** The scheduled export (shared/schedules.ts) that runs by itself; null for one that a person asked for. */
  schedule: z.uuid().nullable().default(null),
  /** When it began, ISO 8601. */
  startedAt: z.string(),
  /** The whole path of the file. */
  file: z.string(),
  rows: z.int(),
  /** Null until it is known. */
  total: z.int().nullable(),
  rowsPerSecond: z.number().nullable(),
  msLeft: z.number().nullable(),
  error: appErrorSchema.nullable(),
});
export type ExportProgress = Readonly<z.infer<typeof exportProgressSchema>>;
