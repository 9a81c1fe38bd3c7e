import { RESOURCE_LABELS } from "../inventory/labels/messages.ts";

export const FATAL = {
  title: "Stockdeck’s page stopped working",
  text: "Your data and settings are safe: they are kept outside the page. Reload to continue.",
  reload: "Reload",
};
export const NO_SUCH_SCREEN = "This screen does not exist.";
export const NAVIGATION = "Screens";
export const SCREEN_TITLES = {
  overview: "Overview",
  "checked-out": "Checked out",
  types: RESOURCE_LABELS.types.title,
  locations: RESOURCE_LABELS.locations.title,
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
};
export const SKIP_TO_CONTENT = "Skip to content";
export const connectionLabel = (name: string): string => `Connection: ${name}`;
export const ADD_CONNECTION = "Add connection…";
export const MANAGE = "Manage…";
export const nowShowing = (name: string): string => `Now showing ${name}`;

export const APP = "Stockdeck";
/** The title of the window: "Items – Plant 2 – Stockdeck". */
export const windowTitle = (screen: string | null, connection: string | null): string =>
  [screen, connection, APP].filter((part) => part !== null).join(" – ");
