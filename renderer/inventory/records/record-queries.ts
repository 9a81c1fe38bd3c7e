import { queryOptions } from "@tanstack/react-query";
import { MAX_PAGE_ROWS, type StoredRecord } from "../../../shared/query/query-calls.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA, VERIFIED_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { IDS } from "../names/messages.ts";

/** The query for the first chunk of a result's rows. */
export const firstRowsQuery = ({ host, connectionId }: ConnectionApi, resource: Resource, query: Query) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "first rows", query],
    queryFn: () => unwrap(host.queryPage({ connectionId, resource, query, offset: 0, limit: CHUNK_ROWS })),
  });

/** The query for rows by their ids, in any order. Rows that the service no longer returns are left out. */
export const rowsByIdsQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  ids: readonly string[],
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "ids", ids],
    queryFn: () => {
      const query: Query = { version: 1, filter: { field: "id", op: "in", value: [...ids] } };
      return unwrap(host.queryPage({ connectionId, resource, query, offset: 0, limit: MAX_PAGE_ROWS }));
    },
  });

/** The query for the number of rows in a result; also of all rows. */
export const countQuery = ({ host, connectionId }: ConnectionApi, resource: Resource, query: Query) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "count", query],
    queryFn: () => unwrap(host.queryCount({ connectionId, resource, query })),
  });

/** The query for totals of some number fields over a result. */
export const totalsQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  query: Query,
  fields: readonly string[],
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "totals", query, fields],
    queryFn: () => unwrap(host.queryTotals({ connectionId, resource, query, fields: [...fields] })),
  });

/** The query for the distribution of a field's numbers in a result. */
export const histogramQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  query: Query,
  field: string,
  buckets: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "histogram", query, field, buckets],
    queryFn: () => unwrap(host.queryHistogram({ connectionId, resource, query, field, buckets })),
  });

/** The query for the values of a field in a result. */
export const facetsQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  query: Query,
  field: string,
  { search, limit }: { readonly search: string; readonly limit: number },
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "facets", query, field, search, limit],
    queryFn: () =>
      unwrap(
        host.queryFacets({
          connectionId,
          resource,
          query,
          field,
          limit,
          ...(search === "" ? {} : { search }),
        }),
      ),
  });

export const recordQuery = ({ host, connectionId }: ConnectionApi, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "record", id],
    queryFn: () => unwrap(host.getRecord({ connectionId, resource, id })),
  });

/**
 * The name of a record. Until the record is loaded, it is the id; if the record does not exist, it is the id marked as
 * unknown.
 */
export function recordName(id: string, record: StoredRecord | null | undefined): string {
  if (record === null) return IDS.unknown({ id });
  const name = record?.row["name"];
  return typeof name === "string" ? name : id;
}

/** The query for a record as the service returns it now. */
export const verifiedQuery = ({ host, connectionId }: ConnectionApi, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [VERIFIED_DATA, resource, connectionId, id],
    queryFn: () => unwrap(host.refreshRecord({ connectionId, resource, id })),
    gcTime: 0,
  });
