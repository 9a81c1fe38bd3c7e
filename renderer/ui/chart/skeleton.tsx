import classes from "./chart.module.css";

/** The lengths of placeholder bars and columns, as shares of the greatest possible length. */
const SHARES = [0.92, 0.74, 0.63, 0.48, 0.41, 0.33, 0.24, 0.18] as const;
const shareOf = (at: number): number => SHARES[Math.min(at, SHARES.length - 1)] ?? 0;

/** Placeholders for bars that are loading. @param rowHeight in CSS pixels. */
export function BarSkeleton({ rows, rowHeight }: { readonly rows: number; readonly rowHeight: number }) {
  return (
    <svg className={classes.skeleton} width="100%" height={rows * rowHeight} aria-hidden>
      {Array.from({ length: rows }, (_, at) => (
        // A row is identified by its index, so the index is its key.
        // oxlint-disable-next-line react/no-array-index-key
        <g key={at} transform={`translate(0 ${at * rowHeight + rowHeight / 2 - 5})`}>
          <rect width="18%" height={10} rx={3} />
          <rect x="25%" width={`${shareOf(at) * 75}%`} height={10} rx={3} />
        </g>
      ))}
    </svg>
  );
}

/** Placeholders for columns or lines that are loading. @param height in CSS pixels. */
export function ColumnSkeleton({ height }: { readonly height: number }) {
  const step = 100 / SHARES.length;
  return (
    <svg className={classes.skeleton} width="100%" height={height} aria-hidden>
      {SHARES.map((share, at) => (
        <rect
          key={share}
          x={`${at * step + step / 4}%`}
          y={height * (1 - share)}
          width={`${step / 2}%`}
          height={height * share}
          rx={3}
        />
      ))}
    </svg>
  );
}
