import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import type { Field } from "../../../shared/domain/fields.ts";
import type { Histogram } from "../../../shared/query/histogram.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { formatCount, formatNumber } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";
import { histogramQuery } from "../query/result-queries.ts";
import classes from "./filters.module.css";
import { HistogramBars } from "./histogram-bars.tsx";
import { RangeSlider } from "./range-slider.tsx";
import { scaleOf } from "./slider-scale.ts";
import { BOUNDS_CROSS, NO_NUMBERS } from "./messages.ts";

type Range = Extract<FieldFilter, { kind: "range" }>;

/** As many as can be told apart in the editor's width. */
const BUCKETS = 40;

/** Two numbers, either of which may be left out: by handles under a histogram of the field, or exactly. */
export function RangeEditor({
  resource,
  field,
  others,
  filter,
  onChange,
}: {
  readonly resource: Resource;
  readonly field: Field;
  /** The table's query without this filter. */
  readonly others: Query;
  readonly filter: Range;
  readonly onChange: (filter: Range) => void;
}) {
  const copy = useLocalCopy();
  const { data: histogram, error } = useQuery({
    ...histogramQuery(copy, resource, others, field.name, BUCKETS),
    placeholderData: keepPreviousData,
  });
  const bounds = histogram?.bounds ?? null;
  const scale = bounds && scaleOf(bounds.min, bounds.max);
  return (
    <>
      {histogram && bounds && scale && (
        <div className={classes.distribution}>
          <HistogramBars
            label={field.label}
            bounds={bounds}
            buckets={histogram.buckets}
            scale={scale}
            chosen={filter}
          />
          <RangeSlider field={field} scale={scale} bounds={bounds} filter={filter} onChange={onChange} />
        </div>
      )}
      <div className={classes.pair}>
        <NumberField
          size="xs"
          hideControls
          aria-label={`${field.label}: at least`}
          placeholder={bounds ? formatNumber(bounds.min) : "From"}
          value={filter.min}
          data-autofocus
          onChange={(min) => onChange({ ...filter, min })}
        />
        <span aria-hidden>–</span>
        <NumberField
          size="xs"
          hideControls
          aria-label={`${field.label}: at most`}
          placeholder={bounds ? formatNumber(bounds.max) : "To"}
          value={filter.max}
          onChange={(max) => onChange({ ...filter, max })}
        />
      </div>
      <p className={classes.hint}>{error?.message ?? crossing(filter) ?? (histogram && spread(histogram))}</p>
    </>
  );
}

/** Why a range matches no row at all. */
function crossing({ min, max }: Range): string | null {
  return min !== null && max !== null && min > max ? BOUNDS_CROSS : null;
}

/** How many rows have a number at all, which the histogram cannot show. */
function spread({ bounds, buckets, empty }: Histogram): string {
  if (!bounds) return NO_NUMBERS;
  const known = buckets.reduce((sum, count) => sum + count, 0);
  const range =
    bounds.min === bounds.max
      ? `all ${formatNumber(bounds.min)}`
      : `${formatNumber(bounds.min)} to ${formatNumber(bounds.max)}`;
  return `${plural(known, "row")}, ${range}${empty > 0 ? `; ${formatCount(empty)} empty` : ""}.`;
}
