import type { FieldKind } from "../../../../shared/inventory/fields.ts";

interface ChangeColumn {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
}

/** The columns of changes in CSV and XLSX, with a line for each changed field. */
export const CHANGE_COLUMNS: readonly ChangeColumn[] = [
  { name: "type", kind: "text", label: "Type of change" },
  { name: "resource", kind: "text", label: "Table" },
  { name: "id", kind: "text", label: "Id" },
  { name: "name", kind: "text", label: "Name" },
  { name: "observedAfter", kind: "date", label: "Not before" },
  { name: "observedBefore", kind: "date", label: "Not after" },
  { name: "occurredAt", kind: "date", label: "By the service's own words" },
  { name: "field", kind: "text", label: "Field" },
  { name: "old", kind: "text", label: "Old value" },
  { name: "new", kind: "text", label: "New value" },
  { name: "oldName", kind: "text", label: "Old name" },
  { name: "newName", kind: "text", label: "New name" },
];
