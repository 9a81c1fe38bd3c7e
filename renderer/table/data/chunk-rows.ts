/**
 * Rows come in aligned chunks of this many, so that scrolling back and forth asks for the same ones. Two screens of most
 * windows: a key waits for the first of them whole.
 */
export const CHUNK_ROWS = 50;
