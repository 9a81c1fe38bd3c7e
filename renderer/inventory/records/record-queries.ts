import { queryOptions } from "@tanstack/react-query";
import { MAX_PAGE_ROWS, type StoredRecord } from "../../../shared/query/query-calls.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA, VERIFIED_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { IDS } from "../names/messages.ts";

/** The first chunk of a query's rows. */
export const firstRowsQuery = ({ host, connectionId }: ConnectionApi, resource: Resource, query: Query) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "first rows", query],
    queryFn: () => unwrap(host.queryPage({ connectionId, resource, query, offset: 0, limit: CHUNK_ROWS })),
  });

/** Rows by their ids, in any order. Rows that the service no longer returns are left out. */
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

/** The number of rows of a query, and of all rows. */
export const countQuery = ({ host, connectionId }: ConnectionApi, resource: Resource, query: Query) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "count", query],
    queryFn: () => unwrap(host.queryCount({ connectionId, resource, query })),
  });

/** Totals of some number fields within a query's result. */
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

/** The distribution of a field's numbers within a query's result. */
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

/** The values of a field within a query's result. */
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

/** A record's name. Until it is loaded its id; if the record does not exist, the id marked as unknown. */
export function recordName(id: string, record: StoredRecord | null | undefined): string {
  if (record === null) return IDS.unknown({ id });
  const name = record?.row["name"];
  return typeof name === "string" ? name : id;
}

/** A record as the service has it now. */
export const verifiedQuery = ({ host, connectionId }: ConnectionApi, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [VERIFIED_DATA, resource, connectionId, id],
    queryFn: () => unwrap(host.refreshRecord({ connectionId, resource, id })),
    gcTime: 0,
  });
