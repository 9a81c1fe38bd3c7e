import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import type { Field } from "../../../shared/domain/fields.ts";
import { formatNumber } from "../../base/format-number.ts";
import classes from "./filters.module.css";
import { moveHandle, onScale, type Bounds, type SliderScale } from "./slider-scale.ts";

type Range = Extract<FieldFilter, { kind: "range" }>;

/** Two handles over one another's track, each a slider of its own to keyboard and screen reader. */
export function RangeSlider({
  field,
  scale,
  bounds,
  filter,
  onChange,
}: {
  readonly field: Field;
  readonly scale: SliderScale;
  readonly bounds: Bounds;
  readonly filter: Range;
  readonly onChange: (filter: Range) => void;
}) {
  const low = onScale(scale, filter.min, "min");
  const high = onScale(scale, filter.max, "max");
  const place = (value: number): string => `${((value - scale.min) / (scale.max - scale.min)) * 100}%`;
  return (
    <div
      className={classes.slider}
      style={{ ["--low" as string]: place(low), ["--high" as string]: place(high) }}
    >
      <span className={classes.sliderTrack} />
      <input
        type="range"
        {...scale}
        value={low}
        // With both at the far end, the lower handle must be on top.
        data-above={low > (scale.min + scale.max) / 2 || undefined}
        aria-label={`Lowest ${field.label.toLowerCase()}`}
        aria-valuetext={filter.min === null ? "no lower bound" : formatNumber(low)}
        onChange={({ currentTarget }) =>
          onChange(moveHandle(filter, scale, bounds, currentTarget.valueAsNumber, "min"))
        }
      />
      <input
        type="range"
        {...scale}
        value={high}
        aria-label={`Highest ${field.label.toLowerCase()}`}
        aria-valuetext={filter.max === null ? "no upper bound" : formatNumber(high)}
        onChange={({ currentTarget }) =>
          onChange(moveHandle(filter, scale, bounds, currentTarget.valueAsNumber, "max"))
        }
      />
    </div>
  );
}
