import { z } from "zod";
import { differenceFilterSchema, differenceSchema } from "./differences.ts";
import { appErrorSchema } from "../domain/error-schema.ts";
import { profileIdSchema } from "../domain/profiles.ts";
import { querySchema } from "../query/query.ts";
import { RESOURCES } from "../domain/resource-names.ts";

/** How far a comparison with an earlier export is; `asking`: a person has to say with what. */
export const COMPARISON_STATES = ["reading", "asking", "comparing", "done", "failed", "cancelled"] as const;

/** What has to be known before a file can be compared. */
const questionSchema = z.strictObject({
  /** The tables that the file's columns fit to. */
  resources: z.array(z.enum(RESOURCES)).min(1),
  /** False where nothing tells which rows the file had, and a person has to choose. */
  knowsRows: z.boolean(),
  /** The connection that the file names, if it is not the open one. */
  otherProfile: z.string().nullable(),
});

/** The file. */
const originSchema = z.strictObject({
  /** When its rows were written, ISO 8601: as the file says, else as the file system does. */
  writtenAt: z.string(),
  /** Where the query comes from that says which rows it had; null where a person chose. */
  from: z.enum(["file", "manifest", "past_export"]).nullable(),
  /** The name of the exported view. */
  view: z.string().nullable(),
  rows: z.int(),
  /** Names of columns that were not compared, since Stockdeck has no such. */
  ignored: z.array(z.string()),
});

const outcomeSchema = z.strictObject({
  resource: z.enum(RESOURCES),
  added: z.int(),
  gone: z.int(),
  changed: z.int(),
  same: z.int(),
  /** Columns that differ somewhere, with in how many rows. */
  columns: z.array(z.strictObject({ name: z.string(), label: z.string(), rows: z.int() })),
  /** What was not compared, and why, in sentences. */
  notes: z.array(z.string()),
  /** The rows that it was compared with, as sentences. */
  words: z.array(z.string()),
});

/** A comparison of a file with the present rows: progress and result. */
export const comparisonSchema = z.strictObject({
  id: z.uuid(),
  profileId: profileIdSchema,
  state: z.enum(COMPARISON_STATES),
  /** The file's name, without its folder. */
  file: z.string(),
  /** How many rows are read or compared so far. */
  rows: z.int(),
  /** Null until it is known. */
  total: z.int().nullable(),
  question: questionSchema.nullable(),
  origin: originSchema.nullable(),
  outcome: outcomeSchema.nullable(),
  error: appErrorSchema.nullable(),
});
export type Comparison = Readonly<z.infer<typeof comparisonSchema>>;

/** The most differences that one call may ask for. */
const MAX_DIFFERENCES = 500;

/** The calls of comparisons, part of the contract. */
export const COMPARISON_CALLS = {
  /**
   * Asks for a file, and compares it with the present rows; answers as soon as it is read (`comparison`), null where
   * none was chosen. One comparison is open at a time.
   */
  openComparison: {
    input: z.strictObject({ profileId: profileIdSchema }),
    output: z.strictObject({ id: z.uuid().nullable() }),
  },
  /** The same with the file of one of the last exports. */
  compareExport: {
    input: z.strictObject({ profileId: profileIdSchema, exportId: z.uuid() }),
    output: z.strictObject({ id: z.uuid() }),
  },
  /** Answers the question which rows the file is compared with; null for those that the file names. */
  answerComparison: {
    input: z.strictObject({
      id: z.uuid(),
      rows: z.strictObject({ resource: z.enum(RESOURCES), query: querySchema }).nullable(),
    }),
    output: z.undefined(),
  },
  cancelComparison: { input: z.strictObject({ id: z.uuid() }), output: z.undefined() },
  /** The comparison that is open, however far it is. */
  getComparison: {
    input: z.strictObject({ profileId: profileIdSchema }),
    output: comparisonSchema.nullable(),
  },
  /** Differences `offset` to `offset + limit` of those wanted, in the order of the rows. */
  queryDifferences: {
    input: z.strictObject({
      id: z.uuid(),
      filter: differenceFilterSchema,
      offset: z.int().min(0),
      limit: z.int().min(1).max(MAX_DIFFERENCES),
    }),
    output: z.strictObject({ differences: z.array(differenceSchema), total: z.int() }),
  },
} as const;
