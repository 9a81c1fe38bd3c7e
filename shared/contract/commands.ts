/** A command: its label and its shortcuts, the first of which is shown. */
export interface Command {
  readonly words: string;
  /** `Mod` is Ctrl, and Cmd on a Mac; other names are those of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  /** A shortcut that only a part of the screen handles; it is listed, and works there alone. */
  readonly keyThere?: string;
}

/** Every command of the page, named once: for the menu, the palette, the list of shortcuts and the keys themselves. */
export const COMMANDS = {
  palette: { words: "Go to anything…", keys: ["Mod+K"] },
  newWindow: { words: "New window", keys: ["Mod+Shift+N"] },
  find: { words: "Find in this table", keys: ["Mod+F", "/"] },
  export: { words: "Export…", keys: ["Mod+E"] },
  print: { words: "Print…", keys: ["Mod+P"] },
  schedules: { words: "Scheduled exports", keys: [] },
  refresh: { words: "Refresh now", keys: ["F5", "Mod+R"] },
  fullCheck: { words: "Run a full check", keys: [] },
  cancelRefresh: { words: "Cancel the refresh", keys: [] },
  back: { words: "Back", keys: ["Alt+ArrowLeft"] },
  forward: { words: "Forward", keys: ["Alt+ArrowRight"] },
  items: { words: "Items", keys: ["Mod+1"] },
  types: { words: "Material types", keys: ["Mod+2"] },
  locations: { words: "Locations", keys: ["Mod+3"] },
  activity: { words: "Activity", keys: ["Mod+4"] },
  comparison: { words: "Compare with an earlier export…", keys: [] },
  diagnostics: { words: "Diagnostics", keys: [] },
  settings: { words: "Settings", keys: ["Mod+,"] },
  importView: { words: "Import a view…", keys: [] },
  addFilter: { words: "Add filter…", keys: [] },
  clearFilters: { words: "Clear search and filters", keys: [] },
  saveView: { words: "Save view", keys: [] },
  saveViewAs: { words: "Save view as…", keys: [] },
  discardView: { words: "Discard changes to this view", keys: [] },
  renameView: { words: "Rename this view…", keys: [] },
  duplicateView: { words: "Duplicate this view", keys: [] },
  deleteView: { words: "Delete this view", keys: [] },
  exportView: { words: "Export this view to a file", keys: [] },
  copyViewLink: { words: "Copy link to this view", keys: [] },
  groupRows: { words: "Group by…", keys: [] },
  openGroups: { words: "Open all groups", keys: [] },
  closeGroups: { words: "Close all groups", keys: [] },
  ungroup: { words: "Remove the grouping", keys: [] },
  columns: { words: "Columns and row height…", keys: [] },
  resetColumns: { words: "Reset columns", keys: [] },
  rowsCompact: { words: "Row height: compact", keys: [] },
  rowsNormal: { words: "Row height: normal", keys: [] },
  rowsComfortable: { words: "Row height: comfortable", keys: [] },
  totals: { words: "Totals: show or hide", keys: [] },
  applyHeld: { words: "Show what a refresh brought and waits", keys: [], keyThere: "R" },
  selectAll: { words: "Select everything in the result", keys: [], keyThere: "Mod+A" },
  clearSelection: { words: "Clear the selection", keys: [], keyThere: "Escape" },
  copyTabs: { words: "Copy the selected rows", keys: [], keyThere: "Mod+C" },
  copyTabsWithHeader: {
    words: "Copy the selected rows with column names",
    keys: [],
    keyThere: "Mod+Shift+C",
  },
  copyTable: { words: "Copy the selected rows as a table for a document", keys: [] },
  copyMarkdown: { words: "Copy the selected rows as Markdown", keys: [] },
  copyJson: { words: "Copy the selected rows as JSON", keys: [] },
  copyIds: { words: "Copy the selected rows' ids", keys: [] },
  verifySelected: { words: "Verify the selected rows", keys: [] },
  verifyRecord: { words: "Verify this record", keys: [] },
  exportRecord: { words: "Export this record…", keys: [] },
  recordWindow: { words: "Open this record in a window", keys: [], keyThere: "Mod+Enter" },
  addConnection: { words: "Add a connection…", keys: [] },
  themeLight: { words: "Theme: light", keys: [] },
  themeDark: { words: "Theme: dark", keys: [] },
  themeSystem: { words: "Theme: as the system", keys: [] },
  shortcuts: { words: "Keyboard shortcuts", keys: ["?"] },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** The commands' names, in the order in which they are listed. */
export const COMMAND_NAMES = Object.keys(COMMANDS) as [CommandName, ...CommandName[]];

/** The parts of a shortcut. */
export interface Chord {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

/** Takes a shortcut apart. */
export function chordOf(shortcut: string): Chord {
  const parts = shortcut.split("+");
  const has = (modifier: string): boolean => parts.includes(modifier);
  return { mod: has("Mod"), alt: has("Alt"), shift: has("Shift"), key: parts.at(-1) ?? "" };
}
