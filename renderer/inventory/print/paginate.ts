/** The rows of one page: from `begin` up to, but without, `end`. */
export interface PrintedPage {
  readonly begin: number;
  readonly end: number;
}

/**
 * Spreads rows over pages, none of them cut. There is always a first page, which says what would have been on it; a row
 * that is taller than a page has one of its own.
 * @param heights of the rows, in pixels.
 * @param first room for rows on the first page, which also says what is printed.
 * @param later room on every other page.
 */
export function paginate(heights: readonly number[], first: number, later: number): readonly PrintedPage[] {
  const pages: PrintedPage[] = [];
  let begin = 0;
  let left = first;
  for (const [row, height] of heights.entries()) {
    // The title may leave no space for even one row on the first page.
    if (height > left && (row > begin || pages.length === 0)) {
      pages.push({ begin, end: row });
      begin = row;
      left = later;
    }
    left -= height;
  }
  return [...pages, { begin, end: heights.length }];
}
