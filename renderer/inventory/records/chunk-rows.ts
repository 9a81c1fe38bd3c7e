/** The number of rows in a chunk. All chunks begin at multiples of it, so scrolling back requests the same chunks. */
export const CHUNK_ROWS = 100;
