import { z } from "zod";
import { fieldNameSchema, idSchema } from "../inventory/ids.ts";
import { breakdownRequestSchema, breakdownSchema } from "./breakdown.ts";
import { groupLineSchema, groupsSchema } from "./grouping.ts";
import { histogramSchema, MAX_BUCKETS } from "./histogram.ts";
import { meantProfile } from "../inventory/profiles.ts";
import { querySchema } from "./query.ts";
import { RESOURCES } from "../inventory/resource-names.ts";
import { totalsSchema } from "./totals.ts";

/** The most rows that can be selected by id. "Everything" is selected by its query instead. */
export const MAX_SELECTED = 10_000;
/** The most rows that one window may ask for. */
export const MAX_WINDOW_ROWS = 500;

/** Places `offset` to `offset + limit` of a list. */
export const windowShape = {
  offset: z.int().min(0),
  limit: z.int().min(1).max(MAX_WINDOW_ROWS),
} as const;

/** A query of a resource, and the profile that the page means. */
const ofQuery = { ...meantProfile, resource: z.enum(RESOURCES), query: querySchema } as const;

/**
 * A row as the table shows it: the API's own field names, dates as ISO 8601 in UTC, and beside each reference
 * the name that it stands for (`locationName`, `materialTypeName`; null if the id is unknown here).
 */
export const rowSchema = z.custom<Row>(isRow, "not a row");
export type Row = Readonly<Record<string, string | number | null>>;

/** By hand: a schema of each cell's would take longer than the store takes to find the rows of a key. */
function isRow(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  for (const cell of Object.values(value))
    if (cell !== null && typeof cell !== "string" && !Number.isFinite(cell)) return false;
  return true;
}

const line = z.int().nullable();
const neighbour = z.strictObject({ id: z.string(), line }).nullable();

/** The most values of a field that are listed at once: all holders of a large company. */
export const MAX_FACETS = 20_000;

/** The calls of the contract that read the rows of a query. */
export const QUERY_CALLS = {
  /**
   * Rows `offset` to `offset + limit` of a query's result, of how many (`total`), of how many without any filter (`all`);
   * null if that is not counted yet.
   */
  queryWindow: {
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
   * Lines `offset` to `offset + limit` of a query's result in groups, of how many: headings, and the rows of groups that
   * are open.
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
  /** How many rows a query has, of how many in all. */
  queryCount: {
    input: z.strictObject(ofQuery),
    output: z.strictObject({ total: z.int(), all: z.int(), revision: z.int() }),
  },
  /**
   * The ids of the rows between two of a query's result, both included: a row by its id, the other end by its id or by
   * its place (in groups: by its line). None if there are more than `MAX_SELECTED`, or if an end is not in the result.
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
   * Where a row stands in a query's result, counted from 0, of how many, and the rows before and after it. `place` is
   * null, and there are no neighbours, if the result does not have it; `line` is the place or, in groups, the line,
   * null if its group is closed.
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
   * The first row of a query's result, from a place on and around its end, whose name begins with a text; null if
   * none does. In groups places are lines, and rows of closed ones are passed over.
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
  /** Count, sum, smallest and largest of some number fields within a query's result. */
  queryTotals: {
    input: z.strictObject({ ...ofQuery, fields: z.array(fieldNameSchema).max(100) }),
    output: totalsSchema,
  },
  /** A query's result in groups, each divided into parts with their rows and totals; the groups with most rows first. */
  queryBreakdown: {
    input: z.strictObject({ ...ofQuery, breakdown: breakdownRequestSchema }),
    output: breakdownSchema,
  },
  /** How the numbers of one field are spread over a query's result, in buckets of equal width. */
  queryHistogram: {
    input: z.strictObject({ ...ofQuery, field: fieldNameSchema, buckets: z.int().min(1).max(MAX_BUCKETS) }),
    output: histogramSchema,
  },
  /** The values of one field within a query's result, the most frequent first, with names for references. */
  queryFacets: {
    input: z.strictObject({
      ...ofQuery,
      field: fieldNameSchema,
      /** Narrows the values to those whose text contains this. */
      search: z.string().max(500).optional(),
      limit: z.int().min(1).max(MAX_FACETS),
    }),
    output: z.strictObject({
      values: z.array(z.strictObject({ value: z.string(), label: z.string().nullable(), count: z.int() })),
      empty: z.int(),
      /** How many distinct values there are, though only `limit` of them are listed. */
      distinct: z.int(),
    }),
  },
  /** A query as sentences: search, filters, order. */
  describeQuery: { input: z.strictObject(ofQuery), output: z.array(z.string()) },
} as const;
