/** The least length of a part whose value is not 0, in CSS pixels. */
const LEAST = 2;

/** The place of a part in its stack, in CSS pixels. */
export interface Span {
  readonly start: number;
  readonly size: number;
}

/** The sum of a stack of values. A negative value counts as 0, because it has no bar. */
export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + Math.max(0, value), 0);

/**
 * Stacks values from 0 on. Small parts are drawn larger, and the largest part smaller by the same length, so that the
 * stack still ends at its sum. @param scale the CSS pixels per unit of the values.
 */
export function stack(values: readonly number[], scale: number): readonly Span[] {
  const sizes = values.map((value) => (value > 0 ? Math.max(LEAST, value * scale) : 0));
  const largest = sizes.indexOf(Math.max(...sizes));
  const excess = sumOf(sizes) - sumOf(values) * scale;
  let start = 0;
  return sizes.map((size, at) => {
    const span = { start, size: at === largest && size > 0 ? Math.max(LEAST, size - excess) : size };
    start += span.size;
    return span;
  });
}

/** The radii of the corners, clockwise from the upper left corner. */
type Radii = readonly [number, number, number, number];

/** The outline of a rectangle with rounded corners, as an SVG path. */
export function roundedRect(x: number, y: number, width: number, height: number, radii: Radii): string {
  const most = Math.min(width, height) / 2;
  const [a, b, c, d] = radii.map((radius) => Math.min(radius, most)) as unknown as Radii;
  const corner = (radius: number, dx: number, dy: number): string =>
    radius === 0 ? "" : `a${radius},${radius} 0 0 1 ${dx},${dy}`;
  return [
    `M${x + a},${y}h${width - a - b}${corner(b, b, b)}`,
    `v${height - b - c}${corner(c, -c, c)}`,
    `h${-(width - c - d)}${corner(d, -d, -d)}`,
    `v${-(height - d - a)}${corner(a, a, -a)}z`,
  ].join("");
}
