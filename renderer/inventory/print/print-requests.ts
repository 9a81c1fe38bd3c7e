import { notifications } from "@mantine/notifications";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";

/** What is to be printed. */
export interface PrintRequest {
  readonly resource: Resource;
  /** The rows, in their order. */
  readonly query: Query;
  /** The columns from left to right. */
  readonly columns: readonly ColumnSpec[];
  /** The view's name. */
  readonly title: string;
}

const tables = new Set<() => void>();
const previews = new Set<(request: PrintRequest) => void>();

/** Asks whichever table is on screen to be printed. */
export function requestPrint(): void {
  if (tables.size === 0) notifications.show({ message: "Open a table first: that is what is printed." });
  for (const table of tables) table();
}

/** Called by the table that is on screen; answers the removal. */
export function onPrintRequest(listener: () => void): () => void {
  tables.add(listener);
  return () => tables.delete(listener);
}

/** Opens the preview. */
export function openPrintPreview(request: PrintRequest): void {
  for (const preview of previews) preview(request);
}

/** Called where the preview is; answers the removal. */
export function onPrintPreview(listener: (request: PrintRequest) => void): () => void {
  previews.add(listener);
  return () => previews.delete(listener);
}
