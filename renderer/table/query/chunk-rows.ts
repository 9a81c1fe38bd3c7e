/** Rows are fetched in aligned chunks of this many, so that scrolling back and forth requests the same ones. */
export const CHUNK_ROWS = 100;
