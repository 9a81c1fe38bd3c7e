import type { KeptHistory } from "../../../shared/features/history/history-calls.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import { DAILY_DAYS, MOST_CHANGE_BYTES } from "../../../shared/inventory/stock.ts";
import type { KeyPlace } from "../../../shared/inventory/status.ts";
import type { UpdateWay } from "../../../shared/features/updates/updates.ts";
import { formatBytes } from "../../base/format-bytes.ts";
import { formatAge, formatCount, formatMoment, plural } from "../../base/format.ts";
import type { ProfileColour } from "../../../shared/inventory/profiles.ts";

export const TITLE = "Settings";

export const POLICY_INTRO = "These hold for everybody on this computer and cannot be changed here.";

export const CONNECTIONS = {
  title: "Connections",
  intro:
    "Each has its own key, its own rows and its own filters. One is open at a time and refreshes; the others keep what they have.",
  add: "Add connection…",
};
export const openLabel = (name: string): string => `Open ${name}`;
export const editLabel = (name: string): string => `Edit ${name}`;
export const NAME_MISSING = "Enter a name.";
export const OPEN_CONNECTION = "Open connection";
export const SERVICE = { sample: "Sample data, served on this machine", own: "Inventory API" };
export const KEY_PLACES: Readonly<Record<KeyPlace, string>> = {
  keychain: "In this system's keychain",
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

export const NAMES = {
  title: "Names and units",
  intro:
    "The API knows holders by their ids alone, and gives numbers without units. What you add here stays on this machine.",
  open: "Open names",
  openUnits: "Open units",
};
/** The units that are set: "Units: m, kg". */
export const unitsSet = (units: readonly string[]): string =>
  units.length === 0 ? "No units yet." : `Units: ${units.join(", ")}.`;
export const namesKept = (count: number): string =>
  count === 0 ? "No names yet." : `${plural(count, "holder")} in the name book.`;

export const REFRESHING = "Refreshing";
export const NUMBERS = {
  pollFocusedSeconds: {
    label: "Refresh while in use (seconds)",
    description: "From the end of one refresh to the start of the next",
  },
  pollUnfocusedSeconds: {
    label: "Refresh in the background (seconds)",
    description: "The same while another window has the focus",
  },
  overlapSeconds: {
    label: "Overlap (seconds)",
    description: "Each refresh also lists this much before the last one",
  },
  historyDays: {
    label: "Keep observed changes for (days)",
    description: "Older changes leave Activity and the items' histories",
  },
  historyChanges: {
    label: "Keep at most (changes)",
    description: "The oldest go first, 1,000 to 2,000,000",
  },
  pageSize: { label: "Page size (records)", description: "Records per request, 1 to 250" },
};
/** The kept history: its size, its age, and the limit that shortened it. */
export function keptSentence(
  { changes, since, isFull }: KeptHistory,
  { historyDays, historyChanges }: Pick<Settings, "historyDays" | "historyChanges">,
  now: number,
): string {
  if (since === null) return "No change has been observed yet.";
  const kept = `Kept now: ${plural(changes, "change")}, since ${formatMoment(since, now)} (${formatAge(since, now)}).`;
  const stock = `The stock of each of the last ${DAILY_DAYS} days is kept, and of one day of each week for two years.`;
  const isShort = now - Date.parse(since) < (historyDays - 1) * 86_400_000;
  const reason = isFull
    ? ` Older ones were deleted because changes may take ${formatBytes(MOST_CHANGE_BYTES)}.`
    : changes >= historyChanges && isShort
      ? ` Older ones were deleted because ${formatCount(historyChanges)} changes are the limit.`
      : "";
  return `${kept}${reason} ${stock}`;
}
export const WHOLE_NUMBER = "A whole number";
export const atLeast = (minimum: unknown): string => `At least ${String(minimum)}`;
export const atMost = (maximum: unknown): string => `At most ${String(maximum)}`;

export const SCHEDULES = {
  title: "Scheduled exports",
  intro: "Views exported on a schedule into a folder of yours, while Stockdeck runs.",
  none: "No scheduled export yet. Open a table, choose Export, then “Repeat…”.",
};
export const otherSchedules = (count: number): string =>
  `Your other connections have ${plural(count, "scheduled export")}.`;
export const DELETE_SCHEDULE = { label: "Delete", title: "Delete this schedule?" };
export const deleteScheduleText = (name: string): string =>
  `“${name}” is then no longer exported by this schedule. The files that it wrote stay.`;
export const RUNNING = "Running now…";
export const PAUSED = "Paused";
export const NO_FOLDER_YET = "None yet: choose one under Edit";
export const NOT_YET = "Not yet";

export const TRAY = {
  label: "Keep running in the tray when the window is closed",
  hint: "When off, closing the window quits Stockdeck, and scheduled exports wait until it runs again.",
  unavailable: "This desktop shows no tray. Closing the window asks whether to quit.",
};

export const ALERTS = {
  title: "Alerts",
  intro:
    "The rules of the open connection are evaluated on this computer after each refresh. Nothing leaves this machine.",
  open: "Open the rules",
  notifications: "Show system notifications",
  hint: "One for each rule and refresh. A click on it opens the rows.",
  unavailable: "Only the installed app shows notifications; a browser shows none.",
  test: "Test",
  works: "The system showed the notification.",
  quiet: "Quiet hours",
  quietHint: "No notification is shown then. Alerts come to the inbox all the same.",
  from: "From",
  to: "To",
  days: "Beginning on",
  noDay: "Choose a day, or no quiet hours begin.",
  same: "Choose two different times.",
  wholeDays: "Quiet all day on",
};
/** "To (the next day)" if quiet hours pass midnight. */
export const quietEnd = (isNextDay: boolean): string => (isNextDay ? "To (the next day)" : ALERTS.to);
export const UPDATES = {
  title: "Updates",
  version: "Version",
  state: "State",
  lastCheck: "Last check",
  never: "Never",
  notChecked: "Not checked yet.",
  checking: "Checking…",
  failed: "The check failed.",
  newest: "This is the newest version.",
  check: "Check now",
  automatic: "Check once a day",
  automaticHint: "You are told of a new version. Nothing is downloaded or installed before you say so.",
};
/** Why there are no updates, if there are none. */
export const NO_UPDATES: Readonly<Partial<Record<UpdateWay, string>>> = {
  browser: "Stockdeck in a browser does not update itself. Whoever runs it installs new versions.",
  build: "This build does not update itself.",
  administrator: "Updates are switched off by your administrator.",
};
export const APPEARANCE = "Appearance";
export const THEME = { label: "Theme", system: "As the system", light: "Light", dark: "Dark" };
export const BACKUP = {
  title: "Backup",
  intro:
    "One file with everything that you made: connections, views, names, notes, units, thresholds, limits, alert rules, schedules and settings. It has no key and no rows of the service.",
  save: "Save a backup…",
};
export const backedUpTo = (file: string): string => `The backup is in ${file}.`;
export const LOCAL_DATA = "Local data";

/** How many rows are on this machine. */
export function keptRows(totals: {
  readonly items: number;
  readonly types: number;
  readonly locations: number;
}): string {
  return `${plural(totals.items, "item")}, ${plural(totals.types, "material type")} and ${plural(totals.locations, "location")} are kept on this machine, so that they can be browsed at any time.`;
}

export const FULL_CHECK =
  "A full check runs daily: it lists everything, asks for each missing row by its id, and hides what the service no longer has.";
export const RUN_FULL_CHECK = "Run a full check now";
export const WIPE = {
  label: "Wipe local data",
  title: "Wipe the local data?",
  text: "Every row is removed from this machine and pulled from the service again. What was observed goes too: activity, the stock of earlier days and consumption. The key, your filters and the settings stay.",
};

export const COLOUR_LABELS: Readonly<Record<ProfileColour, string>> = {
  blue: "Blue",
  teal: "Teal",
  amber: "Amber",
  violet: "Violet",
  green: "Green",
  pink: "Pink",
  red: "Red",
  slate: "Slate",
};
