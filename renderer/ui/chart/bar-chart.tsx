import { partOf, type Bar, type ChartProps, type OpenRows, type Series } from "./chart-data.ts";
import { ChartFrame, type ChartFrameState } from "./chart-frame.tsx";
import { BAR_KEYS } from "./chart-keys.ts";
import { partMark, wholeMark, type Mark } from "./marks.ts";
import { fillOf } from "./patterns.tsx";
import { Picture } from "./picture.tsx";
import { BarSkeleton } from "./skeleton.tsx";
import { roundedRect, stack, sumOf, type Span } from "./stack.ts";
import { widestOf } from "./text-width.ts";
import classes from "./chart.module.css";

/** All lengths in this file are in CSS pixels. */
const [ROW, THICKNESS, DISTANCE, TEXT_SIZE] = [28, 12, 12, 12];
/** The length by which the background of a row extends beyond its texts (chart.module.css). */
const OUTSET = 6;
const [RADIUS, BETWEEN] = [3, 2];

interface BarChartProps extends ChartProps {
  /** The bars from top to bottom; null while they are loading. */
  readonly bars: readonly Bar[] | null;
  /** The number of bars for which space is reserved while they are loading. */
  readonly reserve: number;
  /** Opens the rows of a bar. If absent, the bars are not buttons. */
  readonly onOpen?: OpenRows | undefined;
}

/** A chart of horizontal bars with stacked parts. Labels are on the left, totals on the right. */
export function BarChart({ bars, reserve, onOpen, ...chart }: BarChartProps) {
  return (
    <ChartFrame
      {...chart}
      content={bars && { ...chart, bars }}
      isEmpty={bars?.length === 0}
      isInteractive={onOpen !== undefined}
      swatch="area"
      height={(bars?.length || reserve) * ROW}
      skeleton={<BarSkeleton rows={reserve} rowHeight={ROW} />}
    >
      {(frame) => <Bars frame={frame} bars={bars ?? []} series={chart.series} onOpen={onOpen} />}
    </ChartFrame>
  );
}

interface BarsProps {
  readonly frame: ChartFrameState;
  readonly bars: readonly Bar[];
  readonly series: readonly Series[];
  readonly onOpen: OpenRows | undefined;
}

function Bars({ frame, bars, series, onOpen }: BarsProps) {
  const layout = layoutOf(frame.width, bars);
  const valuesOf = ({ parts }: Bar): readonly number[] =>
    series.map(({ key }) => partOf(parts, key)?.value ?? 0);
  const most = Math.max(...bars.map((bar) => sumOf(valuesOf(bar))));
  const spans = bars.map((bar) => stack(valuesOf(bar), most > 0 ? layout.track / most : 0));
  return (
    <Picture
      frame={frame}
      height={bars.length * ROW}
      marks={bars.flatMap((bar, line) => marksOf(bar, line, spans[line] ?? [], series, layout))}
      keys={BAR_KEYS}
      onOpen={onOpen}
    >
      {bars.map((bar, line) => (
        <g key={bar.key} transform={`translate(${layout.from} ${line * ROW + (ROW - THICKNESS) / 2})`}>
          <Stack id={frame.id} spans={spans[line] ?? []} series={series} />
        </g>
      ))}
    </Picture>
  );
}

interface BarLayout {
  readonly width: number;
  /** The start of the bars; below, the length of the longest bar. In CSS pixels. */
  readonly from: number;
  readonly track: number;
  readonly total: number;
}

function layoutOf(width: number, bars: readonly Bar[]): BarLayout {
  const label = Math.min(
    widestOf(
      bars.map(({ label }) => label),
      TEXT_SIZE,
    ),
    width * 0.36,
    240,
  );
  const total = widestOf(
    bars.map(({ total }) => total),
    TEXT_SIZE,
  );
  const from = Math.ceil(label) + DISTANCE;
  return { width, from, total, track: Math.max(20, width - from - total - DISTANCE) };
}

function marksOf(
  bar: Bar,
  line: number,
  spans: readonly Span[],
  series: readonly Series[],
  { width, from, total }: BarLayout,
): readonly Mark[] {
  const y = line * ROW;
  const columns = `${from - DISTANCE}px 1fr ${total}px`;
  const content = (
    <span className={classes.row} aria-hidden style={{ gridTemplateColumns: columns }}>
      <span className="sd-cut">{bar.label}</span>
      <span className={classes.total}>{bar.total}</span>
    </span>
  );
  const whole = {
    ...wholeMark(bar, line, bar.total),
    box: { x: -OUTSET, y, width: width + 2 * OUTSET, height: ROW },
    content,
  };
  const parts = series.flatMap((of, place): readonly Mark[] => {
    const [part, span] = [partOf(bar.parts, of.key), spans[place]];
    if (!part || !span?.size) return [];
    const box = { x: from + span.start, y: y + 4, width: span.size, height: ROW - 8 };
    return [{ ...partMark(bar, part, line, of, place), box }];
  });
  return [whole, ...parts];
}

interface StackProps {
  readonly id: string;
  readonly spans: readonly Span[];
  readonly series: readonly Series[];
}

/** The parts of one bar, with a hairline between them. Both ends of the bar are round. */
function Stack({ id, spans, series }: StackProps) {
  const first = spans.findIndex(({ size }) => size > 0);
  const last = spans.findLastIndex(({ size }) => size > 0);
  return series.map(({ key, tone }, place) => {
    const span = spans[place];
    if (!span?.size) return null;
    const [left, right] = [place === first ? RADIUS : 0, place === last ? RADIUS : 0];
    const width = Math.max(1, span.size - (place === last ? 0 : BETWEEN));
    return (
      <path
        key={key}
        data-tone={tone}
        className={classes.part}
        style={{ fill: fillOf(id, place) }}
        d={roundedRect(span.start, 0, width, THICKNESS, [left, right, right, left])}
      />
    );
  });
}
