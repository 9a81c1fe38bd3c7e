import { texts } from "../../shared/base/text/texts.ts";

export const FATAL = texts("shell.fatal", {
  title: "Stockdeck’s page stopped working",
  text: "Your data and settings are safe: they are kept outside the page. Reload to continue.",
  reload: "Reload",
});
export const SCREENS = texts("shell.screens", {
  label: "Screens",
  unknown: "This screen does not exist.",
});
export const SCREEN_TITLES = texts("shell.screens.titles", {
  overview: "Overview",
  "checked-out": "Checked out",
  types: "Material types",
  locations: "Locations",
  activity: "Activity",
  counts: "Counts",
  cuts: "Cut finder",
  alerts: "Alerts",
  "data-problems": "Data problems",
  names: "Names",
  units: "Units",
  "stock-value": "Stock value",
  prices: "Prices",
  diagnostics: "Diagnostics",
  settings: "Settings",
});
export const SHELL = texts("shell", {
  skipToContent: "Skip to content",
  connection: "Connection: {name}",
  addConnection: "Add connection…",
  manage: "Manage…",
  nowShowing: "Now showing {name}",
});

export const WINDOW = texts("shell.window", {
  app: "Stockdeck",
  page: "{page} – Stockdeck",
  screen: "{screen} – {connection} – Stockdeck",
});
/** The title of the window: "Items – Plant 2 – Stockdeck". */
export function windowTitle(screen: string | null, connection: string | null): string {
  if (screen !== null && connection !== null) return WINDOW.screen({ screen, connection });
  const page = screen ?? connection;
  return page === null ? WINDOW.app : WINDOW.page({ page });
}
