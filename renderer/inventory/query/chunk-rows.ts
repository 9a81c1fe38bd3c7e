/** Rows come in aligned chunks of this many, so that scrolling back and forth asks for the same ones. */
export const CHUNK_ROWS = 100;
