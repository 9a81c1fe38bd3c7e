import type { Row } from "../../../shared/contract/query-calls.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { decimalsOfRows } from "../../grid/decimals.ts";
import { printedCell } from "./printed-cell.ts";
import classes from "./print.module.css";

/** Characters of a text are never smaller than this on paper, nor larger; points. */
const [SMALLEST, LARGEST] = [7, 9];
const PIXELS_A_POINT = 96 / 72;
/** The size that the table's columns were made as wide as they are for, in pixels. */
const SCREEN_TEXT = 13;

/** What a printed table is made of, whichever of its rows are on one page. */
export interface TableForm {
  readonly columns: readonly ColumnSpec[];
  /** Every row, as texts, column by column. */
  readonly cells: readonly (readonly string[])[];
  /** Of its text, in points. */
  readonly size: number;
}

/** Makes texts of rows, as large as the columns leave room for. @param width of the table in pixels. */
export function formOf(columns: readonly ColumnSpec[], rows: readonly Row[], width: number): TableForm {
  const decimals = decimalsOfRows(columns, rows);
  const natural = columns.reduce((sum, column) => sum + column.width, 0);
  const fitting = ((width / natural) * SCREEN_TEXT) / PIXELS_A_POINT;
  return {
    columns,
    cells: rows.map((row) =>
      columns.map((column) => printedCell(column, row, decimals[column.field.name] ?? 0)),
    ),
    size: Math.min(LARGEST, Math.max(SMALLEST, fitting)),
  };
}

/** Rows of a printed table under its headings, which every page repeats. */
export function PrintTable({
  form: { columns, cells, size },
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
        {cells.slice(begin, end).map((texts, row) => (
          <tr key={begin + row}>
            {texts.map((text, index) => (
              <td key={columns[index]?.id} data-kind={columns[index]?.field.kind}>
                <div className={classes.cell}>{text}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
