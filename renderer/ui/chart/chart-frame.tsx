import { IconTable } from "@tabler/icons-react";
import { useId, useState, type ReactNode, useCallback, type RefCallback } from "react";
import { QuietButton } from "../buttons.tsx";
import { CHART } from "../messages.ts";
import type { ChartProps, Series } from "./chart-data.ts";
import { type ChartContent, tableColumns, tableRows, type TableRow } from "./chart-table.ts";
import { Patterns, dashOf, fillOf, shapeOf } from "./patterns.tsx";
import classes from "./chart.module.css";
import { DataTable } from "../data-table.tsx";

/** The state of the frame, for the drawing inside the frame. */
export interface ChartFrameState {
  /** An id that is unique on the page. */
  readonly id: string;
  readonly name: string;
  readonly descriptionId: string;
  /** The width of the drawing, in CSS pixels. */
  readonly width: number;
}

interface ChartFrameProps extends ChartProps {
  /** The chart's content; null while it is loading. */
  readonly content: ChartContent | null;
  readonly isEmpty: boolean;
  /** Whether the marks are buttons. */
  readonly isInteractive: boolean;
  readonly swatch: SwatchKind;
  /** The height of the drawing, in CSS pixels. It is reserved while the chart is loading. */
  readonly height: number;
  readonly skeleton: ReactNode;
  readonly children: (frame: ChartFrameState) => ReactNode;
}

/** The frame around every chart: the legend, the button that shows a table instead, the description. */
export function ChartFrame({ name, description, series, content, isInteractive, ...props }: ChartFrameProps) {
  const id = useId();
  const descriptionId = `${id}-description`;
  const [asTable, setAsTable] = useState(false);
  const [ref, width] = useWidth();
  const group = { role: "group", "aria-label": name, "aria-describedby": descriptionId };
  const isTable = asTable && content !== null && !props.isEmpty;
  return (
    <div className={classes.chart} {...(isInteractive && group)} aria-busy={content === null}>
      <Patterns id={id} series={series} />
      <div className={classes.head}>
        {series.length > 1 && !isTable && <Legend id={id} series={series} kind={props.swatch} />}
        {!props.isEmpty && (
          <QuietButton
            className={classes.toggle}
            leftSection={<IconTable size={13} aria-hidden />}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {CHART.asTable}
          </QuietButton>
        )}
      </div>
      <div ref={ref} className={classes.body} style={{ minHeight: props.height }}>
        {content === null ? (
          props.skeleton
        ) : props.isEmpty ? (
          <p className={classes.nothing}>{CHART.nothing}</p>
        ) : isTable ? (
          <TableForm name={name} content={content} />
        ) : (
          width > 0 && props.children({ id, name, descriptionId, width })
        )}
      </div>
      <p id={descriptionId} className={classes.description} data-names>
        {description}
      </p>
    </div>
  );
}

/** Shows a chart's data as a table. The visible heading is the table's accessible name. */
function TableForm({ name, content }: { readonly name: string; readonly content: ChartContent }) {
  const [heading, ...columns] = tableColumns(content);
  return (
    <DataTable
      label={name}
      rows={tableRows(content)}
      keyOf={({ key }) => key}
      className={classes.table}
      columns={[
        { key: "label", heading, renderCell: ({ label }) => label },
        ...columns.map((column, at) => ({
          key: column,
          heading: column,
          isNumber: true,
          renderCell: ({ cells }: TableRow) => (
            <span className={cells[at]?.value === null ? "sd-dimmed" : ""}>{cells[at]?.text}</span>
          ),
        })),
      ]}
    />
  );
}

/** The width of an element in CSS pixels; 0 until it is on screen. */
function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const sized = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    sized.observe(element);
    return () => sized.disconnect();
  }, []);
  return [ref, width];
}

/** The form in which a chart draws its series. */
type SwatchKind = "area" | "line";

interface LegendProps {
  /** The id of the chart. */
  readonly id: string;
  readonly series: readonly Series[];
  readonly kind: SwatchKind;
}

/** The legend of a chart, for areas or lines. */
function Legend({ id, series, kind }: LegendProps) {
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
