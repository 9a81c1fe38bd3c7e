import { joinFacts } from "../../ui/messages.ts";
import type { KeptHistory } from "../../../shared/inventory/changes.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import { DAILY_DAYS, MOST_CHANGE_BYTES } from "../../../shared/inventory/stock.ts";
import { formatBytes } from "../../base/format-bytes.ts";
import { formatAge, formatCount, formatMoment, listOfAll, plural } from "../../base/format.ts";

export const TITLE = "Settings";

export const NAMES = {
  title: "Names and units",
  intro:
    "The API knows holders by their ids alone, and gives numbers without units. What you add here is not sent to the service.",
  open: "Open names",
  openUnits: "Open units",
};
/** The confirmed units: "Units: m, kg". */
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
    description: "Older changes leave Activity and the items’ histories",
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
export const AUTOSTART = {
  label: "Start with the computer",
  hint: "When you log in, Stockdeck starts in the tray without a window, refreshes and shows alerts. Without a tray its window opens.",
  needsApproval:
    "Your Mac waits for your approval. Allow Stockdeck in System Settings, under General, Login Items.",
};
export const WHOLE_NUMBER = "A whole number";
export const atLeast = (minimum: unknown): string => `At least ${String(minimum)}`;
export const atMost = (maximum: unknown): string => `At most ${String(maximum)}`;

export const APPEARANCE = "Appearance";
export const THEME = { label: "Theme", system: "As the system", light: "Light", dark: "Dark" };
export const LOCAL_DATA = "Local data";

/** The numbers of rows on this machine. */
export function keptRows(totals: {
  readonly items: number;
  readonly types: number;
  readonly locations: number;
}): string {
  return `${listOfAll([plural(totals.items, "item"), plural(totals.types, "material type"), plural(totals.locations, "location")])} are kept on this machine, so that they can be browsed at any time.`;
}

/** The state of full checks and their purpose. @param unseen the rows that the last one did not find; may be empty. */
export const fullCheckNote = (last: string, unseen: string): string =>
  `${joinFacts(last, unseen)}. A full check runs daily: it lists everything, asks for each missing row by its id, and hides what the service no longer has.`;
export const RUN_FULL_CHECK = "Run a full check now";
export const WIPE = {
  label: "Wipe local data",
  title: "Wipe the local data?",
  text: "Every row is removed from this machine and pulled from the service again. What was observed goes too: activity, the stock of earlier days and consumption. The key, your filters and the settings stay.",
};

export const DISCARD = "Discard";
