import { today } from "../../base/clock.ts";
import type { Query } from "../../../shared/query/query.ts";
import { bucketBounds } from "../../../shared/query/bucket-edges.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { useQuery } from "@tanstack/react-query";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import type { Histogram } from "../../../shared/query/totals.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatCount, formatNumber } from "../../base/format.ts";
import { ColumnChart } from "../../ui/chart/column-chart.tsx";
import { CARDS, LENGTHS } from "./messages.ts";
import { histogramQuery } from "../../inventory/records/record-queries.ts";
import { commonUnit, unitOf } from "../../../shared/inventory/units.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import { convertUnit, shownUnit } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";

/** A record to which items refer, with the item's field that has its id. */
export interface Referenced {
  readonly resource: "types" | "locations";
  readonly field: "materialTypeId" | "locationId";
  readonly id: string;
}

/** The query for the items that refer to a record, ordered by name. */
export function itemsOf({ field, id }: Referenced): Query {
  return compileQuery(
    { search: "", chips: [{ enabled: true, filter: valueFilter(field, id) }], sort: [] },
    today(),
  );
}

const BUCKETS = 12;
/** The most digits that `toFixed` accepts. */
const MAX_DIGITS = 100;
const SERIES = [{ key: "items", label: CARDS.items, tone: "accent" }] as const;

/** The remaining lengths of a record's items as a histogram. */
export function LengthChart({ of }: { readonly of: Referenced }) {
  const api = useConnectionApi();
  const unit = useLengthUnit(of);
  const show = useShowItems();
  const { data, error } = useQuery(histogramQuery(api, "items", itemsOf(of), "remainingLength", BUCKETS));
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <LengthColumns buckets={null} bounds={{ min: 0, max: 0 }} unit="" onOpen={() => {}} />;
  if (!data.bounds) return <p className="sd-dimmed">{LENGTHS.none}</p>;
  const { min, max } = data.bounds;
  const bounds = { min: unit.convert(min), max: unit.convert(max) };
  return (
    <>
      <LengthColumns
        buckets={data.buckets}
        bounds={bounds}
        unit={unit.label}
        onOpen={(bucket) =>
          show([valueFilter(of.field, of.id), lengthsIn(bucket, data.buckets.length, { min, max })])
        }
      />
      {data.empty > 0 && <p className="sd-note">{LENGTHS.without({ items: data.empty })}</p>}
    </>
  );
}

/** The unit of the lengths of a record's items, and their conversion. The label is "" without a common unit. */
function useLengthUnit({ field, id }: Referenced): {
  readonly label: string;
  readonly convert: (length: number) => number;
} {
  const units = useUnits();
  const sent = field === "materialTypeId" ? unitOf(units, "length", id) : commonUnit(units, "length");
  const shown = shownUnit(units, "length", sent);
  if (sent === null || shown === null) return { label: "", convert: (length) => length };
  return { label: shown, convert: (length) => convertUnit(length, sent, shown) };
}

/** The filter for the rows in a bucket of the histogram. */
function lengthsIn(bucket: number, buckets: number, bounds: NonNullable<Histogram["bounds"]>): FieldFilter {
  return { kind: "range", field: "remainingLength", ...bucketBounds(bounds, buckets, bucket) };
}

/** Rounds a bound to a hundredth of a bucket's width, or more exactly. */
function rounded(bound: number, width: number): number {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(width)));
  return width > 0 && digits <= MAX_DIGITS ? Number(bound.toFixed(digits)) : bound;
}

interface LengthColumnsProps {
  /** The buckets; null while they are loading. */
  readonly buckets: readonly number[] | null;
  readonly bounds: NonNullable<Histogram["bounds"]>;
  readonly unit: string;
  readonly onOpen: (bucket: number) => void;
}

function LengthColumns({ buckets, bounds, unit, onOpen }: LengthColumnsProps) {
  const counts = buckets ?? [];
  const most = Math.max(...counts, 1);
  const width = (bounds.max - bounds.min) / counts.length;
  const range = (bucket: number): string => {
    const from = formatNumber(rounded(bounds.min + bucket * width, width));
    const to = formatNumber(rounded(bounds.min + (bucket + 1) * width, width));
    return withUnit(width === 0 ? from : LENGTHS.range({ from, to }), unit);
  };
  const columns = counts.map((count, bucket) => ({
    // A bucket is identified by its index.
    key: String(bucket),
    label: range(bucket),
    parts: [{ series: "items", value: count, text: formatCount(count) }],
    total: count > 0 ? formatCount(count) : "",
  }));
  return (
    <ColumnChart
      name={LENGTHS.chart}
      description={buckets ? LENGTHS.fullest({ items: most, range: range(counts.indexOf(most)) }) : ""}
      heading={CARDS.lengths}
      series={SERIES}
      columns={buckets && columns}
      onOpen={(key) => onOpen(Number(key))}
    />
  );
}
