import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { chunkQuery, type TableQuery } from "./result-queries.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";

/** Chunks to fetch ahead: almost half a second at a fast scroll of 500 rows a second. */
const AHEAD = 2;
/** Rows of the largest step that is not a drag of the scrollbar. A drag's direction predicts nothing. */
const FARTHEST = 2 * CHUNK_ROWS;

/** Fetches the rows ahead of a scroll; nothing without one, so that a key press gets its own rows first. */
export function useReadAhead(
  resource: Resource,
  tableQuery: TableQuery,
  { first, last }: { readonly first: number; readonly last: number },
  total: number,
): void {
  const copy = useConnectionApi();
  const client = useQueryClient();
  const before = useRef({ tableQuery, first });
  useEffect(() => {
    const scrolled = before.current.tableQuery === tableQuery ? first - before.current.first : 0;
    before.current = { tableQuery, first };
    if (scrolled === 0 || Math.abs(scrolled) > FARTHEST) return;
    const direction = Math.sign(scrolled);
    const edge = Math.floor((direction > 0 ? last : first) / CHUNK_ROWS);
    const end = Math.floor((total - 1) / CHUNK_ROWS);
    for (let step = 1; step <= AHEAD; step += 1) {
      const chunk = edge + direction * step;
      if (chunk >= 0 && chunk <= end)
        void client.prefetchQuery(chunkQuery(copy, resource, tableQuery, chunk));
    }
  }, [client, copy, resource, tableQuery, first, last, total]);
}

/** Chunks kept out of view, for scrolling on and for returning to a result. */
const MOST_UNUSED = 2;

/** Drops the chunks that were out of view longest. So a long scroll does not fill the heap. */
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
