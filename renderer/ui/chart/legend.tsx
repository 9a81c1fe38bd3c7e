import type { Series } from "./chart-data.ts";
import { dashOf, fillOf, shapeOf } from "./patterns.tsx";
import classes from "./chart.module.css";

/** How a chart draws its series. */
export type SwatchKind = "area" | "line";

interface LegendProps {
  /** The id of the chart. */
  readonly id: string;
  readonly series: readonly Series[];
  readonly kind: SwatchKind;
}

/** Names what the fills or lines of a chart mean. */
export function Legend({ id, series, kind }: LegendProps) {
  return (
    <ul className={classes.legend}>
      {series.map(({ key, label, tone }, place) => (
        <li key={key} data-tone={tone}>
          {kind === "area" ? <Area fill={fillOf(id, place)} /> : <Line place={place} />}
          {label}
        </li>
      ))}
    </ul>
  );
}

function Area({ fill }: { readonly fill: string }) {
  return (
    <svg className={classes.swatch} width={12} height={12} aria-hidden>
      <rect className={classes.part} style={{ fill }} x={0.5} y={0.5} width={11} height={11} rx={3} />
    </svg>
  );
}

function Line({ place }: { readonly place: number }) {
  return (
    <svg className={classes.swatch} width={26} height={12} aria-hidden>
      <path className={classes.line} strokeDasharray={dashOf(place)} d="M1,6h24" />
      <path className={classes.dot} d={shapeOf(place)} transform="translate(13 6)" />
    </svg>
  );
}
