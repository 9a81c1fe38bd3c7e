/** The most bytes of a file: a million items are some 300 MB of JSON. */
export const MAX_FILE_BYTES = 2 ** 31;
/** The most bytes that the parts of a workbook may unpack to; Stockdeck writes no part of more. */
export const MAX_UNPACKED_BYTES = 2 ** 32;
/** From so many unpacked bytes on, a workbook that grew by more than that factor is a bomb: rows make 10 to 30. */
export const [BOMB_BYTES, BOMB_FACTOR] = [2 ** 24, 200] as const;
/** The most bytes of a part of a workbook that is read whole: its list of sheets. */
export const MAX_PART_BYTES = 2 ** 20;
/** The most characters of one line, one row of a sheet, or one heading. */
export const MAX_LINE = 2 ** 23;
/** The most characters of the texts that a workbook of another program shares between its cells. */
export const MAX_SHARED_TEXT = 100_000_000;
export const MAX_COLUMNS = 500;
export const MAX_ROWS = 10_000_000;
/** The most bytes of JSON that is not laid out as Stockdeck does, one row a line, and so has to be read whole. */
export const MAX_WHOLE_JSON = 2 ** 26;
/** The most characters of what a file says of itself; ten thousand ids fit in. */
export const MAX_HEADER = 2_000_000;
