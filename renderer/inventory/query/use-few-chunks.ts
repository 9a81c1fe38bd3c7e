import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import type { TableQuery } from "./result-queries.ts";

/** Chunks out of sight that stay here: several screens in the direction of a scroll, or the results one goes back to. */
const MOST_UNUSED = 2;

/**
 * Lets go of chunks of rows that were looked at longest ago, so that a long scroll fills the heap no more than a short one
 * does: the store has each of them again in a few milliseconds.
 * @param tableQuery what is looked at. @param first the first chunk of it in sight.
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
    // Whenever others come into sight.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, resource, tableQuery, first]);
}
