import type { WorkbookSheet } from "../../../shared/delivery/exports.ts";
import type { ViewChange } from "../../../shared/inventory/changes.ts";
import { specifiedField } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { COLUMNS, sheetName } from "./messages.ts";

/** The most differences in one file. The limit exists because the page makes the workbook in memory. */
export const MAX_WRITTEN = 50_000;
/** The most rows of one sheet. */
const SHEET_ROWS = 25_000;
/** The most characters of a cell in Excel. */
const CELL_CHARACTERS = 32_767;

type Cell = WorkbookSheet["rows"][number][number];

const HEADINGS = [
  COLUMNS.name,
  COLUMNS.id,
  COLUMNS.field,
  COLUMNS.before,
  COLUMNS.now,
  COLUMNS.notBefore,
  COLUMNS.notAfter,
];

/** The sheets of a comparison. There is one sheet for each outcome, with a row for each field that differs. */
export function differenceSheets(resource: Resource, records: readonly ViewChange[]): WorkbookSheet[] {
  return (["entered", "left", "changed"] as const).flatMap((what) => {
    const rows = records.filter((record) => record.what === what).flatMap((one) => rowsOf(resource, one));
    const parts = Math.ceil(rows.length / SHEET_ROWS);
    return Array.from({ length: parts }, (_, part) => ({
      name: sheetName(what, part),
      columns: HEADINGS,
      rows: rows.slice(part * SHEET_ROWS, (part + 1) * SHEET_ROWS),
    }));
  });
}

function rowsOf(resource: Resource, record: ViewChange): Cell[][] {
  const { id, name, fields, observedAfter, observedBefore } = record;
  const row = (field: string, old: unknown, now: unknown): Cell[] => [
    name,
    id,
    field,
    cellOf(old),
    cellOf(now),
    observedAfter,
    observedBefore,
  ];
  const rows = Object.entries(fields).map(([field, { old, new: now }]) =>
    row(specifiedField(resource, field)?.label ?? field, old, now),
  );
  return rows.length > 0 ? rows : [row("", null, null)];
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, CELL_CHARACTERS);
}
