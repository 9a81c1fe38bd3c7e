import type { ConnectionColour } from "../../../shared/inventory/connections.ts";
import type { KeyPlace } from "../../../shared/inventory/status.ts";

export const CONNECTIONS = {
  title: "Connections",
  intro:
    "Each has its own key, its own rows and its own filters. One is open at a time; the others are refreshed in the background.",
  add: "Add connection…",
  isOpen: "Open",
};

export const openLabel = (name: string): string => `Open ${name}`;

export const editLabel = (name: string): string => `Edit ${name}`;

export const NAME_MISSING = "Enter a name.";

export const OPEN_CONNECTION = "Open connection";

export const SERVICE = { sample: "Sample data, served on this machine", own: "Inventory API" };

export const KEY_PLACES: Readonly<Record<KeyPlace, string>> = {
  keychain: "In this system’s keychain",
  session: "In memory, for this session only",
  none: "None is stored",
  waiting: "Waiting for the keychain",
};

export const KEEP_KEY = "Keep the current key";

export const ENTER_KEY = "Enter a key";

export const REPLACE_KEY = "Replace key";

export const FORGET_KEY = {
  label: "Forget key",
  title: "Forget the API key?",
  text: "The key is removed from the keychain and from memory, and refreshing stops. Rows already received stay readable.",
};

export const DISCONNECT = "Disconnect";

export const disconnectTitle = (sample: boolean): string =>
  sample ? "Leave the sample data?" : "Disconnect from this service?";

/** @param last whether no other connection is left. */
export function disconnectText(name: string, last: boolean): string {
  const others = last ? ", and the first screen returns." : ". Your other connections stay as they are.";
  return `The connection “${name}”, its key, its names, saved views and scheduled exports, and all its local rows are removed${others} Nothing changes at the service.`;
}

export const COLOUR_LABELS: Readonly<Record<ConnectionColour, string>> = {
  blue: "Blue",
  teal: "Teal",
  amber: "Amber",
  violet: "Violet",
  green: "Green",
  pink: "Pink",
  red: "Red",
  slate: "Slate",
};

/** The facts of the open connection. */
export const FACTS = { name: "Name", service: "Service", baseUrl: "Base URL", key: "API key" };
export const CONNECTION_EDITOR = { name: "Name", colour: "Colour" };
export const KEY_FORM = { key: "New API key", replace: "Replace key" };

export const SAMPLE_SOURCE = "Sample data on this machine";
