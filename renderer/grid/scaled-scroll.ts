/**
 * The height and scale of a scrolled element, for tables beyond Chromium's limits. Chromium lays out no element
 * taller than 33,554,431 device pixels, and below the 16,777,216th it draws a pixel or two off. In a taller table
 * each scrolled pixel passes `scale` pixels of rows, so that the scrollbar's end is the last row.
 */
export interface ScrollScale {
  /** The height that the scrolled element really has. */
  readonly height: number;
  /** Pixels of rows per pixel of scrolling: 1 unless the table is too tall. */
  readonly scale: number;
}

const MAX_DEVICE_PIXELS = 16_000_000;

/** Chooses the height and the scale for `total` pixels of rows in a viewport. */
export function scrollScale(total: number, viewport: number, devicePixelRatio: number): ScrollScale {
  const limit = MAX_DEVICE_PIXELS / Math.max(1, devicePixelRatio);
  if (total <= limit) return { height: total, scale: 1 };
  return { height: limit, scale: (total - viewport) / (limit - viewport) };
}

/** The scroll position at which a row is wholly in sight. Scrolls as little as possible. */
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

/** The first and last visible row at an offset; the last precedes the first if none. */
export function rowsWithin(
  offset: number,
  viewport: number,
  rowHeight: number,
  count: number,
): readonly [first: number, last: number] {
  const from = Math.max(0, Math.min(offset, count * rowHeight - viewport));
  return [Math.floor(from / rowHeight), Math.min(count, Math.ceil((from + viewport) / rowHeight)) - 1];
}
