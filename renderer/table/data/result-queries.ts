import { queryOptions } from "@tanstack/react-query";
import type { HostApi } from "../../../shared/contract.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { LOCAL_DATA } from "../../app/query-client.ts";
import { unwrap } from "../../app/unwrap.ts";

/** Rows come in aligned chunks of this many, so that scrolling back and forth asks for the same ones. */
export const CHUNK_ROWS = 100;

/** One chunk of a query's rows. */
export const chunkQuery = (host: HostApi, resource: Resource, query: Query, chunk: number) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, "rows", query, chunk],
    queryFn: () =>
      unwrap(host.queryWindow({ resource, query, offset: chunk * CHUNK_ROWS, limit: CHUNK_ROWS })),
  });

/** How many rows a query has, of how many in all. */
export const countQuery = (host: HostApi, resource: Resource, query: Query) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, "count", query],
    queryFn: () => unwrap(host.queryCount({ resource, query })),
  });

/** The values of a field within a query's result. */
export const facetsQuery = (
  host: HostApi,
  resource: Resource,
  query: Query,
  field: string,
  { search, limit }: { readonly search: string; readonly limit: number },
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, "facets", query, field, search, limit],
    queryFn: () =>
      unwrap(host.queryFacets({ resource, query, field, limit, ...(search === "" ? {} : { search }) })),
  });

/** A record of the local copy. */
export const recordQuery = (host: HostApi, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, "record", id],
    queryFn: () => unwrap(host.getRecord({ resource, id })),
  });
