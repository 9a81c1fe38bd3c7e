/** The most parts of a workbook, and the most bytes that those which are read may unpack to. */
export const [MAX_PARTS, MAX_UNPACKED_BYTES] = [1_000, 64_000_000];
/** From so many unpacked bytes on, a workbook that grew by more than that factor is a bomb; rows make 10 to 30. */
export const [BOMB_BYTES, BOMB_FACTOR] = [2 ** 24, 200];
export const MAX_COLUMNS = 500;
/** The most characters of a table, most of which may be empty cells, and what a cell costs beside its text. */
export const [MAX_TABLE_TEXT, CELL_COST] = [2 ** 25, 8];
/** Ms that a table may take, which is a fraction of a second for an honest one. */
export const TIMEOUT = 10_000;
/** Megabytes of the heap of the thread that reads it. */
export const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };
