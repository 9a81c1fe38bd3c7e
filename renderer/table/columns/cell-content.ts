import { assertNever } from "../../../shared/base/errors.ts";
import { formatAge, formatAligned, formatDateTime, formatUtc } from "../../base/format.ts";
import { referenceName, valueLabel } from "../../inventory/labels/messages.ts";
import { numberText } from "./columns-in-units.ts";
import { moneyOfRow } from "../../inventory/units/money.ts";
import gridClasses from "../../grid/grid.module.css";
import type { CellContent, GridRow } from "../../grid/grid-column.ts";
import type { ColumnSpec } from "./column-layout.ts";
import { statusClass, statusMark, hasMark } from "../../inventory/labels/status-mark.ts";

/** Dates that are shown as ages. */
const FIELDS_WITH_AGE: ReadonlySet<string> = new Set(["checkedOutAt"]);

const plain = (text: string, parts: Partial<CellContent> = {}): CellContent => ({
  text,
  look: "plain",
  searched: false,
  aside: "",
  badge: null,
  ...parts,
});
const EMPTY_CELL = plain("–", { look: "empty" });
const searched = (text: string): CellContent => plain(text, { searched: true });
const identifier = (text: string): CellContent => plain(text, { look: "mono", searched: true });

/**
 * The content of a row's cell in a column, with labels and local formats. @param now ms since the epoch. @param
 * decimals the number of decimals in the column.
 */
export function cellContent(column: ColumnSpec, row: GridRow, now: number, decimals: number): CellContent {
  const { field, bareId } = column;
  const value = row[field.name];
  if (isNothing(value)) return EMPTY_CELL;
  const text = String(value);
  if (bareId || field.name === "id") return identifier(text);
  switch (field.kind) {
    case "number":
      if (typeof value !== "number") return plain(text);
      if (field.isMoney) return plain(moneyOfRow(field, value, row));
      return plain(numberText(column, value, row, (shown) => formatAligned(shown, decimals)));
    case "date":
      return plain(formatDateTime(text), {
        aside: FIELDS_WITH_AGE.has(field.name) ? formatAge(text, now) : "",
      });
    case "reference": {
      const name = referenceName(row, field);
      return name === null ? identifier(text) : searched(name);
    }
    case "enum":
      return plain(valueLabel(field.name, text), {
        badge: hasMark(field) ? statusBadge(text) : null,
      });
    case "text":
      // Of computed columns, the search includes only those that users write.
      if (field.computed && !field.computed.isOwn) return plain(valueLabel(field.name, text));
      return searched(field.references ? (referenceName(row, field) ?? text) : text);
    default:
      return assertNever(field.kind, "unknown kind of field");
  }
}

const STATUS_CELL = `${gridClasses.cell} ${statusClass}`;

function statusBadge(value: string): CellContent["badge"] {
  const status = statusMark(value);
  return { status, className: STATUS_CELL, hasOwnFont: status === "unknown" };
}

/** The exact value of a cell, for its tooltip; undefined if the cell already shows the exact value. */
export function cellTitle({ field }: ColumnSpec, row: GridRow): string | undefined {
  const value = row[field.name];
  if (isNothing(value) || field.kind === "enum") return undefined;
  return field.kind === "date" ? formatUtc(String(value)) : String(value);
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";
