import { texts } from "../../../shared/base/text/texts.ts";
import { joinFacts } from "../../ui/messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";
import type { KeptHistory } from "../../../shared/inventory/changes.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import { DAILY_DAYS, MOST_CHANGE_BYTES } from "../../../shared/inventory/stock.ts";
import { formatBytes } from "../../base/format-bytes.ts";
import { formatAge, formatMoment, listOf } from "../../base/format.ts";

export const SETTINGS = texts("settings", { title: "Settings" });

export const NAMES = texts("settings.names", {
  title: "Names and units",
  intro:
    "The API knows holders by their ids alone, and gives numbers without units. What you add here is not sent to the service.",
  open: "Open names",
  openUnits: "Open units",
  noUnits: "No units yet.",
  units: "Units: {units}.",
  none: "No names yet.",
  kept: "{count, plural, one {# holder} other {# holders}} in the name book.",
});
/** The confirmed units: "Units: m, kg". */
export const unitsSet = (units: readonly string[]): string =>
  units.length === 0 ? NAMES.noUnits : NAMES.units({ units: listOf(units) });
export const namesKept = (count: number): string => (count === 0 ? NAMES.none : NAMES.kept({ count }));

export const REFRESHING = texts("settings.refreshing", {
  title: "Refreshing",
  wholeNumber: "A whole number",
  atLeast: "At least {least}",
  atMost: "At most {most}",
  discard: "Discard",
});
export const NUMBERS = {
  pollFocusedSeconds: texts("settings.numbers.pollFocusedSeconds", {
    label: "Refresh while in use (seconds)",
    description: "From the end of one refresh to the start of the next",
  }),
  pollUnfocusedSeconds: texts("settings.numbers.pollUnfocusedSeconds", {
    label: "Refresh in the background (seconds)",
    description: "The same while another window has the focus",
  }),
  overlapSeconds: texts("settings.numbers.overlapSeconds", {
    label: "Overlap (seconds)",
    description: "Each refresh also lists this much before the last one",
  }),
  historyDays: texts("settings.numbers.historyDays", {
    label: "Keep observed changes for (days)",
    description: "Older changes leave Activity and the items’ histories",
  }),
  historyChanges: texts("settings.numbers.historyChanges", {
    label: "Keep at most (changes)",
    description: "The oldest go first, 1,000 to 2,000,000",
  }),
  pageSize: texts("settings.numbers.pageSize", {
    label: "Page size (records)",
    description: "Records per request, 1 to 250",
  }),
};
const HISTORY = texts("settings.kept", {
  nothing: "No change has been observed yet.",
  changes: "Kept now: {changes, plural, one {# change} other {# changes}}, since {time} ({age}).",
  full: "Older ones were deleted because changes may take {bytes}.",
  tooMany: "Older ones were deleted because {changes, number} changes are the limit.",
  stock:
    "The stock of each of the last {days, number} days is kept, and of one day of each week for two years.",
});
/** The amount of kept history: its size, its age, and the limit that shortened it. */
export function keptSentence(
  { changes, since, isFull }: KeptHistory,
  { historyDays, historyChanges }: Pick<Settings, "historyDays" | "historyChanges">,
  now: number,
): string {
  if (since === null) return HISTORY.nothing;
  const isShort = now - Date.parse(since) < (historyDays - 1) * 86_400_000;
  return joinSentences(
    HISTORY.changes({ changes, time: formatMoment(since, now), age: formatAge(since, now) }),
    isFull
      ? HISTORY.full({ bytes: formatBytes(MOST_CHANGE_BYTES) })
      : changes >= historyChanges && isShort && HISTORY.tooMany({ changes: historyChanges }),
    HISTORY.stock({ days: DAILY_DAYS }),
  );
}
export const AUTOSTART = texts("settings.autostart", {
  label: "Start with the computer",
  hint: "When you log in, Stockdeck starts in the tray without a window, refreshes and shows alerts. Without a tray its window opens.",
  needsApproval:
    "Your Mac waits for your approval. Allow Stockdeck in System Settings, under General, Login Items.",
});

export const THEME = texts("settings.theme", {
  title: "Appearance",
  label: "Theme",
  system: "As the system",
  light: "Light",
  dark: "Dark",
});
export const LANGUAGE = texts("settings.language", {
  title: "Language",
  label: "Language of the app",
  hint: "Numbers and dates keep the system’s format.",
  byPolicy: "Your administrator has set the language of this computer.",
  system: "As the system",
  /** {language} is the language's name in that language: "Deutsch". */
  afterRestart: "Stockdeck will be in {language} after a restart.",
  restart: "Restart now",
});
export const LOCAL_DATA = texts("settings.localData", {
  title: "Local data",
  /** The numbers of rows on this computer. */
  rows: "{items, plural, one {# item} other {# items}}, {types, plural, one {# material type} other {# material types}} and {locations, plural, one {# location} other {# locations}} are kept on this machine, so that they can be browsed at any time.",
  fullCheck:
    "{facts}. A full check runs daily: it lists everything, asks for each missing row by its id, and hides what the service no longer has.",
  runFullCheck: "Run a full check now",
});

/**
 * The state of full checks and their purpose. @param last the time of the last full check. @param unseen the rows that
 * it did not find; may be empty.
 */
export const fullCheckNote = (last: string, unseen: string): string =>
  LOCAL_DATA.fullCheck({ facts: joinFacts(last, unseen) });
export const WIPE = texts("settings.wipe", {
  label: "Wipe local data",
  title: "Wipe the local data?",
  text: "Every row is removed from this machine and pulled from the service again. What was observed goes too: activity, the stock of earlier days and consumption. The key, your filters and the settings stay.",
});
