/** The most bytes of a file: a million items are some 300 MB of JSON. */
export const MAX_FILE_BYTES = 2 ** 31;
/** The most bytes that the parts of a workbook may unpack to; Stockdeck writes no part of more. */
export const MAX_UNPACKED_BYTES = 2 ** 32;
/** From so many unpacked bytes on, a part or a workbook that grew by more than that factor is a bomb: rows make 10 to 30. */
export const [BOMB_BYTES, BOMB_FACTOR] = [2 ** 24, 200] as const;
/** The most bytes of rows that are stored on the disk to be compared: ten million ordinary rows. */
export const MAX_STORED_BYTES = 2 ** 32;
/**
 * From so many stored bytes on, rows that grew by more than that factor are refused: a workbook can refer to one text from a
 * million cells. Rows of exports take about as much as their file, and two to three times as much as a packed workbook.
 */
export const [SPARE_STORED_BYTES, STORED_FACTOR] = [2 ** 24, 25] as const;
/** The most bytes of a part of a workbook that is read whole: its list of sheets. */
export const MAX_PART_BYTES = 2 ** 20;
/** The most characters of one line, one row of a sheet, or all headings. */
export const MAX_LINE = 2 ** 23;
/** The most characters of one cell; Excel has 32,767, and no text of an inventory is longer than a book. */
export const MAX_CELL_TEXT = 1_000_000;
/** The most characters of the texts that a workbook of another program shares between its cells. */
export const MAX_SHARED_TEXT = 100_000_000;
export const MAX_COLUMNS = 500;
/** The most rows of one sheet: Excel has no more, and rows that hold nothing cost a crafted file six bytes each. */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_ROWS = 10_000_000;
/** The most characters of what a file says of itself; ten thousand ids fit in. */
export const MAX_HEADER = 2_000_000;
