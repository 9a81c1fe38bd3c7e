/**
 * The height and scale of a scrolled element, for tables beyond Chromium's limits. Chromium lays out no element taller
 * than 33,554,431 device pixels, and beyond the 16,777,216th pixel it draws one or two pixels off. In a taller table,
 * scrolling by one pixel moves the rows by `scale` pixels, so that the end of the scrollbar is the last row.
 */
export interface ScrollScale {
  /** The actual height of the scrolled element. */
  readonly height: number;
  /** Pixels of rows per pixel of scrolling. It is 1 unless the table is too tall. */
  readonly scale: number;
}

const MAX_DEVICE_PIXELS = 16_000_000;

/** Chooses the height and the scale for `total` pixels of rows in a viewport. */
export function scrollScale(total: number, viewport: number, devicePixelRatio: number): ScrollScale {
  const limit = MAX_DEVICE_PIXELS / Math.max(1, devicePixelRatio);
  if (total <= limit) return { height: total, scale: 1 };
  return { height: limit, scale: (total - viewport) / (limit - viewport) };
}

/** The scroll position at which a row is completely visible. It is the nearest such position. */
export function scrollTopForRow(
  index: number,
  rowHeight: number,
  viewport: number,
  scrollTop: number,
  scale: number,
): number {
  const top = index * rowHeight;
  const offset = scrollTop * scale;
  if (top < offset) return top / scale;
  if (top + rowHeight > offset + viewport) return (top + rowHeight - viewport) / scale;
  return scrollTop;
}

/** The first and last visible row at an offset. If no row is visible, the last is before the first. */
export function rowsWithin(
  offset: number,
  viewport: number,
  rowHeight: number,
  count: number,
): readonly [first: number, last: number] {
  const from = Math.max(0, Math.min(offset, count * rowHeight - viewport));
  return [Math.floor(from / rowHeight), Math.min(count, Math.ceil((from + viewport) / rowHeight)) - 1];
}
