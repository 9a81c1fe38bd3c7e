/** A command: its label and its shortcuts, the first of which is shown. */
export interface Command {
  readonly label: string;
  /** `Mod` is Ctrl, and Cmd on a Mac; other names are those of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  /** A shortcut that only a part of the screen handles. The list shows it, but it works only in that part. */
  readonly keyThere?: string;
}

/** Every command of the page: for the menu, the palette, the list of shortcuts and the keys themselves. */
export const COMMANDS = {
  palette: { label: "Go to anything…", keys: ["Mod+K"] },
  newWindow: { label: "New window", keys: ["Mod+Shift+N"] },
  find: { label: "Find in this table", keys: ["Mod+F", "/"] },
  export: { label: "Export…", keys: ["Mod+E"] },
  print: { label: "Print…", keys: ["Mod+P"] },
  schedules: { label: "Scheduled exports", keys: [] },
  refresh: { label: "Refresh now", keys: ["F5", "Mod+R"] },
  fullCheck: { label: "Run a full check", keys: [] },
  cancelRefresh: { label: "Cancel the refresh", keys: [] },
  back: { label: "Back", keys: ["Alt+ArrowLeft"] },
  forward: { label: "Forward", keys: ["Alt+ArrowRight"] },
  overview: { label: "Overview", keys: ["Mod+5"] },
  checkedOut: { label: "Checked out", keys: ["Mod+6"] },
  alerts: { label: "Alerts", keys: ["Mod+7"] },
  items: { label: "Items", keys: ["Mod+1"] },
  types: { label: "Material types", keys: ["Mod+2"] },
  locations: { label: "Locations", keys: ["Mod+3"] },
  activity: { label: "Activity", keys: ["Mod+4"] },
  cutFinder: { label: "Find rolls for cuts…", keys: [] },
  dataProblems: { label: "Data problems", keys: [] },
  names: { label: "Names of holders", keys: [] },
  units: { label: "Units", keys: [] },
  stockValue: { label: "Stock value", keys: [] },
  counts: { label: "Counts", keys: [] },
  prices: { label: "Prices", keys: [] },
  diagnostics: { label: "Diagnostics", keys: [] },
  settings: { label: "Settings", keys: ["Mod+,"] },
  importView: { label: "Import a view…", keys: [] },
  importThresholds: { label: "Import low-stock thresholds…", keys: [] },
  addFilter: { label: "Add filter…", keys: [] },
  clearFilters: { label: "Clear search and filters", keys: [] },
  saveView: { label: "Save view", keys: [] },
  saveViewAs: { label: "Save view as…", keys: [] },
  discardView: { label: "Discard changes to this view", keys: [] },
  renameView: { label: "Rename this view…", keys: [] },
  duplicateView: { label: "Duplicate this view", keys: [] },
  deleteView: { label: "Delete this view", keys: [] },
  exportView: { label: "Export this view to a file", keys: [] },
  copyViewLink: { label: "Copy link to this view", keys: [] },
  watchView: { label: "Alert me about this view…", keys: [] },
  groupRows: { label: "Group by…", keys: [] },
  openGroups: { label: "Open all groups", keys: [] },
  closeGroups: { label: "Close all groups", keys: [] },
  orderGroups: { label: "Order groups by…", keys: [] },
  ungroup: { label: "Remove the grouping", keys: [] },
  columns: { label: "Columns and row height…", keys: [] },
  resetColumns: { label: "Reset columns", keys: [] },
  rowsCompact: { label: "Row height: compact", keys: [] },
  rowsNormal: { label: "Row height: normal", keys: [] },
  rowsComfortable: { label: "Row height: comfortable", keys: [] },
  totals: { label: "Totals: show or hide", keys: [] },
  applyPending: { label: "Show what a refresh brought and waits", keys: [], keyThere: "R" },
  selectAll: { label: "Select everything in the result", keys: [], keyThere: "Mod+A" },
  clearSelection: { label: "Clear the selection", keys: [], keyThere: "Escape" },
  scanToSelect: { label: "Select rows by scanning: on or off", keys: [] },
  printLabels: { label: "Print labels of the selected rows…", keys: [] },
  copyTabs: { label: "Copy the selected rows", keys: [], keyThere: "Mod+C" },
  copyTabsWithHeader: {
    label: "Copy the selected rows with column names",
    keys: [],
    keyThere: "Mod+Shift+C",
  },
  copyTable: { label: "Copy the selected rows as a table for a document", keys: [] },
  copyMarkdown: { label: "Copy the selected rows as Markdown", keys: [] },
  copyJson: { label: "Copy the selected rows as JSON", keys: [] },
  copyIds: { label: "Copy the selected rows’ ids", keys: [] },
  verifySelected: { label: "Verify the selected rows", keys: [] },
  verifyRecord: { label: "Verify this record", keys: [] },
  exportRecord: { label: "Export this record…", keys: [] },
  watchRecord: { label: "Alert me when this changes…", keys: [] },
  fullWidth: { label: "Details: full width or side by side", keys: [], keyThere: "Mod+Enter" },
  addConnection: { label: "Add a connection…", keys: [] },
  themeLight: { label: "Theme: light", keys: [] },
  themeDark: { label: "Theme: dark", keys: [] },
  themeSystem: { label: "Theme: as the system", keys: [] },
  shortcuts: { label: "Keyboard shortcuts", keys: ["?"] },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** The commands' names, in the order of their list. */
export const COMMAND_NAMES = Object.keys(COMMANDS) as [CommandName, ...CommandName[]];

/** The parts of a shortcut. */
export interface Chord {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

/** Splits a shortcut into its parts. */
export function chordOf(shortcut: string): Chord {
  const parts = shortcut.split("+");
  const has = (modifier: string): boolean => parts.includes(modifier);
  return { mod: has("Mod"), alt: has("Alt"), shift: has("Shift"), key: parts.at(-1) ?? "" };
}
