import { formatNumber } from "../../base/format.ts";
import { CHART } from "../messages.ts";
import { partOf, type Bar, type Column, type Part, type Point, type Series } from "./chart-data.ts";

/** The content of a chart: bars, columns or points. */
export type ChartContent = {
  readonly heading: string;
  readonly series: readonly Series[];
} & (
  | { readonly bars: readonly Bar[] }
  | { readonly columns: readonly Column[] }
  | { readonly points: readonly Point[] }
);

/** A chart as a table of raw numbers, for files. A number is null if nothing was observed. */
export interface ChartTable {
  readonly columns: string[];
  readonly rows: (string | number | null)[][];
}

interface TableCell {
  readonly key: string;
  readonly value: number | null;
  readonly text: string;
}

export interface TableRow {
  readonly key: string;
  readonly label: string;
  readonly cells: readonly TableCell[];
}

/**
 * Makes a table of a chart: a row for each bar or point, a column for each series. Stacks of several series get a
 * total.
 */
export function chartTable(content: ChartContent): ChartTable {
  return {
    columns: tableColumns(content),
    rows: tableRows(content).map(({ label, cells }) => [label, ...cells.map(({ value }) => value)]),
  };
}

/** The headings of the table. */
export function tableColumns(content: ChartContent): [string, ...string[]] {
  const labels = content.series.map(({ label }) => label);
  return [content.heading, ...labels, ...(hasTotal(content) ? [CHART.total] : [])];
}

/** The rows of the table, with their texts. */
export function tableRows(content: ChartContent): readonly TableRow[] {
  const { series } = content;
  if ("points" in content)
    return content.points.map(({ key, label, values }) => ({
      key,
      label,
      cells: series.map((of) => cellOf(of, partOf(values, of.key) ?? null)),
    }));
  const stacks: readonly Column[] = "bars" in content ? content.bars : content.columns;
  return stacks.map(({ key, label, parts, total }) => ({
    key,
    label,
    cells: [
      ...series.map((of) => cellOf(of, parts && (partOf(parts, of.key) ?? zeroOf(of)))),
      ...(hasTotal(content) ? [totalCell(parts, total)] : []),
    ],
  }));
}

/** With a single series there is no total, because the total would repeat its value. */
const hasTotal = (content: ChartContent): boolean => !("points" in content) && content.series.length > 1;

const zeroOf = ({ key }: Series): Part => ({ series: key, value: 0, text: formatNumber(0) });

const cellOf = ({ key }: Series, part: Part | null): TableCell => ({
  key,
  value: part?.value ?? null,
  text: part?.text ?? CHART.notObserved,
});

function totalCell(parts: readonly Part[] | null, text: string): TableCell {
  if (!parts) return { key: "", value: null, text: CHART.notObserved };
  const sum = parts.reduce((total, { value }) => total + value, 0);
  // The sums of binary fractions have meaningless last digits, which are rounded off.
  return { key: "", value: Number(sum.toPrecision(12)), text };
}
