import { CHUNK_ROWS } from "./chunk-rows.ts";
import type { DisplayRow } from "./result-queries.ts";
import type { Chunks } from "./rows-state.ts";

/** Lines by their indexes, both included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The display row at an index; undefined while its chunk is not loaded. */
export function displayRowAt(chunks: Chunks, index: number): DisplayRow | undefined {
  return chunks.get(Math.floor(index / CHUNK_ROWS))?.[index % CHUNK_ROWS];
}

/** The numbers of the chunks that some indexes lie in; at least one. */
export function chunksOf(firstIndex: number, lastIndex: number): number[] {
  const first = Math.floor(firstIndex / CHUNK_ROWS);
  const last = Math.floor(lastIndex / CHUNK_ROWS);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, n) => first + n);
}
