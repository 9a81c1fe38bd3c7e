import type { ExportFormat } from "../../../shared/exports/export-formats.ts";
import type { FieldKind } from "../../../shared/domain/fields.ts";
import { plainCsvText } from "../../../shared/text/formula.ts";
import { formatInstant, parseInstant } from "../../../shared/time/instant.ts";
import { dateSerial, fittingText, serialMoment } from "../xlsx-cells.ts";
import type { Cell } from "../../store/database/decode.ts";
import type { FileCell } from "./sheet-rows.ts";

/**
 * What a cell is compared as: what an export of that format says of a value, without what differs between two ways of
 * saying the same (a decimal sign, a date's fraction, the apostrophe before a formula). Equal forms are equal cells.
 */
export type Form = string | number | null;

/** A number with a decimal comma, which stands in files whose delimiter is another sign. */
const DECIMAL_COMMA = /^(-?\d+),(\d+(?:e[+-]?\d+)?)$/;

/** The form of a value of the present rows: of what the export would write today. Dates come as ISO 8601. */
export function presentForm(format: ExportFormat, kind: FieldKind, value: Cell): Form {
  if (format === "csv") {
    if (value === null) return "";
    return typeof value === "number" ? String(value) : plainCsvText(value);
  }
  if (format !== "xlsx") return value !== null && kind === "date" ? moment(value) : value;
  if (value === null || value === "") return null;
  if (typeof value === "number") return value;
  const serial = kind === "date" ? dateSerial(value) : null;
  return serial === null ? fittingText(value) : serialMoment(serial);
}

/** The form of a cell of a file. */
export function fileForm(format: ExportFormat, kind: FieldKind, cell: FileCell): Form {
  if (format === "csv") {
    const text = String(cell ?? "");
    return kind === "number" ? text.replace(DECIMAL_COMMA, "$1.$2") : plainCsvText(text);
  }
  if (format !== "xlsx") return cell !== null && kind === "date" ? moment(cell) : cell;
  if (cell === null || cell === "") return null;
  if (kind === "number") return cell;
  if (kind !== "date") return String(cell);
  if (typeof cell === "number") return serialMoment(cell);
  // A program that keeps dates as texts wrote the same moment.
  const serial = dateSerial(cell);
  return serial === null ? cell : serialMoment(serial);
}

/** The value behind a form of a file, for people. */
export function shownValue(format: ExportFormat, kind: FieldKind, form: Form): Cell {
  if (form === null) return null;
  if (kind === "date" && typeof form === "number")
    return format === "xlsx" ? new Date(form).toISOString() : formatInstant(form);
  if (format !== "csv" || typeof form === "number") return form;
  if (form === "") return null;
  if (kind === "number" && Number.isFinite(Number(form))) return Number(form);
  return form;
}

/** One moment is one form, however it is written. */
function moment(value: string | number): Form {
  return typeof value === "string" ? (parseInstant(value) ?? value) : value;
}
