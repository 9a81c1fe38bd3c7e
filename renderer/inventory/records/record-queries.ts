import { queryOptions } from "@tanstack/react-query";
import { type StoredRecord, MAX_PAGE_ROWS, type Row } from "../../../shared/query/query-calls.ts";
import type { GroupLine, Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA, VERIFIED_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { unknownRecord } from "../names/messages.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";

/** The content of a table: a query, and its groups if it is grouped. */
export interface TableQuery {
  readonly query: Query;
  readonly groups: Groups | null;
}

/** A display row of a table: a record, or the heading of a group. */
export type DisplayRow = Row | GroupLine;

export function isHeading(line: DisplayRow | undefined): line is GroupLine {
  return typeof line?.["group"] === "object" && line["group"] !== null;
}

export function isRow(line: DisplayRow): line is Row {
  return !isHeading(line);
}

export interface Chunk {
  readonly lines: readonly DisplayRow[];
  /** The number of display rows; null until counted. */
  readonly total: number | null;
  /** The number of rows without any filter; null until counted, and for groups. */
  readonly all: number | null;
  readonly revision: number;
  /** The last known counts, from an earlier revision if this answer has no counts. */
  readonly known: Counted | null;
}

/** The number of rows of a result, and of all rows, at a revision. */
export interface Counted {
  readonly total: number;
  readonly all: number;
  readonly revision: number;
}

/** One chunk of a table's display rows. */
export const chunkQuery = (
  { host, profileId }: ConnectionApi,
  resource: Resource,
  { query, groups }: TableQuery,
  chunk: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "rows", query, groups, chunk],
    queryFn: async ({ client, queryKey }): Promise<Chunk> => {
      const input = { profileId, resource, query, offset: chunk * CHUNK_ROWS, limit: CHUNK_ROWS };
      const before = (): Counted | null => client.getQueryData<Chunk>(queryKey)?.known ?? null;
      if (groups) {
        const { lines, total, revision } = await unwrap(host.queryLines({ ...input, groups }));
        return { lines, total, all: null, revision, known: before() };
      }
      const { rows: lines, total, all, revision } = await unwrap(host.queryPage(input));
      const counted = total === null || all === null ? before() : { total, all, revision };
      return { lines, total, all, revision, known: counted };
    },
  });

/** The first chunk of a query's rows. */
export const firstRowsQuery = ({ host, profileId }: ConnectionApi, resource: Resource, query: Query) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "first rows", query],
    queryFn: () => unwrap(host.queryPage({ profileId, resource, query, offset: 0, limit: CHUNK_ROWS })),
  });

/** Rows by their ids, in any order. Rows that the service no longer returns are left out. */
export const rowsByIdsQuery = (
  { host, profileId }: ConnectionApi,
  resource: Resource,
  ids: readonly string[],
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "ids", ids],
    queryFn: () => {
      const query: Query = { version: 1, filter: { field: "id", op: "in", value: [...ids] } };
      return unwrap(host.queryPage({ profileId, resource, query, offset: 0, limit: MAX_PAGE_ROWS }));
    },
  });

/** The number of rows of a query, and of all rows. */
export const countQuery = ({ host, profileId }: ConnectionApi, resource: Resource, query: Query) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "count", query],
    queryFn: () => unwrap(host.queryCount({ profileId, resource, query })),
  });

/** Totals of some number fields within a query's result. */
export const totalsQuery = (
  { host, profileId }: ConnectionApi,
  resource: Resource,
  query: Query,
  fields: readonly string[],
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "totals", query, fields],
    queryFn: () => unwrap(host.queryTotals({ profileId, resource, query, fields: [...fields] })),
  });

/** The distribution of a field's numbers within a query's result. */
export const histogramQuery = (
  { host, profileId }: ConnectionApi,
  resource: Resource,
  query: Query,
  field: string,
  buckets: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "histogram", query, field, buckets],
    queryFn: () => unwrap(host.queryHistogram({ profileId, resource, query, field, buckets })),
  });

/** The place of a row in a query's result, and its neighbours. */
export const neighboursQuery = (
  { host, profileId }: ConnectionApi,
  resource: Resource,
  query: Query,
  groups: Groups | null,
  id: string,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "neighbours", query, groups, id],
    queryFn: () =>
      unwrap(host.queryNeighbours({ profileId, resource, query, id, ...(groups && { groups }) })),
  });

/** The values of a field within a query's result. */
export const facetsQuery = (
  { host, profileId }: ConnectionApi,
  resource: Resource,
  query: Query,
  field: string,
  { search, limit }: { readonly search: string; readonly limit: number },
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "facets", query, field, search, limit],
    queryFn: () =>
      unwrap(
        host.queryFacets({ profileId, resource, query, field, limit, ...(search === "" ? {} : { search }) }),
      ),
  });

export const recordQuery = ({ host, profileId }: ConnectionApi, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "record", id],
    queryFn: () => unwrap(host.getRecord({ profileId, resource, id })),
  });

/** A record's name. Until it is loaded its id; if the record does not exist, the id marked as unknown. */
export function recordName(id: string, record: StoredRecord | null | undefined): string {
  if (record === null) return unknownRecord(id);
  const name = record?.row["name"];
  return typeof name === "string" ? name : id;
}

/** A record as the service has it now. */
export const verifiedQuery = ({ host, profileId }: ConnectionApi, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [VERIFIED_DATA, resource, profileId, id],
    queryFn: () => unwrap(host.refreshRecord({ profileId, resource, id })),
    gcTime: 0,
  });

/** The most attempts to read all rows without a change in between. */
const TRIES = 4;

export interface ReadFrom {
  readonly host: Pick<HostApi, "queryCount" | "queryPage">;
  readonly profileId: string;
}

interface RowTaker<T, Line = Row> {
  take(lines: readonly Line[]): void;
  end(): T;
}

/**
 * Reads a query's rows at one revision; null if they change too fast. @throws AppFailure if the store fails. @param
 * most the most rows to read.
 */
export function readRows<T>(
  from: ReadFrom,
  resource: Resource,
  query: Query,
  begin: (total: number) => RowTaker<T>,
  most: number = Number.POSITIVE_INFINITY,
): Promise<T | null> {
  const { host, profileId } = from;
  return readAtOneRevision(from, resource, query, begin, async (offset, rows) => {
    if (offset >= Math.min(rows, most)) return null;
    const window = { offset, limit: MAX_PAGE_ROWS };
    const answer = await unwrap(host.queryPage({ profileId, resource, query, ...window }));
    return { lines: answer.rows, revision: answer.revision };
  });
}

/** Reads a grouped table's display rows, as `readRows`. @param groups those that are closed show only their heading. */
export function readLines<T>(
  from: ReadFrom & { readonly host: Pick<HostApi, "queryLines"> },
  resource: Resource,
  query: Query,
  groups: Groups,
  begin: (rows: number) => RowTaker<T, DisplayRow>,
): Promise<T | null> {
  const { host, profileId } = from;
  let total: number | null = null;
  return readAtOneRevision(from, resource, query, begin, async (offset, rows) => {
    if (rows === 0 || (offset > 0 && offset === total)) return null;
    const window = { offset, limit: MAX_PAGE_ROWS };
    const answer = await unwrap(host.queryLines({ profileId, resource, query, groups, ...window }));
    total = answer.total;
    return answer;
  });
}

interface ReadPart<Line> {
  readonly lines: readonly Line[];
  readonly revision: number;
}

/** Reads all parts, and begins again if the rows change meanwhile. */
async function readAtOneRevision<T, Line>(
  { host, profileId }: ReadFrom,
  resource: Resource,
  query: Query,
  begin: (rows: number) => RowTaker<T, Line>,
  read: (offset: number, rows: number) => Promise<ReadPart<Line> | null>,
): Promise<T | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { total, revision } = await unwrap(host.queryCount({ profileId, resource, query }));
    const taker = begin(total);
    let offset = 0;
    let part = await read(offset, total);
    while (part !== null && part.revision === revision && part.lines.length > 0) {
      taker.take(part.lines);
      offset += part.lines.length;
      part = await read(offset, total);
    }
    if (part === null) return taker.end();
  }
  return null;
}
