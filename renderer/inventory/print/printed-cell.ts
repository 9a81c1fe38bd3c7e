import { assertNever } from "../../../shared/text/assert-never.ts";
import type { Row } from "../../../shared/contract/query-calls.ts";
import { formatFullDateTime } from "../../base/format-date.ts";
import { formatAligned } from "../../base/format-number.ts";
import { valueLabel } from "../labels/value-labels.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { referenceName } from "../labels/reference-name.ts";

/**
 * What a cell of a printed table says: what the screen's says, dates with their year, since paper is kept.
 * @param decimals of the column, for numbers whose marks stand below each other.
 */
export function printedCell({ field, bareId }: ColumnSpec, row: Row, decimals: number): string {
  const value = row[field.name];
  if (value === null || value === undefined || value === "") return "–";
  const text = String(value);
  switch (field.kind) {
    case "number":
      return typeof value === "number" ? formatAligned(value, decimals) : text;
    case "date":
      return formatFullDateTime(text);
    case "reference":
      return bareId ? text : (referenceName(row, field) ?? text);
    case "enum":
      return valueLabel(field.name, text);
    case "text":
      return text;
    default:
      return assertNever(field.kind, "unknown kind of field");
  }
}
