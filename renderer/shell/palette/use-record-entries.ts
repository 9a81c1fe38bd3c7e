import { keepPreviousData, queryOptions, useQueries } from "@tanstack/react-query";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { recordEntry, recordIds, type Entry } from "./entries.ts";

const LISTED_RECORDS = 8;
/** Locations and types are few, and have names; items come last. */
const ORDER = ["locations", "types", "items"] as const satisfies readonly Resource[];

const firstRows = ({ host, profileId }: ConnectionApi, resource: Resource, query: Query, limit: number) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "palette", query, limit],
    queryFn: () => unwrap(host.queryPage({ profileId, resource, query, offset: 0, limit })),
  });

/** The first records of each resource whose names or ids contain the typed text. */
export function useFoundRecords(typed: string): readonly Entry[] {
  const copy = useConnectionApi();
  const query = compileQuery({ search: typed, chips: [], sort: [] });
  return useQueries({
    queries: ORDER.map((resource) => ({
      ...firstRows(copy, resource, query, LISTED_RECORDS),
      enabled: typed.trim() !== "",
      placeholderData: keepPreviousData,
    })),
    combine: (results) =>
      typed.trim() === ""
        ? []
        : results.flatMap(({ data }, at) =>
            (data?.rows ?? []).map((row) =>
              recordEntry(ORDER[at] ?? "items", String(row["id"]), row["name"]),
            ),
          ),
  });
}

/** The recent records by their current names, without those that no longer exist. */
export function useRecentRecords(keys: readonly string[]): readonly Entry[] {
  const copy = useConnectionApi();
  return useQueries({
    queries: ORDER.map((resource) => {
      const ids = recordIds(resource, keys);
      const query: Query = { version: 1, filter: { field: "id", op: "in", value: ids } };
      return { ...firstRows(copy, resource, query, Math.max(1, ids.length)), enabled: ids.length > 0 };
    }),
    combine: (results) =>
      results.flatMap(({ data }, at) =>
        (data?.rows ?? []).map((row) => recordEntry(ORDER[at] ?? "items", String(row["id"]), row["name"])),
      ),
  });
}
