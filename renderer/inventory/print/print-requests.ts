import { notifications } from "@mantine/notifications";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { NOTHING_TO_PRINT } from "./messages.ts";

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

/** Prints the table on screen, or says that there is none. */
export function requestPrint(): void {
  if (tables.size === 0) notifications.show({ message: NOTHING_TO_PRINT });
  for (const table of tables) table();
}

/** Listens for requests to print the table on screen. @returns what ends that. */
export function onPrintRequest(listener: () => void): () => void {
  tables.add(listener);
  return () => tables.delete(listener);
}

/** Opens the preview. */
export function openPrintPreview(request: PrintRequest): void {
  for (const preview of previews) preview(request);
}

/** Listens for requests to open the preview. @returns what ends that. */
export function onPrintPreview(listener: (request: PrintRequest) => void): () => void {
  previews.add(listener);
  return () => previews.delete(listener);
}
