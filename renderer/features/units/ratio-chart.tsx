import { formatCount } from "../../base/format.ts";
import { ColumnChart } from "../../ui/chart/column-chart.tsx";
import { bucketLabel, outside, PROPOSAL } from "./messages.ts";
import { ratioBuckets, type RatioBucket } from "./ratio-buckets.ts";
import classes from "./units.module.css";

const SERIES = [{ key: "items", label: PROPOSAL.items, tone: "accent" }] as const;
const keyOf = ({ from }: RatioBucket): string => String(from);

/** How the computed weights are spread around the given ones; a line marks if they are the same. */
export function RatioChart({ ratios }: { readonly ratios: readonly number[] }) {
  const { buckets, outside: further } = ratioBuckets(ratios);
  const exact = buckets.find(({ from, to }) => from <= 1 && 1 < to);
  return (
    <div className={classes.figure}>
      <ColumnChart
        name={PROPOSAL.share}
        description={PROPOSAL.chart}
        heading={PROPOSAL.share}
        series={SERIES}
        columns={buckets.map((bucket) => ({
          key: keyOf(bucket),
          label: bucketLabel(bucket.from, bucket.to),
          parts: [{ series: "items", value: bucket.count, text: formatCount(bucket.count) }],
          total: bucket.count > 0 ? formatCount(bucket.count) : "",
        }))}
        reference={exact && keyOf(exact)}
      />
      {further > 0 && <p className="sd-note">{outside(further)}</p>}
    </div>
  );
}
