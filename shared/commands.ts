/** A command: what it is called, and its shortcuts, the first of which is told. */
interface Command {
  readonly words: string;
  /** `Mod` is Ctrl, and Cmd on a Mac; other names are those of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
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
  saveView: { words: "Save view", keys: [] },
  saveViewAs: { words: "Save view as…", keys: [] },
  copyViewLink: { words: "Copy link to this view", keys: [] },
  groupRows: { words: "Group by…", keys: [] },
  columns: { words: "Columns and row height…", keys: [] },
  totals: { words: "Totals: show or hide", keys: [] },
  verifySelected: { words: "Verify the selected rows", keys: [] },
  verifyRecord: { words: "Verify this record", keys: [] },
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
