import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { chunkQuery, isHeading, neighboursQuery, type TableQuery } from "./result-queries.ts";
import { chunksOf, displayRowAt } from "./row-chunks.ts";
import type { Chunks, LatestChunk, RowNumbers } from "./rows-state.ts";
import type { RowsStore } from "./rows-store.ts";

interface Pending {
  readonly tableQuery: TableQuery;
  readonly numbers: RowNumbers;
  readonly latest: ReadonlyMap<number, LatestChunk | undefined>;
  readonly chunks: Chunks;
  readonly inSight: {
    readonly first: number;
    readonly last: number;
    readonly isAnchored: () => boolean;
    readonly onShift: (rows: number) => void;
  };
}

/** Takes the pending order: fetches the chunks of the rows in sight by then, and replaces all rows at once. */
export function useApplyOrder(resource: Resource, store: RowsStore, pending: Pending): () => void {
  const copy = useConnectionApi();
  const client = useQueryClient();
  const isRunning = useRef(false);
  // The callback as it is when the chunks have arrived, not when they were requested.
  const latestShift = useRef(pending.inSight.onShift);
  useEffect(() => {
    latestShift.current = pending.inSight.onShift;
  });
  const apply = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    const { tableQuery, numbers, inSight } = pending;
    try {
      const shift = inSight.isAnchored() ? await shiftOf(client, copy, resource, pending) : 0;
      const wanted = chunksOf(Math.max(0, inSight.first + shift), Math.max(0, inSight.last + shift));
      const fetched = await Promise.all(
        wanted.map((chunk) => client.fetchQuery(chunkQuery(copy, resource, tableQuery, chunk))),
      );
      const chunks = new Map(wanted.map((chunk, at) => [chunk, fetched[at]?.lines ?? []]));
      store.send({ type: "applied", tableQuery, numbers, chunks });
      if (shift !== 0) latestShift.current(shift);
    } finally {
      isRunning.current = false;
    }
  };
  // A chunk that cannot be fetched leaves the order on screen; the next revision tries again.
  return () => void apply().catch(() => undefined);
}

/**
 * The distance that the pending order moves the first row in sight, in display rows. Rows that it does not have are
 * skipped.
 */
async function shiftOf(
  client: QueryClient,
  copy: ConnectionApi,
  resource: Resource,
  { tableQuery, latest, chunks, inSight }: Pending,
): Promise<number> {
  const places = new Map<unknown, number>();
  for (const [chunk, fetched] of latest)
    fetched?.rows.forEach(({ id }, at) => places.set(id, chunk * CHUNK_ROWS + at));
  for (let index = inSight.first; index <= inSight.last; index += 1) {
    const place = places.get(displayRowAt(chunks, index)?.id);
    if (place !== undefined) return place - index;
  }
  // All rows moved beyond the loaded ones; the store knows their new places.
  const indexes = Array.from({ length: inSight.last - inSight.first + 1 }, (_, n) => inSight.first + n);
  const index = indexes.find((at) => !isHeading(displayRowAt(chunks, at)));
  const id = index === undefined ? undefined : displayRowAt(chunks, index)?.id;
  if (index === undefined || typeof id !== "string") return 0;
  const { line } = await client.fetchQuery(
    neighboursQuery(copy, resource, tableQuery.query, tableQuery.groups, id),
  );
  return line === null ? 0 : line - index;
}
