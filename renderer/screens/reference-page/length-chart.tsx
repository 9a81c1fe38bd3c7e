import { useQuery } from "@tanstack/react-query";
import type { Histogram } from "../../../shared/query/histogram.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { formatCount, formatNumber, plural } from "../../base/format.ts";
import { AS_TABLE, CARDS, chartLabel, NO_LENGTHS, withoutLength } from "./messages.ts";
import { histogramQuery } from "../../inventory/query/result-queries.ts";
import { commonUnit, unitOf } from "../../../shared/domain/units.ts";
import { besideUnit } from "../../inventory/units/in-units.ts";
import { convertUnit, shownUnit } from "../../inventory/units/shown-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { itemsOf, type Referenced } from "./items-of.ts";
import classes from "./reference-page.module.css";
import { Group } from "@mantine/core";

const BUCKETS = 12;

/** The remaining lengths of a record's items as a histogram, and as a table on demand. */
export function LengthChart({ of }: { readonly of: Referenced }) {
  const copy = useLocalCopy();
  const unit = useLengthUnit(of);
  const { data, error } = useQuery(histogramQuery(copy, "items", itemsOf(of), "remainingLength", BUCKETS));
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return null;
  if (!data.bounds) return <p className="sd-dimmed">{NO_LENGTHS}</p>;
  const { min, max } = data.bounds;
  const bounds = { min: unit.convert(min), max: unit.convert(max) };
  return <Bars bounds={bounds} buckets={data.buckets} empty={data.empty} unit={unit.label} />;
}

/** How the lengths of a record's items are shown; without a label where they have no unit, or several. */
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

interface BarsProps {
  readonly bounds: NonNullable<Histogram["bounds"]>;
  readonly buckets: readonly number[];
  readonly empty: number;
  readonly unit: string;
}

function Bars({ bounds, buckets, empty, unit }: BarsProps) {
  const most = Math.max(...buckets, 1);
  const width = (bounds.max - bounds.min) / buckets.length;
  const range = (bucket: number): string => {
    const from = formatNumber(bounds.min + bucket * width);
    const to = formatNumber(bounds.min + (bucket + 1) * width);
    return besideUnit(width === 0 ? from : `${from} to ${to}`, unit);
  };
  const fullest = buckets.indexOf(most);
  return (
    <>
      <div className={classes.chart} role="img" aria-label={chartLabel(most, range(fullest))}>
        {buckets.map((count, bucket) => (
          <span
            // A bucket has no identity but its position.
            // oxlint-disable-next-line react/no-array-index-key
            key={bucket}
            className={classes.bar}
            title={`${range(bucket)}: ${plural(count, "item")}`}
            style={{ ["--share" as string]: count / most }}
          >
            <span className={classes.barCount}>{count > 0 && formatCount(count)}</span>
          </span>
        ))}
      </div>
      <Group justify="space-between" gap={0} mt={2} fz={12} className="sd-num sd-dimmed" aria-hidden>
        <span>{besideUnit(formatNumber(bounds.min), unit)}</span>
        {width > 0 && <span>{besideUnit(formatNumber(bounds.max), unit)}</span>}
      </Group>
      {empty > 0 && <p className="sd-dimmed">{withoutLength(empty)}</p>}
      <details className={classes.asTable}>
        <summary>{AS_TABLE}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{CARDS.lengths}</th>
              <th scope="col">{CARDS.items}</th>
            </tr>
          </thead>
          <tbody>
            {buckets.map((count, bucket) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={bucket}>
                <th scope="row">{range(bucket)}</th>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
