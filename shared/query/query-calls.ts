import { z } from "zod";
import { fieldNameSchema, idSchema } from "../inventory/resources.ts";
import {
  breakdownRequestSchema,
  breakdownSchema,
  totalsSchema,
  histogramSchema,
  MAX_BUCKETS,
} from "./totals.ts";
import { groupLineSchema, groupsSchema } from "./grouping.ts";
import { meantConnection, ofConnection } from "../inventory/connections.ts";
import { querySchema } from "./query.ts";
import { RESOURCES } from "../inventory/resource-names.ts";
import { appErrorSchema } from "../base/error-schema.ts";
import { changeFilterSchema, listedChangeSchema, unseenChangesSchema } from "../inventory/changes.ts";
import { MAX_VERIFIED } from "../inventory/record-limits.ts";

/** The most rows that can be selected by id. A selection of all rows is stored as a query instead. */
export const MAX_SELECTED = 10_000;
/** The most UTF-16 units of a text for the clipboard. */
export const MAX_COPIED = 10_000_000;
/** The most rows of one page. */
export const MAX_PAGE_ROWS = 500;

/** The part of a list that the caller requests: `limit` entries from `offset` on. */
export const windowShape = {
  offset: z.int().min(0),
  limit: z.int().min(1).max(MAX_PAGE_ROWS),
} as const;

/** A query of a resource, and the connection that the page expects to be open. */
const ofQuery = { ...meantConnection, resource: z.enum(RESOURCES), query: querySchema } as const;

/**
 * A row as the table shows it, with the API's field names. Dates are ISO 8601 in UTC. Each reference has a second field
 * with its name (`locationName`, `materialTypeName`), which is null if the id is not in the copy.
 */
const rowSchema = z.custom<Row>(isRow, "not a row");
export type Row = Readonly<Record<string, string | number | null>>;

/** Checks rows by hand. A schema for each cell would take longer than the store's search. */
function isRow(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  for (const cell of Object.values(value))
    if (cell !== null && typeof cell !== "string" && !Number.isFinite(cell)) return false;
  return true;
}

const line = z.int().nullable();
const neighbour = z.strictObject({ id: z.string(), line }).nullable();

/** The most values of a field that are listed. The limit allows all holders of a large company. */
export const MAX_FACETS = 20_000;

/** The calls that read the rows of a query. */
export const QUERY_CALLS = {
  /**
   * Returns `limit` rows of a result from `offset` on. `total` is the number of rows in the result, `all` the number of
   * rows without any filter. Either number is null until it is counted.
   */
  queryPage: {
    input: z.strictObject({ ...ofQuery, ...windowShape }),
    output: z.strictObject({
      rows: z.array(rowSchema),
      offset: z.int(),
      total: z.int().nullable(),
      all: z.int().nullable(),
      revision: z.int(),
    }),
  },
  /**
   * Returns `limit` display rows of a grouped result from `offset` on, and the total. Display rows are headings, and
   * the rows of open groups.
   */
  queryLines: {
    input: z.strictObject({ ...ofQuery, groups: groupsSchema, ...windowShape }),
    output: z.strictObject({
      lines: z.array(z.union([rowSchema, groupLineSchema])),
      offset: z.int(),
      total: z.int(),
      revision: z.int(),
    }),
  },
  /** Returns the number of rows in a query's result, and the number of all rows. */
  queryCount: {
    input: z.strictObject(ofQuery),
    output: z.strictObject({ total: z.int(), all: z.int(), revision: z.int() }),
  },
  /**
   * Returns the ids of the rows between two rows of a result, both included. One row is given by its id, the other row
   * by its id or its place (with groups: the number of its display row). The list is empty if there are more than
   * `MAX_SELECTED`, or if an end is not in the result.
   */
  queryRange: {
    input: z.strictObject({
      ...ofQuery,
      from: idSchema,
      to: z.union([idSchema, z.int().min(0)]),
      groups: groupsSchema.optional(),
    }),
    output: z.strictObject({ ids: z.array(z.string()).max(MAX_SELECTED), count: z.int() }),
  },
  /**
   * Returns a row's place in a query's result, from 0, and its neighbours. If the result does not contain the row,
   * `place` is null and the neighbours are missing. `line` is the place or, in groups, the display row; null if the
   * row's group is closed.
   */
  queryNeighbours: {
    input: z.strictObject({ ...ofQuery, id: idSchema, groups: groupsSchema.optional() }),
    output: z.strictObject({
      place: z.int().nullable(),
      line,
      total: z.int(),
      before: neighbour,
      after: neighbour,
    }),
  },
  /**
   * Finds the first row, from a place on, whose name begins with a text. Null if no name begins with the text. The
   * search wraps around at the end. In groups, places are display rows, and rows of closed groups are skipped.
   */
  queryTypeAhead: {
    input: z.strictObject({
      ...ofQuery,
      text: z.string().min(1).max(200),
      from: z.int().min(0),
      groups: groupsSchema.optional(),
    }),
    output: z.strictObject({ place: z.int().nullable() }),
  },
  /** Returns the count, sum, smallest and largest number of fields in a result. */
  queryTotals: {
    input: z.strictObject({ ...ofQuery, fields: z.array(fieldNameSchema).max(100) }),
    output: totalsSchema,
  },
  /**
   * Returns a result in groups. Each group is divided into parts, with the number of rows and the totals of each part.
   * The groups with the most rows come first.
   */
  queryBreakdown: {
    input: z.strictObject({ ...ofQuery, breakdown: breakdownRequestSchema }),
    output: breakdownSchema,
  },
  /** Returns the distribution of one field's numbers in a result, in buckets of equal width. */
  queryHistogram: {
    input: z.strictObject({ ...ofQuery, field: fieldNameSchema, buckets: z.int().min(1).max(MAX_BUCKETS) }),
    output: histogramSchema,
  },
  /** Returns the values of one field in a result, the most frequent first. A reference has its name. */
  queryFacets: {
    input: z.strictObject({
      ...ofQuery,
      field: fieldNameSchema,
      /** Only values whose text contains this search are returned. */
      search: z.string().max(500).optional(),
      limit: z.int().min(1).max(MAX_FACETS),
    }),
    output: z.strictObject({
      values: z.array(z.strictObject({ value: z.string(), label: z.string().nullable(), count: z.int() })),
      empty: z.int(),
      /** The number of distinct values. Only `limit` of them are listed. */
      distinct: z.int(),
    }),
  },
  /** Describes a query in sentences: search, filters, order. */
  describeQuery: { input: z.strictObject(ofQuery), output: z.array(z.string()) },
} as const;

const resource = z.enum(RESOURCES);
/** The id of one record, and the connection that the page expects to be open. */
const ofRecord = z.strictObject({ ...meantConnection, resource, id: idSchema });
/** The name under which the page counts the unseen changes of a view. */
const viewName = z.string().min(1).max(200);

/** One record with all of its stored data. */
const recordSchema = z.strictObject({
  resource,
  row: rowSchema,
  /** The record as the service sent it, including unknown fields. */
  raw: z.record(z.string(), z.unknown()),
  /** The time at which this record was last received, ISO 8601. */
  fetchedAt: z.string(),
});
export type StoredRecord = z.infer<typeof recordSchema>;

/** The calls for single records and for observed changes. */
export const RECORD_CALLS = {
  /** Returns a record of the local copy, present or past; null if the copy did not contain it. */
  getRecord: {
    input: ofRecord.extend({ asOf: querySchema.shape.asOf }),
    output: recordSchema.nullable(),
  },
  /** Requests a record from the service (`getItem` and its siblings), stores it and returns it. */
  refreshRecord: { input: ofRecord, output: recordSchema },
  /**
   * Requests up to 50 records from the service and stores the answers. A record that the service no longer has
   * disappears from the tables.
   */
  verifyRecords: {
    input: z.strictObject({ ...meantConnection, resource, ids: z.array(idSchema).min(1).max(MAX_VERIFIED) }),
    output: z.array(
      z.strictObject({
        id: z.string(),
        outcome: z.enum(["same", "changed", "gone", "failed"]),
        error: appErrorSchema.nullable(),
      }),
    ),
  },
  /**
   * Returns observed changes, the newest first. With `upTo`, the list does not grow at its top while the user reads it.
   */
  queryChanges: {
    input: z.strictObject({
      ...meantConnection,
      filter: changeFilterSchema,
      upTo: z.int().min(0).optional(),
      ...windowShape,
    }),
    output: z.strictObject({ changes: z.array(listedChangeSchema), total: z.int() }),
  },
  /**
   * Returns the changes of a view since `markSeen`. If the view was never marked, `seen` is false and all numbers are
   * 0.
   */
  queryUnseen: {
    input: z.strictObject({
      ...meantConnection,
      view: viewName,
      resource,
      query: querySchema,
      limit: z.int().min(0).max(MAX_PAGE_ROWS),
    }),
    output: unseenChangesSchema.extend({ seen: z.boolean() }),
  },
  /** Marks a view as seen, up to the change with a number. */
  markSeen: {
    input: z.strictObject({ ...meantConnection, view: viewName, number: z.int().min(0) }),
    output: z.undefined(),
  },
} as const;

export const RECORD_PUSHES = {
  /** Pushed after a view was marked as seen in any window. */
  seen: z.strictObject({ ...ofConnection, view: viewName }),
} as const;
