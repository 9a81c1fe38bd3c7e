import { joinFacts } from "../../ui/messages.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

export const PALETTE = "Go to anything";
export const SEARCH = "Go to a command, a view or a record";
export const SEARCH_HINT = "A command, a view, a location, a type or an item";
export const RESULTS = "Found";
export const NO_MATCH = "Nothing matches.";
export const COMMAND = "Command";
export const CONNECTION = "Connection";
export const viewOf = (resource: Resource): string => `View of ${RESOURCE_LABELS[resource].many}`;

/** "Material type mt_1". */
export function recordDetail(resource: Resource, id: string): string {
  const { one } = RESOURCE_LABELS[resource];
  return `${one.charAt(0).toUpperCase()}${one.slice(1)} ${id}`;
}

export const recentDetail = (detail: string): string => joinFacts("Recent", detail);
export const SHORTCUTS = "Keyboard shortcuts";
export const IN_A_TABLE = "In a table";

/** The keys of a table's grid: those of the ARIA grid pattern and of the selection. */
export const TABLE_KEYS: readonly (readonly [label: string, keys: readonly string[]])[] = [
  ["From the search box to the rows", ["ArrowDown"]],
  ["Move among cells", ["Arrows", "PageUp", "PageDown", "Home", "End"]],
  ["First row, last row", ["Mod+Home", "Mod+End"]],
  ["Row whose name begins with what you type", ["Letters"]],
  ["Sort by the column, from its header", ["Enter"]],
  ["Add the column to the order, from its header", ["Shift+Enter"]],
  ["Menu of the column", ["Alt+ArrowDown"]],
  ["Resize the column, from its header", ["Alt+ArrowLeft", "Alt+ArrowRight"]],
  ["Move the column, from its header", ["Alt+Shift+ArrowLeft", "Alt+Shift+ArrowRight"]],
  ["Menu of the cell", ["F2", "Menu"]],
  ["Open or close the group", ["ArrowRight", "ArrowLeft"]],
  ["Open the details", ["Enter"]],
  ["Previous or next record, in the details", ["ArrowUp", "ArrowDown"]],
  ["Close the details", ["Escape"]],
  ["Select the row", ["Space"]],
  ["Select several rows", ["Shift+Arrows", "Shift+PageDown"]],
  ["Use only this filter, on its chip", ["Alt+Enter"]],
  ["Move the view, in the list of views", ["Alt+ArrowUp", "Alt+ArrowDown"]],
];
