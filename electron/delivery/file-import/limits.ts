/** The most parts of a workbook; below, the most bytes of the needed parts after decompression. */
export const [MAX_PARTS, MAX_UNPACKED_BYTES] = [1_000, 64_000_000];
/**
 * The decompressed bytes and the growth factor above which a workbook counts as a bomb. Normal rows have a factor of 10
 * to 30.
 */
export const [BOMB_BYTES, BOMB_FACTOR] = [2 ** 24, 200];
export const MAX_COLUMNS = 500;
/**
 * The most characters of a table; below, the additional characters that count for each cell. Without these, empty cells
 * would have no limit.
 */
export const [MAX_TABLE_TEXT, CELL_COST] = [2 ** 25, 8];
/** The most ms for reading a table. A normal table takes a fraction of this time. */
export const TIMEOUT = 10_000;
/** The limits of the reading thread's heap, in megabytes. */
export const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };
