import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from "d3-shape";
import type { ReactNode } from "react";
import type { Series } from "./chart-data.ts";
import classes from "./chart.module.css";

const SIZE = 6;
/** The patterns over the colours of series. So the colour is not the only sign. The first series has no pattern. */
const PATTERNS: readonly ReactNode[] = [
  null,
  <path key="slanted" d="M-1,1l2,-2M0,6l6,-6M5,7l2,-2" />,
  <path key="dots" className={classes.dots} d="M1.5,1.5h0M4.5,4.5h0" />,
  <path key="upright" d="M1.5,0v6M4.5,0v6" />,
  <path key="level" d="M0,1.5h6M0,4.5h6" />,
  <path key="crossed" d="M0,0l6,6M0,6l6,-6" />,
];
const DASHES = [undefined, "6 3", "2 3", "8 3 2 3", "1 4", "12 4"] as const;
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond] as const;
const SHAPE_AREA = 34;
/** The name of the pattern that fills spans without an observation. */
const GAP_PATTERN = "gap";

const at = <T,>(list: readonly T[], place: number): T => list[place % list.length] as T;

/**
 * The definitions of fills for the series of a chart. Other elements of the chart refer to these. @param id the id of
 * the chart, unique on the page.
 */
export function Patterns({ id, series }: { readonly id: string; readonly series: readonly Series[] }) {
  return (
    <svg className={classes.patterns} width={0} height={0} aria-hidden>
      <defs>
        {series.map(({ key, tone }, place) => (
          <Pattern key={key} id={`${id}-${place}`} tone={tone}>
            {at(PATTERNS, place)}
          </Pattern>
        ))}
        <Pattern id={`${id}-${GAP_PATTERN}`} tone={GAP_PATTERN}>
          {PATTERNS[1]}
        </Pattern>
      </defs>
    </svg>
  );
}

interface PatternProps {
  readonly id: string;
  readonly tone: string;
  readonly children: ReactNode;
}

function Pattern({ id, tone, children }: PatternProps) {
  return (
    <pattern id={id} data-tone={tone} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
      <rect className={classes.wash} width={SIZE} height={SIZE} />
      {children}
    </pattern>
  );
}

/** The fill of a series. @param place the place of the series. */
export const fillOf = (id: string, place: number): string =>
  place % PATTERNS.length === 0 ? "var(--sd-tone)" : `url(#${id}-${place})`;

/** The fill of a column without an observation. */
export const gapFill = (id: string): string => `url(#${id}-${GAP_PATTERN})`;

/** The dashes of a series' line. @param place the place of the series. */
export const dashOf = (place: number): string | undefined => at(DASHES, place);

/** The shape of a series' points, as an SVG path around 0. @param place the place of the series. */
export const shapeOf = (place: number): string => symbol(at(SHAPES, place), SHAPE_AREA)() ?? "";
