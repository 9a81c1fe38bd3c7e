import { texts } from "../../../shared/base/text/texts.ts";
import type { ConnectionColour } from "../../../shared/inventory/connections.ts";
import type { KeyPlace } from "../../../shared/inventory/status.ts";

export const CONNECTIONS = texts("connections", {
  title: "Connections",
  intro:
    "Each has its own key, its own rows and its own filters. One is open at a time; the others are refreshed in the background.",
  add: "Add connection…",
  isOpen: "Open",
  openLabel: "Open {name}",
  editLabel: "Edit {name}",
});

/** Texts about the open connection. */
export const FACTS = texts("connections.open", {
  title: "Open connection",
  name: "Name",
  service: "Service",
  sample: "Sample data, served on this machine",
  own: "Inventory API",
  baseUrl: "Base URL",
  key: "API key",
});

export const KEY_PLACES: Readonly<Record<KeyPlace, string>> = texts("connections.keyPlaces", {
  keychain: "In this system’s keychain",
  session: "In memory, for this session only",
  none: "None is stored",
  waiting: "Waiting for the keychain",
});

export const KEY_FORM = texts("connections.key", {
  key: "New API key",
  keep: "Keep the current key",
  enter: "Enter a key",
  replace: "Replace key",
});

export const FORGET_KEY = texts("connections.forgetKey", {
  label: "Forget key",
  title: "Forget the API key?",
  text: "The key is removed from the keychain and from memory, and refreshing stops. Rows already received stay readable.",
});

export const DISCONNECT = texts("connections.disconnect", {
  label: "Disconnect",
  title: "Disconnect from this service?",
  titleOfSample: "Leave the sample data?",
  text: "The connection “{name}”, its key, its names, saved views and scheduled exports, and all its local rows are removed. Your other connections stay as they are. Nothing changes at the service.",
  textOfLast:
    "The connection “{name}”, its key, its names, saved views and scheduled exports, and all its local rows are removed, and the first screen returns. Nothing changes at the service.",
});

export const disconnectTitle = (sample: boolean): string =>
  sample ? DISCONNECT.titleOfSample : DISCONNECT.title;

/** The question before a connection is removed. @param last whether this is the only connection. */
export const disconnectText = (name: string, last: boolean): string =>
  last ? DISCONNECT.textOfLast({ name }) : DISCONNECT.text({ name });

export const COLOUR_LABELS: Readonly<Record<ConnectionColour, string>> = texts("connections.colours", {
  blue: "Blue",
  teal: "Teal",
  amber: "Amber",
  violet: "Violet",
  green: "Green",
  pink: "Pink",
  red: "Red",
  slate: "Slate",
});

export const CONNECTION_EDITOR = texts("connections.editor", {
  name: "Name",
  nameMissing: "Enter a name.",
  colour: "Colour",
});

export const MARK = texts("connections.mark", { sample: "Sample data on this machine" });
