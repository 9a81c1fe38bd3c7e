/** The number of rows in a chunk. Chunks are aligned, so scrolling back requests the same ones. */
export const CHUNK_ROWS = 100;
