import { notifications } from "@mantine/notifications";
import type { ExportedChanges } from "../../../shared/exports/exports.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { ViewDefinition } from "../../../shared/views/views.ts";

/** What a table has to be exported, as it is on screen. */
export interface TableSource {
  readonly of: "rows";
  readonly resource: Resource;
  /** The rows that are shown, in their order. */
  readonly shown: Query;
  /** The selected rows, in that order; null where none is. */
  readonly selected: Query | null;
  /** Whether anything is filtered or searched. */
  readonly filtered: boolean;
  /** The columns that are shown, from left to right, by the names that an export has for them. */
  readonly columns: readonly string[];
  /** The one record that is looked at, where the details ask. */
  readonly record: { readonly name: string; readonly query: Query } | null;
  /** Whether the table shows something else than its view as it is saved. */
  readonly modified: boolean;
  readonly view: { readonly id: string; readonly name: string; readonly definition: ViewDefinition };
}

/** What a list of changes has to be exported. */
export interface ChangesSource {
  readonly of: "changes";
  /** The changes that are shown. */
  readonly shown: ExportedChanges;
  /** The same list without a filter. */
  readonly everything: ExportedChanges;
  /** Whether anything is filtered or searched. */
  readonly filtered: boolean;
}

export type ExportSource = TableSource | ChangesSource;

const screens = new Set<() => void>();
const dialogs = new Set<(source: ExportSource) => void>();

/** Asks whatever is on screen to be exported. */
export function requestExport(): void {
  if (screens.size === 0)
    notifications.show({ message: "Open a table or Activity first: that is what is exported." });
  for (const screen of screens) screen();
}

/** Called by the screen that can be exported; answers the removal. */
export function onExportRequest(listener: () => void): () => void {
  screens.add(listener);
  return () => screens.delete(listener);
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
