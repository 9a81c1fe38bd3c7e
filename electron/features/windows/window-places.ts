/** A rectangle of the desktop, in the system's pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size, and if it may be anything, without a place. */
export type Placed = Pick<Bounds, "width" | "height"> & Partial<Bounds>;

/** Pixels between a new window and its opener, so that both are visible. */
const STEP = 28;

/**
 * The place of a window with its former bounds.
 * @param workArea of the screen that has most of it; if the title bar would be outside, the system chooses a place.
 */
export function restoredPlace({ x, y, width, height }: Bounds, workArea: Bounds): Placed {
  const visible =
    x < workArea.x + workArea.width
    && x + width > workArea.x
    && y >= workArea.y
    && y < workArea.y + workArea.height;
  return visible ? { x, y, width, height } : { width, height };
}

/**
 * The place of a new window, to the right of and below its opener. It is on the same screen; if it would reach out, it
 * begins at a corner again.
 */
export function placeBeside(other: Bounds, workArea: Bounds): Bounds {
  const width = Math.min(other.width, workArea.width);
  const height = Math.min(other.height, workArea.height);
  const along = (at: number, length: number, from: number, room: number): number => {
    const next = Math.max(from, at + STEP);
    return next + length <= from + room ? next : from + Math.min(STEP, room - length);
  };
  return {
    x: along(other.x, width, workArea.x, workArea.width),
    y: along(other.y, height, workArea.y, workArea.height),
    width,
    height,
  };
}
