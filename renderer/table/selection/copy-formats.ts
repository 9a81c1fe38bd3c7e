import { MAX_COPIED, type Row } from "../../../shared/query/query-calls.ts";
import { inLocale } from "../../../shared/base/text/locale.ts";
import { neutraliseFormula } from "../../../shared/base/text/formula.ts";
import type { ColumnSpec } from "../columns/column-layout.ts";
import { numberText } from "../columns/columns-in-units.ts";
import { referenceName } from "../../inventory/labels/messages.ts";
import { joinedName } from "../../../shared/query/views/shown-columns.ts";
import { COPY_LABELS, COPYING } from "./messages.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { readRows, type ReadFrom } from "../../inventory/records/read-rows.ts";

/** The texts of a row for a spreadsheet. A reference is a name if the table shows names. */
export function rowTexts(columns: readonly ColumnSpec[], row: Row): readonly string[] {
  return columns.map((column) => cellText(column, row));
}

/** Joins cells to one line of tab-separated text, quoted as Excel does. */
export function tabSeparated(cells: readonly string[]): string {
  return cells.map((cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t");
}

/** Whether a spreadsheet would split or shorten a cell that is pasted as text. */
export function needsQuotes(cell: string): boolean {
  return /["\t\r\n]/.test(cell);
}

/** The decimal sign that a spreadsheet of this locale reads. A German spreadsheet reads "12.5" as a date. */
const decimalSign = inLocale((locale) => {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
});

/** Writes a number with all its digits, and without group signs. */
const copiedNumber = (value: number): string => String(value).replace(".", decimalSign());

/** The text of one cell. */
export function cellText(column: ColumnSpec, row: Row): string {
  const { field, bareId } = column;
  const own = row[field.name] ?? "";
  const value = field.references && !bareId ? (referenceName(row, field) ?? own) : own;
  // A number keeps its unit if the column has another unit. So a spreadsheet cannot add it to the column's other
  // numbers.
  if (typeof value === "number") return numberText(column, value, row, copiedNumber);
  // In spreadsheets, a line feed is the line break within a cell.
  return neutraliseFormula(value.replace(/\r\n?/g, "\n"));
}

/** An HTML table of cells. From HTML, spreadsheets and documents paste each cell as one cell. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: "td" | "th", cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  const top = head.length === 0 ? "" : `<thead>${line("th", head)}</thead>`;
  return `<table>${top}<tbody>${rows.map((cells) => line("td", cells)).join("")}</tbody></table>`;
}

/** With a plain line break, Excel would start another row. */
const LINE_BREAK = '<br style="mso-data-placement:same-cell">';

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\n", LINE_BREAK);
}

export interface CopyFormat {
  readonly label: string;
  readonly line: (columns: readonly ColumnSpec[], row: Row) => string;
  readonly text: (columns: readonly ColumnSpec[], lines: readonly string[]) => string;
  /** The copy as HTML, for programs that paste tables. */
  readonly html?: (columns: readonly ColumnSpec[], lines: readonly string[]) => string;
}

/**
 * All formats of copied rows. They have the shown columns in their order. Numbers have the decimal sign of the locale,
 * except in JSON.
 */
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
    // A line is the JSON of its cells. Both the text and the HTML are made from it.
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

/**
 * The JSON members for a cell, with the API's names and types. A reference also has its name if the table shows the
 * name.
 */
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

function cellsOf(line: string): readonly string[] {
  return JSON.parse(line) as readonly string[];
}

function markdownLine(cells: readonly string[]): string {
  const plain = cells.map((cell) => cell.replace(/[\t\n]+/g, " "));
  return `| ${plain.map((cell) => cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|")).join(" | ")} |`;
}

/** An error whose message tells why nothing was copied. */
export class NotCopied extends Error {}

/**
 * Reads the rows of a query at one revision, as lines of a format. @throws NotCopied, or AppFailure if the store
 * fails.
 */
export async function readLines(
  from: ReadFrom,
  resource: Resource,
  columns: readonly ColumnSpec[],
  query: Query,
  format: CopyFormat,
): Promise<readonly string[]> {
  const lines = await readRows(from, resource, query, (total) => {
    if (total === 0) throw new NotCopied(COPYING.noRows);
    const lines: string[] = [];
    let length = format.text(columns, []).length;
    return {
      take: (rows) => {
        for (const row of rows) {
          const line = format.line(columns, row);
          length += line.length + 1;
          lines.push(line);
        }
        // An estimate from the first rows, so that a copy that is too large is refused early.
        const expected = (length / lines.length) * total;
        if (length > MAX_COPIED || expected > 2 * MAX_COPIED)
          throw new NotCopied(COPYING.tooLong({ most: MAX_COPIED }));
      },
      end: () => lines,
    };
  });
  if (lines === null) throw new NotCopied(COPYING.rowsKeepChanging);
  return lines;
}
