import { notifications } from "@mantine/notifications";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import type { ViewDefinition } from "../../../shared/views.ts";

/** What a table has to be exported, as it is on screen. */
export interface ExportSource {
  readonly resource: Resource;
  /** The rows that are shown, in their order. */
  readonly shown: Query;
  /** The selected rows, in that order; null where none is. */
  readonly selected: Query | null;
  /** Whether anything is filtered or searched. */
  readonly filtered: boolean;
  /** The columns that are shown, from left to right, by the names that an export has for them. */
  readonly columns: readonly string[];
  /** Whether the table shows something else than its view as it is saved. */
  readonly modified: boolean;
  readonly view: { readonly id: string; readonly name: string; readonly definition: ViewDefinition };
}

const tables = new Set<() => void>();
const dialogs = new Set<(source: ExportSource) => void>();

/** Asks whichever table is on screen to be exported. */
export function askForExport(): void {
  if (tables.size === 0) notifications.show({ message: "Open a table first: that is what is exported." });
  for (const table of tables) table();
}

/** Called by the table that is on screen; answers the removal. */
export function onExportAsked(listener: () => void): () => void {
  tables.add(listener);
  return () => tables.delete(listener);
}

/** Opens the dialog of exports for what a table shows. */
export function openExportDialog(source: ExportSource): void {
  for (const dialog of dialogs) dialog(source);
}

/** Called where the dialog is; answers the removal. */
export function onExportDialog(listener: (source: ExportSource) => void): () => void {
  dialogs.add(listener);
  return () => dialogs.delete(listener);
}
