/** The most parts of a workbook, and the most unpacked bytes of needed parts. */
export const [MAX_PARTS, MAX_UNPACKED_BYTES] = [1_000, 64_000_000];
/** Unpacked bytes and growth factor above which a workbook counts as a bomb. Normal rows have a factor of 10 to 30. */
export const [BOMB_BYTES, BOMB_FACTOR] = [2 ** 24, 200];
export const MAX_COLUMNS = 500;
/**
 * The most characters of a table, and the extra characters counted per cell. Without the extra characters,
 * empty cells would have no limit.
 */
export const [MAX_TABLE_TEXT, CELL_COST] = [2 ** 25, 8];
/** Ms that reading a table may take; a normal table takes a fraction of that. */
export const TIMEOUT = 10_000;
/** Megabytes of the reading thread's heap. */
export const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };
