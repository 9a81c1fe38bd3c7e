import { joinFacts } from "../../ui/messages.ts";
import { isUnitless } from "../../../shared/inventory/units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from "react";
import { useLive } from "../../host/host-context.ts";
import {
  paginate,
  MARGIN_MM,
  pixelWidth,
  sizeOf,
  type PrintedPage,
  type Paper,
} from "../../inventory/paper/paper.ts";
import type { PrintRequest } from "./printed-table.ts";
import { completenessLine, PREVIEW } from "../../inventory/paper/messages.ts";
import { factLines, groupHeading, rowsOf, sheetFooter, PRINT } from "./messages.ts";
import classes from "../../inventory/paper/paper.module.css";
import type { Printed } from "./use-printed.ts";
import type { GroupLine } from "../../../shared/query/grouping.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import { levelsOfQuery } from "../grouping/group-query.ts";
import { groupLabel, levelLabel } from "../grouping/messages.ts";
import { isHeading, isRow, type DisplayRow } from "../../inventory/records/read-rows.ts";
import type { ColumnSpec } from "../columns/column-layout.ts";
import { decimalsOfRows } from "../../grid/decimals.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import { formatAligned, formatFullDateTime } from "../../base/format.ts";
import { numberText } from "../columns/columns-in-units.ts";
import { moneyOfRow } from "../../inventory/units/money.ts";
import { referenceName, valueLabel, RECORDS } from "../../inventory/labels/messages.ts";

interface Props {
  readonly request: PrintRequest;
  readonly printed: Printed;
  readonly paper: Paper;
  /** The scale of the sheets on screen; at 1 they have their true size. */
  readonly zoom: number;
  /** Called once the number of pages is known. */
  readonly onPages: (pages: number) => void;
}

interface Layout {
  readonly pages: readonly PrintedPage[];
  /** The widths of the columns, in pixels. */
  readonly widths: readonly number[];
}

/**
 * The pages exactly as they will be printed. They are measured first, so that no row is cut and every page shows the
 * number of pages.
 */
export function Sheets({ request, printed, paper, zoom, onPages }: Props) {
  const [width, height] = sizeOf(paper);
  const inner = pixelWidth(paper) * (1 - (2 * MARGIN_MM) / width);
  const form = useMemo(() => formOf(request, printed.lines, inner), [request, printed.lines, inner]);
  const [layout, setLayout] = useState<Layout | null>(null);
  const measured = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const sheet = measured.current;
    if (!sheet) return;
    const heightOf = (selector: string): number =>
      sheet.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    const boxesOf = (selector: string): DOMRect[] =>
      Array.from(sheet.querySelectorAll(selector), (element) => element.getBoundingClientRect());
    const heights = boxesOf("tbody tr").map(({ height }) => height);
    const capacity = heightOf("[data-part=capacity]") - heightOf("thead");
    const headings = new Set(form.lines.flatMap(({ heading }, at) => (heading === null ? [] : [at])));
    const pages = paginate(heights, capacity - heightOf("[data-part=title]"), capacity, headings);
    setLayout({ pages, widths: boxesOf("thead th").map((box) => box.width) });
    onPages(pages.length);
  }, [form, onPages]);

  const style: CSSProperties = { width: `${width}mm`, height: `${height}mm`, padding: `${MARGIN_MM}mm` };
  if (layout === null)
    return (
      <div ref={measured} className={classes.measured} aria-hidden>
        <div className={classes.sheet} style={style}>
          <div className={classes.capacity} data-part="capacity" />
          <Footer request={request} printed={printed} page={1} of={1} />
        </div>
        <div style={{ width: inner }}>
          <Title request={request} printed={printed} />
          <PrintTable form={form} begin={0} end={form.lines.length} widths={null} />
        </div>
      </div>
    );
  const { pages } = layout;
  return (
    <div className={classes.sheets} style={{ zoom }}>
      {pages.map(({ begin, end }, index) => (
        <section
          key={begin}
          className={classes.sheet}
          style={style}
          aria-label={PREVIEW.page({ page: index + 1, of: pages.length })}
        >
          <div className={classes.capacity}>
            {index === 0 && <Title request={request} printed={printed} />}
            <PrintTable form={form} begin={begin} end={end} widths={layout.widths} />
          </div>
          <Footer request={request} printed={printed} page={index + 1} of={pages.length} />
        </section>
      ))}
    </div>
  );
}

type Part = Pick<Props, "request" | "printed">;

/** The title on the first page: the view, its connection, the filters in words, and how current the data are. */
function Title({ request: { resource, title }, printed: { rows, words, status, at } }: Part) {
  const name = useLive((live) => live.connection?.name ?? "");
  const units = useUnits();
  return (
    <header className={classes.title} data-part="title">
      <h1>{PRINT.title({ resource, view: title })}</h1>
      <p>{rowsOf(name, rows.length)}</p>
      <ul>
        {words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={classes.facts}>{joinFacts(...factLines(status, at, !isUnitless(units)))}</p>
    </header>
  );
}

/** The footer. Every page has it, because printed pages get separated. */
function Footer({
  request: { resource, title },
  printed: { status },
  page,
  of,
}: Part & { readonly page: number; readonly of: number }) {
  return (
    <footer className={classes.footer}>
      <span>{sheetFooter(resource, title, completenessLine(status))}</span>
      <span>{PREVIEW.page({ page, of })}</span>
    </footer>
  );
}

/** The space before a cell's text, and the additional space per group level, in points. */
const [INSET, LEVEL_INSET] = [4, 10];
/** The smallest and the largest text size on paper, in points. */
const [SMALLEST, LARGEST] = [7, 9];
const PIXELS_A_POINT = 96 / 72;
/** The text size on screen for which the columns' widths are made; pixels. */
const SCREEN_TEXT = 13;

/** A row's texts by column, or a group's heading with its level (from 0). */
type PrintedLine =
  | { readonly heading: null; readonly cells: readonly string[] }
  | { readonly heading: string; readonly level: number };

/** The texts, columns and text size that all pages of a printed table share. */
interface TableForm {
  readonly columns: readonly ColumnSpec[];
  readonly lines: readonly PrintedLine[];
  /** The size of the text, in points. */
  readonly size: number;
}

/**
 * Makes the texts of display rows, in the largest size that fits the columns. @param width the width of the table in
 * pixels.
 */
function formOf(request: PrintRequest, lines: readonly DisplayRow[], width: number): TableForm {
  const { columns } = request;
  const decimals = decimalsOfRows(columns, lines.filter(isRow));
  const natural = columns.reduce((sum, column) => sum + column.width, 0);
  const fitting = ((width / natural) * SCREEN_TEXT) / PIXELS_A_POINT;
  return {
    columns,
    lines: lines.map((line): PrintedLine => {
      if (isHeading(line)) return headingOf(request, line);
      const cells = columns.map((column) => printedCell(column, line, decimals[column.field.name] ?? 0));
      return { heading: null, cells };
    }),
    size: Math.min(LARGEST, Math.max(SMALLEST, fitting)),
  };
}

function headingOf(
  { resource, query, groups = null }: PrintRequest,
  { group: { level: at, path, name, count } }: GroupLine,
): PrintedLine {
  const level = levelsOfQuery({ query, groups })[at];
  if (!level) throw new Error("The query has no such level.");
  const label = groupLabel(level, path.at(-1) ?? null, name);
  const rows = RECORDS.count({ resource, rows: count });
  return { heading: groupHeading(levelLabel(resource, level), label, rows), level: at };
}

/** Rows of a printed table with the headings of the columns, which every page repeats. */
function PrintTable({
  form: { columns, lines, size },
  begin,
  end,
  widths,
}: {
  readonly form: TableForm;
  readonly begin: number;
  readonly end: number;
  /** The widths of the columns in pixels, the same on every page; null while they are being measured. */
  readonly widths: readonly number[] | null;
}) {
  return (
    <table
      className={classes.table}
      style={{ fontSize: `${size}pt`, tableLayout: widths === null ? "auto" : "fixed" }}
    >
      {widths !== null && (
        <colgroup>
          {columns.map(({ id }, index) => (
            <col key={id} style={{ width: widths[index] }} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {columns.map(({ id, label, field }) => (
            <th key={id} scope="col" data-kind={field.kind}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.slice(begin, end).map((line, row) => (
          <tr key={begin + row}>
            {line.heading === null ? (
              line.cells.map((text, index) => (
                <td key={columns[index]?.id} data-kind={columns[index]?.field.kind}>
                  <div className={classes.cell}>{text}</div>
                </td>
              ))
            ) : (
              <th
                scope="rowgroup"
                colSpan={columns.length}
                className={classes.group}
                style={{ paddingInlineStart: `${INSET + line.level * LEVEL_INSET}pt` }}
              >
                {line.heading}
              </th>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The text of a printed cell: the same as on screen, but dates always have their year. */
export function printedCell(column: ColumnSpec, row: Row, decimals: number): string {
  const { field, bareId } = column;
  const value = row[field.name];
  if (value === null || value === undefined || value === "") return "–";
  const text = String(value);
  switch (field.kind) {
    case "number":
      if (typeof value !== "number") return text;
      if (field.isMoney) return moneyOfRow(field, value, row);
      return numberText(column, value, row, (shown) => formatAligned(shown, decimals));
    case "date":
      return formatFullDateTime(text);
    case "reference":
    case "text":
      if (field.computed) return valueLabel(field.name, text);
      return bareId || !field.references ? text : (referenceName(row, field) ?? text);
    case "enum":
      return valueLabel(field.name, text);
    default:
      return assertNever(field.kind, "unknown kind of field");
  }
}
