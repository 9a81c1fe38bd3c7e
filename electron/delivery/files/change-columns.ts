import { CHANGE_LABELS } from "./messages.ts";
import type { FieldKind } from "../../../shared/inventory/fields.ts";
import type { Cell } from "../../store/database/decode.ts";
import type { NamedChange } from "../../store/query/change-reader.ts";

/** One line of an exported change: a changed field, or a change without fields. */
export interface ChangeLine {
  readonly change: NamedChange;
  /** The changed field; null for a change without fields. Then the values are null too. */
  readonly field: string | null;
  readonly old: unknown;
  readonly new: unknown;
  /** Returns the name of a record to which the field refers; null for other values. */
  readonly nameOf: (value: unknown) => string | null;
}

interface ChangeColumn {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly cell: (line: ChangeLine) => Cell;
}

/** The columns of changes in CSV, XLSX and Parquet. */
export const CHANGE_COLUMNS: readonly ChangeColumn[] = [
  { name: "type", kind: "text", label: CHANGE_LABELS.type, cell: ({ change }) => change.type },
  { name: "resource", kind: "text", label: CHANGE_LABELS.resource, cell: ({ change }) => change.resource },
  { name: "id", kind: "text", label: CHANGE_LABELS.id, cell: ({ change }) => change.id },
  { name: "name", kind: "text", label: CHANGE_LABELS.name, cell: ({ change }) => change.name },
  {
    name: "observedAfter",
    kind: "date",
    label: CHANGE_LABELS.observedAfter,
    cell: ({ change }) => change.observedAfter,
  },
  {
    name: "observedBefore",
    kind: "date",
    label: CHANGE_LABELS.observedBefore,
    cell: ({ change }) => change.observedBefore,
  },
  {
    name: "occurredAt",
    kind: "date",
    label: CHANGE_LABELS.occurredAt,
    cell: ({ change }) => change.occurredAt,
  },
  { name: "field", kind: "text", label: CHANGE_LABELS.field, cell: ({ field }) => field },
  { name: "old", kind: "text", label: CHANGE_LABELS.old, cell: (line) => asCell(line.old) },
  { name: "new", kind: "text", label: CHANGE_LABELS.new, cell: (line) => asCell(line.new) },
  { name: "oldName", kind: "text", label: CHANGE_LABELS.oldName, cell: (line) => line.nameOf(line.old) },
  { name: "newName", kind: "text", label: CHANGE_LABELS.newName, cell: (line) => line.nameOf(line.new) },
];

/** Turns the value of a field into a cell. The field may be unknown. */
function asCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
