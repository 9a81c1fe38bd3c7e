/** A rectangle of the desktop, in the system's pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size, and if it may be anything, without a place. */
export type Placed = Pick<Bounds, "width" | "height"> & Partial<Bounds>;

/** How far a new window stands from the one that asked for it, so that both can be seen. */
const STEP = 28;

/**
 * Where a window is put that stood there.
 * @param workArea of the screen that has most of it; without its title bar in there, the system chooses a place.
 */
export function restoredPlace({ x, y, width, height }: Bounds, workArea: Bounds): Placed {
  const visible =
    x < workArea.x + workArea.width
    && x + width > workArea.x
    && y >= workArea.y
    && y < workArea.y + workArea.height;
  return visible ? { x, y, width, height } : { width, height };
}

/** A little to the right of and below another window, on its screen; where it would reach out, back at a corner. */
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
