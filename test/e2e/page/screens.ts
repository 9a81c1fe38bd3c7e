/** The screens of a connection by their addresses; each has a title. */
export const SCREENS = [
  "overview",
  "checked-out",
  "stock-value",
  "counts",
  "alerts",
  "items",
  "types",
  "locations",
  "activity",
  "cuts",
  "data-problems",
  "names",
  "units",
  "prices",
  "diagnostics",
  "settings",
] as const;
export type Screen = (typeof SCREENS)[number];

/** The keys of dialogs, on the table of items. */
export const DIALOG_KEYS = { palette: "Control+k", shortcuts: "?", export: "Control+e" } as const;
