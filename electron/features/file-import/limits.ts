/** The most parts of a workbook, and the most unpacked bytes of its needed parts. */
export const [MAX_PARTS, MAX_UNPACKED_BYTES] = [1_000, 64_000_000];
/** Unpacked bytes, and the growth factor, above which a workbook is a bomb. Rows make a factor of 10 to 30. */
export const [BOMB_BYTES, BOMB_FACTOR] = [2 ** 24, 200];
export const MAX_COLUMNS = 500;
/** The most characters of a table, and the extra characters that a cell counts. Most of a table may be empty cells. */
export const [MAX_TABLE_TEXT, CELL_COST] = [2 ** 25, 8];
/** Ms that reading a table may take; an honest one takes a fraction of a second. */
export const TIMEOUT = 10_000;
/** Megabytes of the heap of the thread that reads it. */
export const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };
