import { createContext, use, type ComponentType } from "react";
import type { StoredRecord, Row } from "../../shared/query/query-calls.ts";
import type { Query } from "../../shared/query/query.ts";
import type { Field } from "../../shared/inventory/fields.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { SharedView } from "../../shared/features/views/view-share.ts";
import type { ConnectionApi } from "../host/host-context.ts";
import type { ContextualCommands } from "../commands/contextual-commands.ts";
import type { ExportSource } from "../inventory/exports/export-requests.ts";

/** A section of a cell's menu: about the items that the cell's number counts, its value, or its whole row. */
export type CellSection = "counted" | "value" | "row";

export interface CellEntriesProps {
  readonly section: CellSection;
  readonly resource: Resource;
  readonly row: Row;
  /** The name of the cell's field. */
  readonly field: string;
}

export interface ViewPartsChoiceProps {
  readonly view: SharedView;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

/** Data of a feature that are shared with a view, such as alert rules. */
export interface ViewParts {
  /** Adds the feature's data to a view before it is shared. */
  readonly attach: (connection: ConnectionApi, viewId: string, view: SharedView) => Promise<SharedView>;
  /** Saves the feature's data from an imported view, once the view has an id. */
  readonly add: (connection: ConnectionApi, viewId: string, view: SharedView) => Promise<void>;
  /** Asks the user whether to add the data of the feature. Renders nothing if the view has no such data. */
  readonly Choice: ComponentType<ViewPartsChoiceProps>;
}

/** A request of a table to open a feature's dialog for some rows. */
export interface TableRowsRequest {
  readonly resource: Resource;
  readonly query: Query;
}

/** The parts that a feature adds to tables and details. `renderer/shell/app.tsx` lists all extensions. */
export interface TableExtension {
  /** Entries of a cell's menu. The component is rendered once for each section. */
  readonly CellEntries?: ComponentType<CellEntriesProps>;
  /** A line above the rows. It is shown while no row is selected. */
  readonly Line?: ComponentType<{ readonly resource: Resource; readonly onOpen: (id: string) => void }>;
  /** A button in the toolbar of a table. */
  readonly ToolbarButton?: ComponentType<{ readonly isIcon?: boolean }>;
  /** A button after the value of a field in the details. */
  readonly FieldButton?: ComponentType<{ readonly field: Field; readonly record: StoredRecord }>;
  /** Buttons next to a record's id in the details. */
  readonly RecordButtons?: ComponentType<{ readonly record: StoredRecord }>;
  /** Opens the dialog that gives a name to an id. */
  readonly openName?: (id: string) => void;
  /** Opens the dialog that exports the rows or changes on screen. */
  readonly openExport?: (source: ExportSource) => void;
  /** Opens the preview of labels for rows. */
  readonly openLabels?: (rows: TableRowsRequest) => void;
  /** Commands for the record whose details are open. */
  readonly recordCommands?: (resource: Resource, id: string) => ContextualCommands;
  /** Commands for the saved view of a table. */
  readonly viewCommands?: (viewId: string) => ContextualCommands;
  readonly viewParts?: ViewParts;
}

export const TableExtensions = createContext<readonly TableExtension[]>([]);

/** One part of every extension that has the part, in the shell's order. */
export function useExtensions<K extends keyof TableExtension>(
  part: K,
): readonly NonNullable<TableExtension[K]>[] {
  return use(TableExtensions).flatMap((extension) => extension[part] ?? []);
}

/** The commands of all extensions for one record or one view. */
export function commandsOf<A extends readonly unknown[]>(
  parts: readonly ((...of: A) => ContextualCommands)[],
  ...of: A
): ContextualCommands {
  return Object.assign({}, ...parts.map((commands) => commands(...of))) as ContextualCommands;
}
