import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import type { TableQuery } from "./result-queries.ts";

/** Chunks out of view that are kept, for scrolling on and for going back to a result. */
const MOST_UNUSED = 2;

/**
 * Drops the chunks that were out of view longest, so that a long scroll does not fill the heap: the store returns each of
 * them again in a few milliseconds.
 * @param first the first chunk in view.
 */
export function useFewChunks(resource: Resource, tableQuery: TableQuery, first: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const unused = cache
      .findAll({ queryKey: [LOCAL_DATA, resource], type: "inactive", fetchStatus: "idle" })
      .filter(({ queryKey }) => queryKey[3] === "rows")
      .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
    for (const query of unused.slice(MOST_UNUSED)) cache.remove(query);
    // Runs when other chunks come into view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, resource, tableQuery, first]);
}
