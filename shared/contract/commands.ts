/**
 * A command with its shortcuts. The first shortcut is the one that menus show. `COMMAND_LABELS` has the command's
 * label.
 */
export interface Command {
  /** `Mod` is Ctrl, or Cmd on a Mac; other names are those of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  /**
   * A shortcut that only a part of the screen handles. The list of shortcuts shows it, but it works only in that part.
   */
  readonly keyThere?: string;
}

/** Every command of the page. The menu, the palette, the list of shortcuts and the keyboard use this list. */
export const COMMANDS = {
  palette: { keys: ["Mod+K"] },
  newWindow: { keys: ["Mod+Shift+N"] },
  find: { keys: ["Mod+F", "/"] },
  export: { keys: ["Mod+E"] },
  print: { keys: ["Mod+P"] },
  schedules: { keys: [] },
  refresh: { keys: ["F5", "Mod+R"] },
  fullCheck: { keys: [] },
  cancelRefresh: { keys: [] },
  back: { keys: ["Alt+ArrowLeft"] },
  forward: { keys: ["Alt+ArrowRight"] },
  overview: { keys: ["Mod+5"] },
  checkedOut: { keys: ["Mod+6"] },
  alerts: { keys: ["Mod+7"] },
  items: { keys: ["Mod+1"] },
  types: { keys: ["Mod+2"] },
  locations: { keys: ["Mod+3"] },
  activity: { keys: ["Mod+4"] },
  cutFinder: { keys: [] },
  dataProblems: { keys: [] },
  names: { keys: [] },
  units: { keys: [] },
  stockValue: { keys: [] },
  counts: { keys: [] },
  prices: { keys: [] },
  diagnostics: { keys: [] },
  settings: { keys: ["Mod+,"] },
  importView: { keys: [] },
  importThresholds: { keys: [] },
  addFilter: { keys: [] },
  clearFilters: { keys: [] },
  saveView: { keys: [] },
  saveViewAs: { keys: [] },
  discardView: { keys: [] },
  renameView: { keys: [] },
  duplicateView: { keys: [] },
  deleteView: { keys: [] },
  exportView: { keys: [] },
  copyViewLink: { keys: [] },
  watchView: { keys: [] },
  groupRows: { keys: [] },
  openGroups: { keys: [] },
  closeGroups: { keys: [] },
  orderGroups: { keys: [] },
  ungroup: { keys: [] },
  columns: { keys: [] },
  resetColumns: { keys: [] },
  rowsCompact: { keys: [] },
  rowsNormal: { keys: [] },
  rowsComfortable: { keys: [] },
  totals: { keys: [] },
  applyPending: { keys: [], keyThere: "R" },
  selectAll: { keys: [], keyThere: "Mod+A" },
  clearSelection: { keys: [], keyThere: "Escape" },
  scanToSelect: { keys: [] },
  printLabels: { keys: [] },
  copyTabs: { keys: [], keyThere: "Mod+C" },
  copyTabsWithHeader: {
    keys: [],
    keyThere: "Mod+Shift+C",
  },
  copyTable: { keys: [] },
  copyMarkdown: { keys: [] },
  copyJson: { keys: [] },
  copyIds: { keys: [] },
  verifySelected: { keys: [] },
  verifyRecord: { keys: [] },
  exportRecord: { keys: [] },
  watchRecord: { keys: [] },
  fullWidth: { keys: [], keyThere: "Mod+Enter" },
  addConnection: { keys: [] },
  themeLight: { keys: [] },
  themeDark: { keys: [] },
  themeSystem: { keys: [] },
  shortcuts: { keys: ["?"] },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** The commands' names, in the order of their list. */
export const COMMAND_NAMES = Object.keys(COMMANDS) as [CommandName, ...CommandName[]];

/** The keys of a shortcut. */
export interface Chord {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

/** Splits a shortcut into its keys. */
export function chordOf(shortcut: string): Chord {
  const parts = shortcut.split("+");
  const has = (modifier: string): boolean => parts.includes(modifier);
  return { mod: has("Mod"), alt: has("Alt"), shift: has("Shift"), key: parts.at(-1) ?? "" };
}
