import { assertNever } from "../../../shared/base/errors.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import { formatAligned, formatFullDateTime } from "../../base/format.ts";
import { numberText } from "../units/in-units.ts";
import { referenceName, valueLabel } from "../labels/messages.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";

/** The text of a printed cell: as on screen, but dates have their year, since paper is kept. */
export function printedCell(column: ColumnSpec, row: Row, decimals: number): string {
  const { field, bareId } = column;
  const value = row[field.name];
  if (value === null || value === undefined || value === "") return "–";
  const text = String(value);
  switch (field.kind) {
    case "number":
      if (typeof value !== "number") return text;
      return numberText(column, value, row, (shown) => formatAligned(shown, decimals));
    case "date":
      return formatFullDateTime(text);
    case "reference":
    case "text":
      return bareId || !field.references ? text : (referenceName(row, field) ?? text);
    case "enum":
      return valueLabel(field.name, text);
    default:
      return assertNever(field.kind, "unknown kind of field");
  }
}
