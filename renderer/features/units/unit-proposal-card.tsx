import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { UnitProposal } from "../../../shared/features/units/units.ts";
import { QUANTITIES, type Units, type UnitSet, type Weighing } from "../../../shared/inventory/units.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { fitSentence, noFit, PROPOSAL, unitsInWords, bucketLabel } from "./messages.ts";
import cardPage from "../../ui/card-page.module.css";
import classes from "./units.module.css";
import { formatCount } from "../../base/format.ts";
import { ColumnChart } from "../../ui/chart/column-chart.tsx";

interface UnitProposalCardProps {
  readonly units: Units;
  readonly onUse: (proposed: UnitSet, weighing: Weighing) => void;
}

/**
 * The card with the proposed units: with them, computed and recorded weights agree. It shows the proof and asks whether
 * to use the units.
 */
export function UnitProposalCard({ units, onUse }: UnitProposalCardProps) {
  const { host, connectionId } = useConnectionApi();
  const { data, error } = useQuery({
    // The query does not run again while the user reads the proposal.
    queryKey: [LOCAL_DATA, "proposed units", connectionId],
    queryFn: () => unwrap(host.proposeUnits({ connectionId })),
  });
  return (
    <section className={cardPage.card} aria-label={PROPOSAL.title}>
      <h2>{PROPOSAL.title}</h2>
      {error ? (
        <p role="alert">{error.message}</p>
      ) : data === undefined ? (
        <p className="sd-note">{PROPOSAL.working}</p>
      ) : (
        <Proposal proposal={data} units={units} onUse={onUse} />
      )}
    </section>
  );
}

function Proposal({ proposal, units, onUse }: UnitProposalCardProps & { readonly proposal: UnitProposal }) {
  if (proposal.kind === "tooFew") return <p>{PROPOSAL.tooFew({ items: proposal.items })}</p>;
  if (proposal.kind === "noFit") return <p>{noFit(proposal.items, proposal.medianError)}</p>;
  const { units: proposed, items, medianError, withSpool, ratios } = proposal;
  const weighing = withSpool ? "gross" : "net";
  const isUsed =
    weighing === units.weighing
    && QUANTITIES.every((quantity) => proposed[quantity] === null || proposed[quantity] === units[quantity]);
  return (
    <>
      <p className={classes.proposed}>{unitsInWords(proposed)}</p>
      <p>{fitSentence(items, medianError, withSpool)}</p>
      <RatioChart ratios={ratios} />
      {isUsed ? (
        <p className="sd-note" role="status">
          {PROPOSAL.used}
        </p>
      ) : (
        <Button onClick={() => onUse(proposed, weighing)}>{PROPOSAL.use}</Button>
      )}
    </>
  );
}

const SERIES = [{ key: "items", label: PROPOSAL.items, tone: "accent" }] as const;
const keyOf = ({ from }: RatioBucket): string => String(from);

/** The histogram of computed weights relative to recorded weights. A line marks equality. */
function RatioChart({ ratios }: { readonly ratios: readonly number[] }) {
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
      {further > 0 && <p className="sd-note">{PROPOSAL.outside({ items: further })}</p>}
    </div>
  );
}

/** The range of ratios in the chart, and the width of a bar. The middle bar is centred on 1. */
const [LEAST, MOST, STEP] = [0.525, 1.475, 0.05];

/** The number of items whose ratio lies between two bounds. */
interface RatioBucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Counts ratios in bars around 1. @returns the bars, and the number of ratios outside all bars. */
export function ratioBuckets(ratios: readonly number[]): {
  readonly buckets: readonly RatioBucket[];
  readonly outside: number;
} {
  const counts = Array.from({ length: Math.round((MOST - LEAST) / STEP) }, () => 0);
  // The bounds of the bars are not exact binary fractions. With the small addition, a ratio equal to a bound counts as
  // above this bound.
  const placeOf = (ratio: number): number => Math.floor((ratio - LEAST) / STEP + 1e-9);
  for (const ratio of ratios) {
    const place = placeOf(ratio);
    if (place in counts) counts[place] = (counts[place] ?? 0) + 1;
  }
  const buckets = counts.map((count, at) => ({
    from: LEAST + at * STEP,
    to: LEAST + (at + 1) * STEP,
    count,
  }));
  return { buckets, outside: ratios.length - counts.reduce((sum, count) => sum + count, 0) };
}
