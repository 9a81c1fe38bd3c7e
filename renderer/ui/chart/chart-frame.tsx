import { IconTable } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import { QuietButton } from "../buttons.tsx";
import { CHART } from "../messages.ts";
import type { ChartProps } from "./chart-data.ts";
import type { ChartContent } from "./chart-table.ts";
import { Legend, type SwatchKind } from "./legend.tsx";
import { Patterns } from "./patterns.tsx";
import { TableForm } from "./table-form.tsx";
import { useWidth } from "./use-width.ts";
import classes from "./chart.module.css";

/** The frame's state, for the drawing in it. */
export interface ChartFrameState {
  /** Unique on the page. */
  readonly id: string;
  readonly name: string;
  readonly descriptionId: string;
  /** In CSS pixels. */
  readonly width: number;
}

interface ChartFrameProps extends ChartProps {
  /** The chart's content; null while it is loading. */
  readonly content: ChartContent | null;
  readonly isEmpty: boolean;
  /** Whether its marks are buttons. */
  readonly isInteractive: boolean;
  readonly swatch: SwatchKind;
  /** The height of the drawing, in CSS pixels; reserved while it is loading. */
  readonly height: number;
  readonly skeleton: ReactNode;
  readonly children: (frame: ChartFrameState) => ReactNode;
}

/** The frame around every chart: legend, the button for the table form, the description. */
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
