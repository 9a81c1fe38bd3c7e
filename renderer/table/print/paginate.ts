/** The rows of one page: from `begin` up to, but without, `end`. */
export interface PrintedPage {
  readonly begin: number;
  readonly end: number;
}

/** Spreads rows over pages, none cut. @param first pixels for rows on the first page. @param later on every other one. */
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
