import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { chunkQuery, type TableQuery } from "./result-queries.ts";

/** Chunks that are asked for ahead: at the speed of a thrown wheel, some 500 rows a second, almost half a second's. */
const AHEAD = 2;
/** Rows from one frame to the next beyond which somebody drags the bar or jumps, and may go anywhere from there. */
const FARTHEST = 2 * CHUNK_ROWS;

/**
 * Asks for the rows that scrolling comes to next, so that none is empty when it gets there. While nobody scrolls nothing
 * is asked for: a key in the search box wants its own rows first.
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
