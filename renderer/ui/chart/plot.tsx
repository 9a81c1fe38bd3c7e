import { placeLabels, type ValueAxis } from "./axis.ts";
import { textWidth, widestOf } from "./text-width.ts";
import classes from "./chart.module.css";

/** The sizes of a chart with axes, in CSS pixels. */
export const PLOT = { top: 18, height: 140, bottom: 24 } as const;
export const PLOT_HEIGHT = PLOT.top + PLOT.height + PLOT.bottom;
const GUTTER = 8;
/** The distance from the baseline to the middle of digits. */
const TO_MIDDLE = 4;

/** The width of the numbers along an axis. */
export const gutterOf = ({ ticks }: ValueAxis): number => widestOf(ticks.map(({ text }) => text)) + GUTTER;

/** The lines and numbers behind a plot. */
export function ValueLines({ axis, width }: { readonly axis: ValueAxis; readonly width: number }) {
  const gutter = gutterOf(axis);
  return axis.ticks.map(({ value, at, text }) => (
    <g key={value} transform={`translate(0 ${Math.round(PLOT.top + at) + 0.5})`}>
      <line className={classes.grid} data-base={value === 0 || undefined} x1={gutter} x2={width} />
      <text className={classes.axis} data-end x={gutter - GUTTER} y={TO_MIDDLE}>
        {text}
      </text>
    </g>
  ));
}

interface PlaceLabelsProps {
  readonly labels: readonly string[];
  /** The middle of a label, from the left of the picture. */
  readonly middleOf: (at: number) => number;
  readonly from: number;
  readonly width: number;
  /** The label that is always shown. */
  readonly reference: number;
}

/** The labels below a plot. As many labels are shown as fit. */
export function PlaceLabels({ labels, middleOf, from, width, reference }: PlaceLabelsProps) {
  const measured = labels.map((label, at) => ({ at: middleOf(at) - from, width: textWidth(label) }));
  const y = PLOT_HEIGHT - 6;
  return placeLabels(measured, width - from, reference).map(({ index, at }) => (
    <text key={index} className={classes.axis} x={from + at} y={y}>
      {labels[index]}
    </text>
  ));
}
