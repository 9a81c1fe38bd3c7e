import { scalePoint } from "d3-scale";
import { valueAxis } from "./axis.ts";
import { partOf, type ChartProps, type OpenRows, type Part, type Point, type Series } from "./chart-data.ts";
import { ChartFrame, type ChartFrameState } from "./chart-frame.tsx";
import { LINE_KEYS } from "./chart-keys.ts";
import { isAlone, linePath, type Vertex } from "./line-runs.ts";
import { partMark, type Mark } from "./marks.ts";
import { dashOf, shapeOf } from "./patterns.tsx";
import { Picture } from "./picture.tsx";
import { gutterOf, PlaceLabels, PLOT, PLOT_HEIGHT, ValueLines } from "./plot.tsx";
import { ColumnSkeleton } from "./skeleton.tsx";
import classes from "./chart.module.css";

/** The least distance between drawn points; then the size of a point's mark. Both in CSS pixels. */
const [LEAST_STEP, TARGET] = [16, 24];

interface LineChartProps extends ChartProps {
  /** The points from left to right; null while they are loading. */
  readonly points: readonly Point[] | null;
  /** Opens the rows of a point. If absent, the points are not buttons. */
  readonly onOpen?: OpenRows | undefined;
}

/** A chart with a line for each series. A line is interrupted if nothing was observed. */
export function LineChart({ points, onOpen, ...chart }: LineChartProps) {
  return (
    <ChartFrame
      {...chart}
      content={points && { ...chart, points }}
      isEmpty={points?.length === 0}
      isInteractive={onOpen !== undefined}
      swatch="line"
      height={PLOT_HEIGHT}
      skeleton={<ColumnSkeleton height={PLOT_HEIGHT} />}
    >
      {(frame) => <Lines frame={frame} points={points ?? []} series={chart.series} onOpen={onOpen} />}
    </ChartFrame>
  );
}

interface LinesProps {
  readonly frame: ChartFrameState;
  readonly points: readonly Point[];
  readonly series: readonly Series[];
  readonly onOpen: OpenRows | undefined;
}

function Lines({ frame, points, series, onOpen }: LinesProps) {
  const axis = valueAxis(
    points.flatMap(({ values }) => values.flatMap((part) => part?.value ?? [])),
    PLOT.height,
  );
  const gutter = gutterOf(axis);
  const across = scalePoint<number>(points.keys(), [gutter, frame.width]).padding(0.5);
  const middleOf = (at: number): number => across(at) ?? 0;
  const vertexOf = (part: Part | undefined, at: number): Vertex =>
    part ? [middleOf(at), PLOT.top + axis.place(part.value)] : null;
  const lines = series.map(({ key }) => points.map(({ values }, at) => vertexOf(partOf(values, key), at)));
  const step = across.step() || frame.width;
  return (
    <Picture
      frame={frame}
      height={PLOT_HEIGHT}
      marks={marksOf(points, series, lines, Math.min(TARGET, step))}
      keys={LINE_KEYS}
      onOpen={onOpen}
    >
      <ValueLines axis={axis} width={frame.width} />
      {series.map(({ key, tone }, place) => (
        <LineShape key={key} tone={tone} place={place} vertices={lines[place] ?? []} step={step} />
      ))}
      <PlaceLabels
        labels={points.map(({ label }) => label)}
        middleOf={middleOf}
        from={gutter}
        width={frame.width}
        reference={0}
      />
    </Picture>
  );
}

function marksOf(
  points: readonly Point[],
  series: readonly Series[],
  lines: readonly (readonly Vertex[])[],
  width: number,
): readonly Mark[] {
  return points.flatMap((point, line) =>
    series.flatMap((of, place): readonly Mark[] => {
      const [part, vertex] = [partOf(point.values, of.key), lines[place]?.[line]];
      if (!part || !vertex) return [];
      const [x, y] = vertex;
      const box = { x: x - width / 2, y: y - TARGET / 2, width, height: TARGET };
      return [{ ...partMark(point, part, line, of, place), box, tone: of.tone }];
    }),
  );
}

interface LineShapeProps {
  readonly tone: Series["tone"];
  readonly place: number;
  readonly vertices: readonly Vertex[];
  readonly step: number;
}

function LineShape({ tone, place, vertices, step }: LineShapeProps) {
  return (
    <g data-tone={tone}>
      <path className={classes.line} strokeDasharray={dashOf(place)} d={linePath(vertices)} />
      {vertices.map(
        (vertex, at) =>
          vertex
          && (step >= LEAST_STEP || isAlone(vertices, at)) && (
            <path
              // A point is identified by its index, so the index is its key.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              className={classes.dot}
              d={shapeOf(place)}
              transform={`translate(${vertex[0]} ${vertex[1]})`}
            />
          ),
      )}
    </g>
  );
}
