import type { Row } from "../../../shared/contract/query-calls.ts";
import { joinedName } from "../../../shared/views/shown-columns.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { referenceName } from "../labels/labels.ts";
import { cellText, tabSeparated, tabSeparatedHeader } from "./tab-separated.ts";

export interface CopyFormat {
  readonly label: string;
  readonly line: (columns: readonly ColumnSpec[], row: Row) => string;
  readonly text: (columns: readonly ColumnSpec[], lines: readonly string[]) => string;
  /** The same as HTML, for programs that paste a table. */
  readonly html?: (columns: readonly ColumnSpec[], lines: readonly string[]) => string;
}

/** Every way to copy rows: the shown columns in their order, values as an export has them. */
export const COPY_FORMATS = {
  tabs: {
    label: "Text with tabs",
    line: tabSeparated,
    text: (_columns, lines) => lines.join("\n"),
  },
  tabsWithHeader: {
    label: "Text with tabs and column names",
    line: tabSeparated,
    text: (columns, lines) => [tabSeparatedHeader(columns), ...lines].join("\n"),
  },
  table: {
    label: "Table for a document (HTML)",
    line: tabSeparated,
    text: (columns, lines) => [tabSeparatedHeader(columns), ...lines].join("\n"),
    html: (columns, lines) => {
      const row = (tag: "td" | "th", line: string): string =>
        `<tr>${line
          .split("\t")
          .map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`)
          .join("")}</tr>`;
      const head = row("th", tabSeparatedHeader(columns));
      return `<table><thead>${head}</thead><tbody>${lines.map((line) => row("td", line)).join("")}</tbody></table>`;
    },
  },
  markdown: {
    label: "Markdown table",
    line: (columns, row) => markdownLine(columns.map((column) => cellText(column, row))),
    text: (columns, lines) =>
      [
        markdownLine(columns.map(({ label }) => label)),
        `| ${columns.map(({ field }) => (field.kind === "number" ? "--:" : "---")).join(" | ")} |`,
        ...lines,
      ].join("\n"),
  },
  json: {
    label: "JSON",
    line: (columns, row) =>
      JSON.stringify(Object.fromEntries(columns.flatMap((column) => members(column, row)))),
    text: (_columns, lines) => `[\n${lines.join(",\n")}\n]`,
  },
  ids: {
    label: "IDs, one a line",
    line: (_columns, row) => String(row["id"]),
    text: (_columns, lines) => lines.join("\n"),
  },
} as const satisfies Readonly<Record<string, CopyFormat>>;
export type CopyFormatName = keyof typeof COPY_FORMATS;

/** A cell by the API's own name and type, with the name behind a reference where the table shows one. */
function members(
  { field, bareId }: ColumnSpec,
  row: Row,
): readonly (readonly [string, string | number | null])[] {
  const own = [field.name, row[field.name] ?? null] as const;
  if (!field.references || bareId) return [own];
  return [own, [joinedName(field.name), referenceName(row, field)]];
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|")).join(" | ")} |`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
