import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { ordinal } from "../../../shared/features/views/view-share.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import { DENSITY_LABELS } from "../columns/messages.ts";
import type { Density } from "../columns/density.ts";

export const viewChosen = (name: string): string => `View: ${name}`;
export const changesLost = (name: string): string => `The changes to “${name}” were not saved.`;
export const changesDiscarded = (name: string): string => `“${name}” is as it was saved.`;
export const viewShared = (name: string): string =>
  `“${name}” is the team’s now. To change it, duplicate it.`;
export const viewDeletedForAll = (name: string): string => `The view “${name}” was deleted for all.`;
export const viewDeleted = (name: string): string => `The view “${name}” was deleted.`;
export const savedAs = (file: string): string => `Saved as ${file}`;
export const TOO_LONG_FOR_A_LINK = "This view is too long for a link. Export it to a file.";
export const NAME_TAKEN = "Another view has this name.";
export const FILE_TOO_LARGE = "This is too large for a view.";
export const FILE_EMPTY = "This file is empty.";
export const noViewNamed = (search: string): string => `No view has “${search}” in its name.`;

export const switcherLabel = (name: string, modified: boolean): string =>
  `View: ${name}${modified ? ", changed" : ""}`;

export const switcherTitle = (name: string, modified: boolean): string =>
  modified ? `${name} – changed, not saved` : name;

export const unusableView = (reason: string): string => `This view cannot be used here: ${reason}.`;

export const VIEW_PANEL = {
  find: "Find a view",
  builtIn: "Built-in views",
  own: "Your views",
  team: "The team’s views",
};
export const VIEW_ACTIONS = {
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
};
export const actionsFor = (view: string): string => `Actions for ${view}`;
export const NAME_DIALOG = { save: "Save as a new view", rename: "Rename the view", name: "Name" };
/** The object of "Link copied". */
export const LINK = "Link";
/** The suffix of a duplicate's name. */
export const COPY = " copy";

export const IMPORT = {
  title: "Import a view",
  choose: "Choose a file…",
  link: "Or paste a link",
  linkExample: "stockdeck://view?d=…",
  name: "Name",
  add: "Add view",
  summary: "What the view shows",
  off: "(switched off)",
  asNow: "Columns and row height: unchanged",
};
export const detailLine = (detail: string): string => `Detail: ${detail}`;
/** The summary of a view. */
export const SUMMARY = {
  table: (resource: Resource): string => `Table: ${RESOURCE_LABELS[resource].title}`,
  search: (text: string): string => `Search: “${text}”`,
  order: (order: readonly { readonly label: string; readonly direction: "asc" | "desc" }[]): string =>
    `Order: ${order.map(({ label, direction }) => `${label} ${direction === "asc" ? "ascending" : "descending"}`).join(", ")}`,
  groups: (levels: readonly string[]): string => `Groups: ${levels.join(", then ")}`,
  columns: (columns: readonly string[]): string => `Columns: ${columns.join(", ")}`,
  density: (density: Density): string => `Row height: ${DENSITY_LABELS[density].toLowerCase()}`,
  pinned: {
    left: (columns: readonly string[]): string => `Pinned at the left: ${columns.join(", ")}`,
    right: (columns: readonly string[]): string => `Pinned at the right: ${columns.join(", ")}`,
  },
};

/** The parts of an imported view that its table may not support. */
export const MISFITS = {
  filter: (at: number, resource: Resource): string =>
    `its ${ordinal(at)} filter asks for something that ${RESOURCE_LABELS[resource].many} do not have`,
  order: (resource: Resource): string =>
    `its order is by something that ${RESOURCE_LABELS[resource].many} do not have`,
  grouping: (resource: Resource): string =>
    `it groups rows by something that ${RESOURCE_LABELS[resource].many} cannot be grouped by`,
  size: "it asks for more at once than can be answered",
};
