import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { chunkQuery, type TableQuery } from "./result-queries.ts";

/** Chunks to fetch ahead: almost half a second at a fast scroll of 500 rows a second. */
const AHEAD = 2;
/** A larger jump in rows from one frame to the next is a drag of the scrollbar, whose direction predicts nothing. */
const FARTHEST = 2 * CHUNK_ROWS;

/**
 * Fetches the rows ahead of a scroll. Without a scroll it fetches nothing, so that a key press gets its own rows first.
 */
export function useReadAhead(
  resource: Resource,
  tableQuery: TableQuery,
  { first, last }: { readonly first: number; readonly last: number },
  total: number,
): void {
  const copy = useLocalCopy();
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
