import { scaleLinear } from "d3-scale";
import { formatNumber } from "../../base/format.ts";

const TICKS = 4;

export interface Tick {
  readonly value: number;
  /** The distance from the top, in CSS pixels. */
  readonly at: number;
  readonly text: string;
}

/** An axis of values that includes 0. */
export interface ValueAxis {
  readonly ticks: readonly Tick[];
  /** The place of a value, in CSS pixels from the top. */
  readonly place: (value: number) => number;
}

/** Makes a vertical axis for these values. Whole numbers get no ticks between them. */
export function valueAxis(values: readonly number[], height: number): ValueAxis {
  const domain = [Math.min(0, ...values), Math.max(0, ...values)];
  const isFlat = domain[0] === domain[1];
  const place = scaleLinear(isFlat ? [0, 1] : domain, [height, 0]).nice(TICKS);
  const areCounts = values.every((value) => Number.isInteger(value));
  const ticks = place.ticks(TICKS).filter((tick) => !areCounts || Number.isInteger(tick));
  return { place, ticks: ticks.map((value) => ({ value, at: place(value), text: formatNumber(value) })) };
}

/** A label under an axis. */
export interface AxisLabel {
  /** The distance of the label's middle from the start of the axis, in CSS pixels. */
  readonly at: number;
  readonly width: number;
}

interface PlacedLabel {
  readonly index: number;
  readonly at: number;
}

/** The least distance between two labels, in CSS pixels. */
const DISTANCE = 12;

/**
 * Places all labels, or every second or third label, so that labels never overlap. The labels at both ends are moved
 * inwards.
 * @param width the width of the axis. @param reference the label that is always shown.
 */
export function placeLabels(
  labels: readonly AxisLabel[],
  width: number,
  reference = 0,
): readonly PlacedLabel[] {
  for (let stride = 1; stride <= labels.length; stride += 1) {
    const placed = labels.flatMap((label, index) =>
      (index - reference) % stride === 0 ? [{ index, at: inside(label, width) }] : [],
    );
    if (isApart(placed, labels)) return placed;
  }
  const label = labels[reference];
  return label ? [{ index: reference, at: inside(label, width) }] : [];
}

function inside({ at, width }: AxisLabel, span: number): number {
  return Math.max(width / 2, Math.min(span - width / 2, at));
}

function isApart(placed: readonly PlacedLabel[], labels: readonly AxisLabel[]): boolean {
  const half = ({ index }: PlacedLabel): number => (labels[index]?.width ?? 0) / 2;
  return placed.every((label, order) => {
    const next = placed[order + 1];
    return !next || next.at - label.at >= half(label) + half(next) + DISTANCE;
  });
}
