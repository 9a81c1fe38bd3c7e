import type { Histogram } from "../../../shared/query/totals.ts";

/** The scale of a slider. Its steps are equal, from below the smallest number to above the largest number. */
export interface SliderScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export type Bounds = NonNullable<Histogram["bounds"]>;

/** The least number of steps: enough for an exact choice, and few enough for the arrow keys. */
const STEPS = 100;

/** Makes a scale with steps of 1, 2 or 5 times a power of ten. Null if all numbers are equal. */
export function scaleOf(min: number, max: number): SliderScale | null {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return null;
  const place = Math.floor(Math.log10(span / STEPS));
  const part = span / STEPS / 10 ** place;
  const step = Number(`${part >= 5 ? 5 : part >= 2 ? 2 : 1}e${place}`);
  const scale = {
    min: inSteps(Math.floor(min / step), step),
    max: inSteps(Math.ceil(max / step), step),
    step,
  };
  return step > 0 && scale.max > scale.min && Number.isFinite(scale.max - scale.min) ? scale : null;
}

/** The position of a handle for a number. Without a bound, the handle is at the end of the scale. */
export function onScale({ min, max }: SliderScale, value: number | null, end: "min" | "max"): number {
  return Math.min(Math.max(value ?? (end === "min" ? min : max), min), max);
}

/**
 * The number of a handle, within the range of the data. Null if the handle is at the end of the scale and so sets no
 * bound.
 */
export function offScale(
  { min, max, step }: SliderScale,
  bounds: Bounds,
  position: number,
  end: "min" | "max",
): number | null {
  if (end === "min" ? position <= min : position >= max) return null;
  return Math.min(Math.max(inSteps(Math.round(position / step), step), bounds.min), bounds.max);
}

/** The range after one of its handles moved. A handle stops at the number of the other handle. */
export function moveHandle<T extends { readonly min: number | null; readonly max: number | null }>(
  range: T,
  scale: SliderScale,
  bounds: Bounds,
  position: number,
  end: "min" | "max",
): T {
  const bound = offScale(scale, bounds, position, end);
  const other = end === "min" ? range.max : range.min;
  if (bound === null || other === null) return { ...range, [end]: bound };
  return { ...range, [end]: end === "min" ? Math.min(bound, other) : Math.max(bound, other) };
}

/** Converts a number of steps to a number, rounded to the decimals of a step. */
function inSteps(count: number, step: number): number {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return decimals > 100 ? count * step : Number((count * step).toFixed(decimals));
}
