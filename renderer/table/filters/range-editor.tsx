import type { ChangeEvent } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Histogram } from "../../../shared/query/totals.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { NumberField } from "../../ui/fields.tsx";
import { formatNumber } from "../../base/format.ts";
import { isShownOtherwise, unitOfField } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { histogramQuery } from "../../inventory/records/record-queries.ts";
import classes from "./filters.module.css";
import { CurrencySelect } from "./currency-select.tsx";
import { moveHandle, onScale, scaleOf, type Bounds, type SliderScale } from "./slider-scale.ts";
import { comparedAsSent, EDITOR, NUMBERS, PART_LABELS, spreadOf } from "./messages.ts";
import { Box } from "@mantine/core";

type Range = Extract<FieldFilter, { kind: "range" }>;

/** The most bars that fit into the editor's width. */
const BUCKETS = 40;

interface RangeEditorProps {
  readonly resource: Resource;
  readonly field: Field;
  /** The query of the table without this filter. */
  readonly others: Query;
  readonly filter: Range;
  readonly onChange: (filter: Range) => void;
}

/** The editor for a range of numbers: a slider under a histogram, and two fields. Either bound may be empty. */
export function RangeEditor({ resource, field, others, filter, onChange }: RangeEditorProps) {
  const api = useConnectionApi();
  const units = useUnits();
  const unit = filter.currency?.value ?? unitOfField(units, field);
  const amounts = filter.currency ? inCurrency(others, filter.currency) : others;
  const { data: histogram, error } = useQuery({
    ...histogramQuery(api, resource, amounts, field.name, BUCKETS),
    placeholderData: keepPreviousData,
  });
  const bounds = histogram?.bounds ?? null;
  const scale = bounds && scaleOf(bounds.min, bounds.max);
  const currencyField = field.isMoney ? field.measuredIn : undefined;
  return (
    <>
      {currencyField !== undefined && (
        <CurrencySelect
          size="xs"
          aria-label={EDITOR.currency}
          comboboxProps={{ withinPortal: false }}
          resource={resource}
          field={currencyField}
          query={others}
          value={filter.currency?.value ?? null}
          onChange={(value) => onChange({ ...filter, currency: { field: currencyField, value } })}
        />
      )}
      {histogram && bounds && scale && (
        <Box px={2}>
          <HistogramBars
            label={field.label}
            bounds={bounds}
            buckets={histogram.buckets}
            scale={scale}
            chosen={filter}
          />
          <RangeSlider field={field} scale={scale} bounds={bounds} filter={filter} onChange={onChange} />
        </Box>
      )}
      <div className={classes.pair}>
        <NumberField
          size="xs"
          aria-label={PART_LABELS.atLeast({ field: field.label })}
          placeholder={bounds ? formatNumber(bounds.min) : EDITOR.from}
          value={filter.min}
          data-autofocus
          onChange={(min) => !Number.isNaN(min) && onChange({ ...filter, min })}
        />
        <span aria-hidden>–</span>
        <NumberField
          size="xs"
          aria-label={PART_LABELS.atMost({ field: field.label })}
          placeholder={bounds ? formatNumber(bounds.max) : EDITOR.to}
          value={filter.max}
          onChange={(max) => !Number.isNaN(max) && onChange({ ...filter, max })}
        />
      </div>
      <p className={classes.hint}>
        {error?.message ?? crossing(filter) ?? (histogram && spread(histogram, unit))}
      </p>
      {isShownOtherwise(units, field) && <p className={classes.hint}>{comparedAsSent(unit)}</p>}
    </>
  );
}

/** The query for those rows of a query that have amounts in one currency. */
function inCurrency(query: Query, { field, value }: NonNullable<Range["currency"]>): Query {
  const only = { field, op: "is", value } as const;
  return { ...query, filter: query.filter ? { all: [query.filter, only] } : only };
}

function crossing({ min, max }: Range): string | null {
  return min !== null && max !== null && min > max ? EDITOR.boundsCross : null;
}

/** Describes how many rows have a number and how many do not. The histogram cannot show this. */
function spread({ bounds, buckets, empty }: Histogram, unit: string): string {
  if (!bounds) return NUMBERS.none;
  const known = buckets.reduce((sum, count) => sum + count, 0);
  return spreadOf({ known, empty }, bounds, unit);
}

interface RangeSliderProps extends Pick<RangeEditorProps, "field" | "filter" | "onChange"> {
  readonly scale: SliderScale;
  readonly bounds: Bounds;
}

/** Two handles on one track. Keyboard and screen reader treat each handle as a slider. */
function RangeSlider({ field, scale, bounds, filter, onChange }: RangeSliderProps) {
  const low = onScale(scale, filter.min, "min");
  const high = onScale(scale, filter.max, "max");
  const place = (value: number): string => `${((value - scale.min) / (scale.max - scale.min)) * 100}%`;
  const handle = (end: "min" | "max", value: number) => ({
    ...scale,
    value,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      onChange(moveHandle(filter, scale, bounds, currentTarget.valueAsNumber, end)),
  });
  return (
    <div
      className={classes.slider}
      style={{ ["--low" as string]: place(low), ["--high" as string]: place(high) }}
    >
      <span className={classes.sliderTrack} />
      <input
        type="range"
        {...handle("min", low)}
        // If both handles are at the upper end, only the lower handle can move, so it must be on top.
        data-above={low > (scale.min + scale.max) / 2 || undefined}
        aria-label={PART_LABELS.lowest({ field: field.label })}
        aria-valuetext={filter.min === null ? EDITOR.noLowest : formatNumber(low)}
      />
      <input
        type="range"
        {...handle("max", high)}
        aria-label={PART_LABELS.highest({ field: field.label })}
        aria-valuetext={filter.max === null ? EDITOR.noHighest : formatNumber(high)}
      />
    </div>
  );
}

const HEIGHT = 48;
/** The least height of a bar. It keeps a single row among thousands visible. */
const LEAST_BAR_HEIGHT = 1.5;

interface HistogramBarsProps {
  readonly label: string;
  readonly bounds: Bounds;
  readonly buckets: readonly number[];
  readonly scale: SliderScale;
  readonly chosen: Range;
}

/**
 * The distribution of a field's numbers as bars. Bars in the chosen range are coloured; a text describes the whole
 * histogram.
 */
function HistogramBars({ label, bounds, buckets, scale, chosen }: HistogramBarsProps) {
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
      aria-label={NUMBERS.histogram({
        field: label,
        steps: buckets.length,
        rows: most,
        from: edge(fullest),
        to: edge(fullest + 1),
      })}
    >
      {buckets.map((count, bucket) => {
        const from = bounds.min + bucket * width;
        const inside = from + width >= (chosen.min ?? bounds.min) && from <= (chosen.max ?? bounds.max);
        const height = count === 0 ? 0 : Math.max((count / most) * HEIGHT, LEAST_BAR_HEIGHT);
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
