import type { Row } from "../../../shared/query/query-calls.ts";
import { joinedName } from "../../../shared/query/views/shown-columns.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { referenceName } from "../labels/messages.ts";
import { htmlTable, rowTexts, tabSeparated } from "./tab-separated.ts";
import { COPY_LABELS } from "./messages.ts";

export interface CopyFormat {
  readonly label: string;
  readonly line: (columns: readonly ColumnSpec[], row: Row) => string;
  readonly text: (columns: readonly ColumnSpec[], lines: readonly string[]) => string;
  /** The lines as HTML, for programs that paste a table. */
  readonly html?: (columns: readonly ColumnSpec[], lines: readonly string[]) => string;
}

/** Every way to copy rows: the shown columns in their order, values as an export has them. */
export const COPY_FORMATS = {
  tabs: {
    label: COPY_LABELS.tabs,
    line: tabLine,
    text: (_columns, lines) => lines.join("\n"),
  },
  tabsWithHeader: {
    label: COPY_LABELS.tabsWithHeader,
    line: tabLine,
    text: (columns, lines) => [tabSeparated(labelsOf(columns)), ...lines].join("\n"),
  },
  table: {
    label: COPY_LABELS.table,
    // Cells, from which both the text and the HTML are made.
    line: (columns, row) => JSON.stringify(rowTexts(columns, row)),
    text: (columns, lines) => [labelsOf(columns), ...lines.map(cellsOf)].map(tabSeparated).join("\n"),
    html: (columns, lines) => htmlTable(labelsOf(columns), lines.map(cellsOf)),
  },
  markdown: {
    label: COPY_LABELS.markdown,
    line: (columns, row) => markdownLine(rowTexts(columns, row)),
    text: (columns, lines) =>
      [
        markdownLine(labelsOf(columns)),
        `| ${columns.map(({ field }) => (field.kind === "number" ? "--:" : "---")).join(" | ")} |`,
        ...lines,
      ].join("\n"),
  },
  json: {
    label: COPY_LABELS.json,
    line: (columns, row) =>
      JSON.stringify(Object.fromEntries(columns.flatMap((column) => members(column, row)))),
    text: (_columns, lines) => `[\n${lines.join(",\n")}\n]`,
  },
  ids: {
    label: COPY_LABELS.ids,
    line: (_columns, row) => String(row["id"]),
    text: (_columns, lines) => lines.join("\n"),
  },
} as const satisfies Readonly<Record<string, CopyFormat>>;
export type CopyFormatName = keyof typeof COPY_FORMATS;

/** A cell's members, by the API's own names and types. A reference has its name too, if the table shows one. */
function members(
  { field, bareId }: ColumnSpec,
  row: Row,
): readonly (readonly [string, string | number | null])[] {
  const own = [field.name, row[field.name] ?? null] as const;
  if (!field.references || bareId) return [own];
  return [own, [joinedName(field.name), referenceName(row, field)]];
}

function tabLine(columns: readonly ColumnSpec[], row: Row): string {
  return tabSeparated(rowTexts(columns, row));
}

function labelsOf(columns: readonly ColumnSpec[]): readonly string[] {
  return columns.map(({ label }) => label);
}

/** The cells of a line of JSON. */
function cellsOf(line: string): readonly string[] {
  return JSON.parse(line) as readonly string[];
}

/** A row of Markdown is one line. */
function markdownLine(cells: readonly string[]): string {
  const plain = cells.map((cell) => cell.replace(/[\t\n]+/g, " "));
  return `| ${plain.map((cell) => cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|")).join(" | ")} |`;
}
