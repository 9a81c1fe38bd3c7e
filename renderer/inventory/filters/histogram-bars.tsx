import { formatCount, formatNumber } from "../../base/format-number.ts";
import classes from "./filters.module.css";
import type { Bounds, SliderScale } from "./slider-scale.ts";

const HEIGHT = 48;
/** A bucket with a single row among thousands is still to be seen. */
const LEAST = 1.5;

/** The spread of a field's numbers as bars, those within the chosen range in colour; said in words as well. */
export function HistogramBars({
  label,
  bounds,
  buckets,
  scale,
  chosen,
}: {
  readonly label: string;
  readonly bounds: Bounds;
  readonly buckets: readonly number[];
  /** What the handles below move along: the bars stand over it. */
  readonly scale: SliderScale;
  readonly chosen: { readonly min: number | null; readonly max: number | null };
}) {
  const most = Math.max(...buckets, 1);
  const width = (bounds.max - bounds.min) / buckets.length;
  const fullest = buckets.indexOf(most);
  const edge = (bucket: number): string => formatNumber(bounds.min + bucket * width);
  const across = scale.max - scale.min;
  return (
    <svg
      className={classes.histogram}
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label} in ${buckets.length} steps: most rows, ${formatCount(most)}, are at ${edge(fullest)} to ${edge(fullest + 1)}`}
    >
      {buckets.map((count, bucket) => {
        const from = bounds.min + bucket * width;
        const inside = from + width >= (chosen.min ?? bounds.min) && from <= (chosen.max ?? bounds.max);
        const height = count === 0 ? 0 : Math.max((count / most) * HEIGHT, LEAST);
        return (
          <rect
            // A bucket is identified by its index.
            // oxlint-disable-next-line react/no-array-index-key
            key={bucket}
            x={((from - scale.min) / across) * 100}
            y={HEIGHT - height}
            width={(width / across) * 85}
            height={height}
            data-inside={inside || undefined}
          />
        );
      })}
    </svg>
  );
}
