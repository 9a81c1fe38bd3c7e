import { scaleBand } from "d3-scale";
import { CHART } from "../messages.ts";
import { valueAxis, type ValueAxis } from "./axis.ts";
import { partOf, type ChartProps, type Column, type OpenRows, type Series } from "./chart-data.ts";
import { ChartFrame, type ChartFrameState } from "./chart-frame.tsx";
import { COLUMN_KEYS } from "./chart-keys.ts";
import { partMark, wholeMark, type Mark } from "./marks.ts";
import { fillOf, gapFill } from "./patterns.tsx";
import { Picture } from "./picture.tsx";
import { gutterOf, PlaceLabels, PLOT, PLOT_HEIGHT, ValueLines } from "./plot.tsx";
import { ColumnSkeleton } from "./skeleton.tsx";
import { roundedRect, stack, sumOf, type Span } from "./stack.ts";
import { widestOf } from "./text-width.ts";
import classes from "./chart.module.css";

/** The lengths are in CSS pixels. */
const [WIDEST, RADIUS, BETWEEN] = [44, 3, 2];
const BASE = PLOT.top + PLOT.height;

interface ColumnChartProps extends ChartProps {
  /** The columns from left to right; null while they are loading. */
  readonly columns: readonly Column[] | null;
  /** The key of the reference column. A line marks it, and its label is always shown. */
  readonly reference?: string | undefined;
  /** Opens the rows of a column. If absent, the columns are not buttons. */
  readonly onOpen?: OpenRows | undefined;
}

/** A chart of vertical columns with stacked parts, such as ages or days. A column without an observation is hatched. */
export function ColumnChart({ columns, reference, onOpen, ...chart }: ColumnChartProps) {
  return (
    <ChartFrame
      {...chart}
      content={columns && { ...chart, columns }}
      isEmpty={columns?.length === 0}
      isInteractive={onOpen !== undefined}
      swatch="area"
      height={PLOT_HEIGHT}
      skeleton={<ColumnSkeleton height={PLOT_HEIGHT} />}
    >
      {(frame) => (
        <Columns
          frame={frame}
          columns={columns ?? []}
          series={chart.series}
          reference={reference}
          onOpen={onOpen}
        />
      )}
    </ChartFrame>
  );
}

interface ColumnsProps {
  readonly frame: ChartFrameState;
  readonly columns: readonly Column[];
  readonly series: readonly Series[];
  readonly reference: string | undefined;
  readonly onOpen: OpenRows | undefined;
}

function Columns({ frame, columns, series, reference, onOpen }: ColumnsProps) {
  const layout = layoutOf(frame.width, columns, series);
  const { axis, gutter, slots } = layout;
  const reached = columns.findIndex(({ key }) => key === reference);
  const hasTotals = widestOf(columns.map(({ total }) => total)) + 4 <= layout.step;
  const middle = reached < 0 ? null : (slots[reached]?.middle ?? null);
  return (
    <Picture
      frame={frame}
      height={PLOT_HEIGHT}
      marks={columns.flatMap((column, line) => marksOf(column, line, series, layout))}
      keys={COLUMN_KEYS}
      onOpen={onOpen}
    >
      <ValueLines axis={axis} width={frame.width} />
      {middle !== null && <line className={classes.reference} x1={middle} x2={middle} y1={0} y2={BASE} />}
      {columns.map((column, line) => (
        <ColumnShape
          key={column.key}
          id={frame.id}
          column={column}
          slot={slots[line]}
          series={series}
          hasTotals={hasTotals}
        />
      ))}
      <PlaceLabels
        labels={columns.map(({ label }) => label)}
        middleOf={(at) => slots[at]?.middle ?? 0}
        from={gutter}
        width={frame.width}
        reference={Math.max(0, reached)}
      />
    </Picture>
  );
}

/** The place of a column, in CSS pixels, and its parts from the base upwards. */
interface Slot {
  readonly middle: number;
  readonly left: number;
  readonly width: number;
  readonly spans: readonly Span[];
}

interface ColumnLayout {
  readonly axis: ValueAxis;
  readonly gutter: number;
  readonly step: number;
  readonly slots: readonly Slot[];
}

function layoutOf(width: number, columns: readonly Column[], series: readonly Series[]): ColumnLayout {
  const values = columns.map(({ parts }) => series.map(({ key }) => partOf(parts ?? [], key)?.value ?? 0));
  const axis = valueAxis(values.map(sumOf), PLOT.height);
  const gutter = gutterOf(axis);
  const bands = scaleBand<number>(columns.keys(), [gutter, width]).paddingInner(0.3).paddingOuter(0.15);
  const scale = axis.place(0) - axis.place(1);
  const slots = values.map((of, at) => {
    const middle = (bands(at) ?? 0) + bands.bandwidth() / 2;
    const thickness = Math.min(WIDEST, bands.bandwidth());
    return { middle, left: middle - thickness / 2, width: thickness, spans: stack(of, scale) };
  });
  return { axis, gutter, step: bands.step(), slots };
}

/**
 * The marks of a column: the whole column and its parts. With a single series there is one mark, which is as tall as
 * the plot and so easy to hit.
 */
function marksOf(
  column: Column,
  line: number,
  series: readonly Series[],
  { slots, step }: ColumnLayout,
): readonly Mark[] {
  const slot = slots[line];
  if (!slot) return [];
  const all = { x: slot.middle - step / 2, y: 0, width: step, height: BASE };
  if (!column.parts) return [{ ...wholeMark(column, line, CHART.notObserved), box: all, isGap: true }];
  const parts = series.flatMap((of, place): readonly Mark[] => {
    const [part, span] = [partOf(column.parts ?? [], of.key), slot.spans[place]];
    if (!part || !span) return [];
    const box = { x: slot.left, y: BASE - span.start - span.size, width: slot.width, height: span.size };
    return [{ ...partMark(column, part, line, of, place), box }];
  });
  const [only] = parts;
  if (series.length === 1 && only) return [{ ...only, box: all }];
  const whole = { ...wholeMark(column, line, column.total), box: all };
  return [whole, ...parts.filter(({ box }) => box.height > 0)];
}

interface ColumnShapeProps {
  readonly id: string;
  readonly column: Column;
  readonly slot: Slot | undefined;
  readonly series: readonly Series[];
  readonly hasTotals: boolean;
}

function ColumnShape({ id, column, slot, series, hasTotals }: ColumnShapeProps) {
  if (!slot) return null;
  const { left, width, spans } = slot;
  if (!column.parts)
    return (
      <rect
        className={classes.gap}
        style={{ fill: gapFill(id) }}
        x={left}
        y={PLOT.top}
        width={width}
        height={PLOT.height}
        rx={RADIUS}
      />
    );
  const end = spans.at(-1);
  const last = spans.findLastIndex(({ size }) => size > 0);
  return (
    <>
      {series.map(({ key, tone }, place) => {
        const span = spans[place];
        if (!span?.size) return null;
        const top = place === last ? RADIUS : 0;
        const height = Math.max(1, span.size - (place === last ? 0 : BETWEEN));
        const d = roundedRect(left, BASE - span.start - height, width, height, [top, top, 0, 0]);
        return (
          <path
            key={key}
            data-tone={tone}
            className={classes.part}
            style={{ fill: fillOf(id, place) }}
            d={d}
          />
        );
      })}
      {hasTotals && (
        <text
          className={classes.axis}
          data-total
          x={slot.middle}
          y={BASE - (end ? end.start + end.size : 0) - 5}
        >
          {column.total}
        </text>
      )}
    </>
  );
}
