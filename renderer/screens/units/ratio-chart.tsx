import { formatCount, formatPercent } from "../../base/format.ts";
import { bucketLabel, bucketTitle, outside, PROPOSAL } from "./messages.ts";
import { ratioBuckets } from "./ratio-buckets.ts";
import classes from "./units.module.css";

const [WIDTH, HEIGHT] = [560, 90];
/** A bar of few items is still seen. */
const heightOf = (share: number): number => (share === 0 ? 0 : Math.max(2, share * HEIGHT));

/** How the computed weights are spread around the given ones, as bars and as a table. */
export function RatioChart({ ratios }: { readonly ratios: readonly number[] }) {
  const { buckets, outside: further } = ratioBuckets(ratios);
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const step = WIDTH / buckets.length;
  const [first, last] = [buckets[0]?.from ?? 0, buckets.at(-1)?.to ?? 0];
  return (
    <figure className={classes.figure}>
      <figcaption>{PROPOSAL.chart}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={classes.chart}
        role="img"
        aria-label={PROPOSAL.chart}
      >
        {buckets.map(({ from, to, count }, at) => (
          <rect
            key={from}
            className={classes.bar}
            x={at * step + 1}
            y={HEIGHT - heightOf(count / most)}
            width={step - 2}
            height={heightOf(count / most)}
          >
            <title>{bucketTitle(bucketLabel(from, to), count)}</title>
          </rect>
        ))}
        <line className={classes.exact} x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} />
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{formatPercent(first)}</span>
        <span>{formatPercent(1)}</span>
        <span>{formatPercent(last)}</span>
      </div>
      {further > 0 && <p className="sd-note">{outside(further)}</p>}
      <details>
        <summary>{PROPOSAL.asTable}</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{PROPOSAL.share}</th>
              <th scope="col">{PROPOSAL.items}</th>
            </tr>
          </thead>
          <tbody>
            {buckets
              .filter(({ count }) => count > 0)
              .map(({ from, to, count }) => (
                <tr key={from}>
                  <td>{bucketLabel(from, to)}</td>
                  <td className="sd-num">{formatCount(count)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
