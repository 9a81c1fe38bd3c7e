import { texts } from "../../../shared/base/text/texts.ts";
import { MAX_VIEW_NAME } from "../../../shared/query/views/views.ts";
import { listOf } from "../../base/format.ts";
import type { Density } from "../columns/density.ts";

export const VIEWS = texts("table.views", {
  chosen: "View: {name}",
  chosenChanged: "View: {name}, changed",
  notSaved: "{name} – changed, not saved",
  changesLost: "The changes to “{name}” were not saved.",
  changesDiscarded: "“{name}” is as it was saved.",
  shared: "“{name}” is the team’s now. To change it, duplicate it.",
  deletedForAll: "The view “{name}” was deleted for all.",
  deleted: "The view “{name}” was deleted.",
  savedAs: "Saved as {file}",
  tooLongForALink: "This view is too long for a link. Export it to a file.",
  nameTaken: "Another view has this name.",
  noneNamed: "No view has “{search}” in its name.",
  /** The object in the message "Link copied". */
  link: "Link",
  copy: "{name} copy",
});

export const switcherLabel = (name: string, modified: boolean): string =>
  modified ? VIEWS.chosenChanged({ name }) : VIEWS.chosen({ name });

export const switcherTitle = (name: string, modified: boolean): string =>
  modified ? VIEWS.notSaved({ name }) : name;

/** The name for a copy of a view. */
export function copyName(name: string): string {
  const added = VIEWS.copy({ name: "" }).length;
  return VIEWS.copy({ name: name.slice(0, MAX_VIEW_NAME - added) });
}

export const VIEW_PANEL = texts("table.views.panel", {
  find: "Find a view",
  builtIn: "Built-in views",
  own: "Your views",
  team: "The team’s views",
  actionsFor: "Actions for {view}",
});
export const VIEW_ACTIONS = texts("table.views.actions", {
  saveAs: "Save as…",
  discard: "Discard changes",
  export: "Export",
  copyLink: "Copy link",
  import: "Import…",
  rename: "Rename",
  duplicate: "Duplicate",
  up: "Up",
  down: "Down",
  delete: "Delete",
  share: "Share with the team",
});
export const NAME_DIALOG = texts("table.views.nameDialog", {
  save: "Save as a new view",
  rename: "Rename the view",
  name: "Name",
});

export const LINK_EXAMPLE = "stockdeck://view?d=…";
export const IMPORT = texts("table.views.import", {
  title: "Import a view",
  choose: "Choose a file…",
  link: "Or paste a link",
  name: "Name",
  add: "Add view",
  summary: "What the view shows",
  off: "(switched off)",
  asNow: "Columns and row height: unchanged",
  fileTooLarge: "This is too large for a view.",
  fileEmpty: "This file is empty.",
  detail: "Detail: {detail}",
});

/** The summary of a view's content. */
export const SUMMARY = texts("table.views.summary", {
  table: "Table: {resource, select, items {Items} types {Material types} other {Locations}}",
  search: "Search: “{text}”",
  order: "Order: {columns}",
  ascending: "{column} ascending",
  descending: "{column} descending",
  groups: "Groups: {levels}",
  levels: "{before}, then {after}",
  columns: "Columns: {columns}",
  pinnedLeft: "Pinned at the left: {columns}",
  pinnedRight: "Pinned at the right: {columns}",
  density: "Row height: {density, select, compact {compact} normal {normal} other {comfortable}}",
});
/** The order of a view in words: "Order: Name ascending, Weight descending". */
export const orderSummary = (
  order: readonly { readonly label: string; readonly direction: "asc" | "desc" }[],
): string =>
  SUMMARY.order({
    columns: listOf(
      order.map(({ label: column, direction }) =>
        direction === "asc" ? SUMMARY.ascending({ column }) : SUMMARY.descending({ column }),
      ),
    ),
  });
/** The groups of a view in words: "Groups: Location, then Status". */
export function groupsSummary([first = "", ...others]: readonly string[]): string {
  return SUMMARY.groups({
    levels: others.reduce((before, after) => SUMMARY.levels({ before, after }), first),
  });
}
export const densitySummary = (density: Density): string => SUMMARY.density({ density });

/** The parts of an imported view that its table may not support. */
export const MISFITS = texts("table.views.misfits", {
  filter:
    "This view cannot be used here: its {at, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} filter asks for something that {resource, select, items {items} types {material types} other {locations}} do not have.",
  order:
    "This view cannot be used here: its order is by something that {resource, select, items {items} types {material types} other {locations}} do not have.",
  grouping:
    "This view cannot be used here: it groups rows by something that {resource, select, items {items} types {material types} other {locations}} cannot be grouped by.",
  size: "This view cannot be used here: it asks for more at once than can be answered.",
});
