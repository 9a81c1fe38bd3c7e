import { z } from "zod";
import { appErrorSchema } from "../base/error-schema.ts";
import { changeFilterSchema, listedChangeSchema, unseenChangesSchema } from "../inventory/changes.ts";
import { idSchema } from "../inventory/resources.ts";
import { meantProfile, ofProfile } from "../inventory/profiles.ts";
import { RESOURCES } from "../inventory/resource-names.ts";
import { MAX_VERIFIED } from "../inventory/verification.ts";
import { querySchema } from "./query.ts";
import { MAX_PAGE_ROWS, rowSchema, windowShape } from "./query-calls.ts";

const resource = z.enum(RESOURCES);
/** One record, and the profile that the page means. */
const ofRecord = z.strictObject({ ...meantProfile, resource, id: idSchema });
/** A view whose unseen changes are counted, by a name that the page gives it. */
const viewName = z.string().min(1).max(200);

/** One record with everything that is stored of it. */
const recordSchema = z.strictObject({
  resource,
  row: rowSchema,
  /** The record as the service sent it, unknown fields included. */
  raw: z.record(z.string(), z.unknown()),
  /** When this record was last received, ISO 8601. */
  fetchedAt: z.string(),
});
export type StoredRecord = z.infer<typeof recordSchema>;

/** The calls of single records and of observed changes. */
export const RECORD_CALLS = {
  /** A record from the local copy; null if it is not there. */
  getRecord: { input: ofRecord, output: recordSchema.nullable() },
  /** Asks the service for the record (`getItem` and its siblings), stores it and answers it. */
  refreshRecord: { input: ofRecord, output: recordSchema },
  /** Asks the service for each of up to 50 records and stores what comes; what it no longer has is hidden. */
  verifyRecords: {
    input: z.strictObject({ ...meantProfile, resource, ids: z.array(idSchema).min(1).max(MAX_VERIFIED) }),
    output: z.array(
      z.strictObject({
        id: z.string(),
        outcome: z.enum(["same", "changed", "gone", "failed"]),
        error: appErrorSchema.nullable(),
      }),
    ),
  },
  /** Observed changes, the newest first; `upTo` keeps a list from growing at its top while the user reads it. */
  queryChanges: {
    input: z.strictObject({
      ...meantProfile,
      filter: changeFilterSchema,
      upTo: z.int().min(0).optional(),
      ...windowShape,
    }),
    output: z.strictObject({ changes: z.array(listedChangeSchema), total: z.int() }),
  },
  /** The changes of a view since `markSeen`. If it was never marked, `seen` is false and all counts are 0. */
  queryUnseen: {
    input: z.strictObject({
      ...meantProfile,
      view: viewName,
      resource,
      query: querySchema,
      limit: z.int().min(0).max(MAX_PAGE_ROWS),
    }),
    output: unseenChangesSchema.extend({ seen: z.boolean() }),
  },
  /** The view was looked at, up to that change. */
  markSeen: {
    input: z.strictObject({ ...meantProfile, view: viewName, number: z.int().min(0) }),
    output: z.undefined(),
  },
} as const;

export const RECORD_PUSHES = {
  /** A view was marked as seen in any window. */
  seen: z.strictObject({ ...ofProfile, view: viewName }),
} as const;
