/** Rows of an aligned chunk. Scrolling back and forth then requests the same chunks. */
export const CHUNK_ROWS = 100;
