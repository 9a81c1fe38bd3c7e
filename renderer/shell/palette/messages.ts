import { texts } from "../../../shared/base/text/texts.ts";

export const PALETTE = texts("shell.palette", {
  label: "Go to anything",
  search: "Go to a command, a view or a record",
  searchHint: "A command, a view, a location, a type or an item",
  results: "Found",
  noMatch: "Nothing matches.",
  command: "Command",
  connection: "Connection",
  viewOf: "View of {resource, select, items {items} types {material types} other {locations}}",
  /** The label of a record without a known name: "Material type mt_1". */
  record: "{resource, select, items {Item} types {Material type} other {Location}} {id}",
  recent: "Recent",
});

export const SHORTCUTS = texts("shell.shortcuts", {
  title: "Keyboard shortcuts",
  inATable: "In a table",
});

const TABLE_KEY_LABELS = texts("shell.shortcuts.table", {
  toRows: "From the search box to the rows",
  move: "Move among cells",
  ends: "First row, last row",
  typeAhead: "Row whose name begins with what you type",
  sort: "Sort by the column, from its header",
  addToOrder: "Add the column to the order, from its header",
  columnMenu: "Menu of the column",
  resize: "Resize the column, from its header",
  moveColumn: "Move the column, from its header",
  cellMenu: "Menu of the cell",
  group: "Open or close the group",
  details: "Open the details",
  steps: "Previous or next record, in the details",
  closeDetails: "Close the details",
  select: "Select the row",
  selectSeveral: "Select several rows",
  onlyThisFilter: "Use only this filter, on its chip",
  moveView: "Move the view, in the list of views",
});

/** The keys of a table's grid. They are the keys of the ARIA grid pattern, and keys for selecting. */
export const TABLE_KEYS: readonly (readonly [label: string, keys: readonly string[]])[] = [
  [TABLE_KEY_LABELS.toRows, ["ArrowDown"]],
  [TABLE_KEY_LABELS.move, ["Arrows", "PageUp", "PageDown", "Home", "End"]],
  [TABLE_KEY_LABELS.ends, ["Mod+Home", "Mod+End"]],
  [TABLE_KEY_LABELS.typeAhead, ["Letters"]],
  [TABLE_KEY_LABELS.sort, ["Enter"]],
  [TABLE_KEY_LABELS.addToOrder, ["Shift+Enter"]],
  [TABLE_KEY_LABELS.columnMenu, ["Alt+ArrowDown"]],
  [TABLE_KEY_LABELS.resize, ["Alt+ArrowLeft", "Alt+ArrowRight"]],
  [TABLE_KEY_LABELS.moveColumn, ["Alt+Shift+ArrowLeft", "Alt+Shift+ArrowRight"]],
  [TABLE_KEY_LABELS.cellMenu, ["F2", "Menu"]],
  [TABLE_KEY_LABELS.group, ["ArrowRight", "ArrowLeft"]],
  [TABLE_KEY_LABELS.details, ["Enter"]],
  [TABLE_KEY_LABELS.steps, ["ArrowUp", "ArrowDown"]],
  [TABLE_KEY_LABELS.closeDetails, ["Escape"]],
  [TABLE_KEY_LABELS.select, ["Space"]],
  [TABLE_KEY_LABELS.selectSeveral, ["Shift+Arrows", "Shift+PageDown"]],
  [TABLE_KEY_LABELS.onlyThisFilter, ["Alt+Enter"]],
  [TABLE_KEY_LABELS.moveView, ["Alt+ArrowUp", "Alt+ArrowDown"]],
];
