import { queryOptions } from "@tanstack/react-query";
import type { Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { CHUNK_ROWS } from "../../inventory/records/chunk-rows.ts";
import type { DisplayRow } from "../../inventory/records/read-rows.ts";

/** The content of a table: a query, and its groups if it is grouped. */
export interface TableQuery {
  readonly query: Query;
  readonly groups: Groups | null;
}

export interface Chunk {
  readonly lines: readonly DisplayRow[];
  /** The number of display rows; null until it is counted. */
  readonly total: number | null;
  /** The number of rows without any filter. Null until it is counted, and for a grouped table. */
  readonly all: number | null;
  readonly revision: number;
  /** The last known numbers. If this answer has no numbers, they are from an earlier revision. */
  readonly known: Counted | null;
}

/** The numbers of a result's rows and of all rows, both at one revision. */
export interface Counted {
  readonly total: number;
  readonly all: number;
  readonly revision: number;
}

/** The query for one chunk of a table's display rows. */
export const chunkQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  { query, groups }: TableQuery,
  chunk: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "rows", query, groups, chunk],
    queryFn: async ({ client, queryKey }): Promise<Chunk> => {
      const input = { connectionId, resource, query, offset: chunk * CHUNK_ROWS, limit: CHUNK_ROWS };
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

/** The query for the place of a row in a result, and for its neighbours. */
export const neighboursQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  query: Query,
  groups: Groups | null,
  id: string,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "neighbours", query, groups, id],
    queryFn: () =>
      unwrap(host.queryNeighbours({ connectionId, resource, query, id, ...(groups && { groups }) })),
  });
