import type { NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import type { Count, CountScope } from "../../../shared/features/counts/count-records.ts";
import type { Explanation } from "../../../shared/features/counts/reconcile.ts";
import { formatCount, formatDateTime, formatNumber, listOfAll, plural } from "../../base/format.ts";
import { changeLabel } from "../../inventory/changes/messages.ts";
import { quoted } from "../../inventory/scans/messages.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { FILE_IMPORT } from "../../delivery/file-import/messages.ts";
import type { Section, Worth } from "./result-sections.ts";

export const COUNTS = {
  title: "Counts",
  intro:
    "A count compares a list of items with what is really there. Nothing is written to the service: the result lists what someone must correct there.",
  start: "Start a count…",
  none: "No counts yet",
  noneHint: "Start one for a location, a view or a random share of either. Then scan or tick what you find.",
  list: "Counts of this connection",
  name: "Name",
  of: "Of",
  state: "State",
  started: "Started",
  items: "Items",
  gone: "This count was deleted.",
  back: "All counts",
  hidden: "Hidden",
};

export const START = {
  title: "Start a count",
  intro: "The list is frozen when the count starts. Items that are archived are never expected.",
  name: "Name",
  of: "Count",
  location: "Location",
  locationPlaceholder: "Choose a location",
  noLocation: "No such location",
  view: "View",
  viewPlaceholder: "Choose a view of items",
  all: "All items",
  share: "Share drawn at random (%)",
  shareHint: "100 for the whole list",
  tolerance: "Tolerance (%)",
  toleranceHint: "Smaller differences of length or weight are not listed",
  blind: "Blind count",
  blindHint: "The list, its figures and the progress stay hidden until the count is closed.",
  withCheckedOut: "Expect items that are checked out too",
  submit: "Start",
};
export const listTooLong = (items: number): string =>
  `A count can have ${formatCount(items)} items. Choose a location or a view with fewer.`;
export const rowsInList = (rows: number): string => `${plural(rows, "item")} in this list.`;
export const countName = (scope: CountScope, day: string): string => `${scopeText(scope)}, ${day}`;

export function scopeText(scope: CountScope): string {
  return scope.kind === "all" ? START.all : scope.name;
}

/** The scope of a count: "Hall A, a random 10 % of it". */
export function scopeOf({ scope, share }: Pick<Count, "scope" | "share">): string {
  const of = scopeText(scope);
  return share === 100 ? of : `${of}, ${formatNumber(share)} % at random`;
}

export function stateText({ closedAt, verifiedAt, blind }: Count): string {
  if (closedAt === null) return blind ? "Open, blind" : "Open";
  return verifiedAt === null ? "Closed, not verified" : `Verified at ${formatDateTime(verifiedAt)}`;
}

export const OPEN = {
  nothingWritten: "Nothing is written to the service.",
  blind: "The list and the progress are hidden until you close this count.",
  enter: "Id or name of an item",
  enterHint: "Scan a label at any time, or type an id or name and press Enter.",
  add: "Count",
  scans: "Counted",
  noScans: "Nothing is counted yet.",
  takeBack: "Take back",
  measure: "Measure",
  measured: "Measured",
  when: "When",
  item: "Item",
  how: "How",
  import: "Import a sheet…",
  close: "Close the count…",
  closeTitle: "Close this count?",
  closeNote: "The list is then compared with what was counted. A closed count cannot be opened again.",
  closeTeamNote:
    "The list is then compared with what was counted, for all workstations. A closed count cannot be opened again. Scans that arrive later can be compared with it.",
  delete: "Delete…",
  deleteTitle: "Delete this count?",
  deleteNote: "Its list, its scans and its result are deleted for good.",
  deleteTeamNote: "Its list, its scans and its result are deleted for good, for all workstations.",
  list: "Expected items",
  search: "Search the list",
  nothingFound: "No item of the list matches.",
  show: "Items to show",
  moreScans: "Earlier ones are not shown.",
  progress: "Progress",
};
export const LIST_FILTERS = { all: "All", left: "Not counted yet", done: "Counted" } as const;
export const COUNTED_BY: Readonly<Record<NumberedScan["by"], string>> = {
  scan: "Scanned",
  typed: "Typed",
  tick: "Ticked",
  file: "From a sheet",
};
export const startedText = (count: Count): string =>
  `${scopeOf(count)}. Started ${formatDateTime(count.startedAt)}.`;
export const progressText = (done: number, of: number): string =>
  `${formatCount(done)} of ${formatCount(of)} counted`;
export const scansText = (scans: number): string => plural(scans, "entry", "entries");

export const TEAM = {
  withTeam: "Count with the team",
  withTeamHint: "Everyone of the team sees this count and can scan, at several workstations at once.",
  whose: "Whose",
  mine: "Mine",
  anyone: "Everyone of the team can scan, measure, close and delete it.",
  anyoneClosed: "Everyone of the team can verify, compare and delete it.",
  locked:
    "This workstation’s token may only read, so this count cannot be changed here. Ask for a token that may annotate.",
  desk: "Workstation",
  share: "Share with the team…",
  shareTitle: "Share this count with the team?",
  shareNote:
    "Everyone of the team then sees it with its scans, and can scan, measure, close and delete it. It cannot become yours alone again.",
  compare: "Compare again",
  lateNote: "Kept, but not part of this result yet.",
  notComparable: "Kept, but the list of expected items is not, so this count cannot be compared again.",
};
export const whoseText = ({ team }: Pick<Count, "team">): string =>
  team ? `Team, by ${team.sharedBy}` : TEAM.mine;
export const sharedByText = (label: string): string => `The team’s count, shared by “${label}”.`;
/** Edits that the collector does not have yet. Some may be of records other than counts. */
export const unsentText = ({ waiting, refused }: { waiting: number; refused: number }): string =>
  [
    waiting > 0 && `${plural(waiting, "edit")} of this workstation not sent yet.`,
    refused > 0
      && `${plural(refused, "edit")} refused: the collector has no room for them, or cannot read them.`,
  ]
    .filter((part) => part !== false)
    .join(" ");
export const lateText = (scans: number): string =>
  scans === 0
    ? "Scans were changed after this count was closed"
    : `${plural(scans, "scan")} arrived after this count was closed`;

/** The measured amounts of an item: "length 5 m, weight 3 kg". */
export const measuredText = (length: string | null, weight: string | null): string =>
  [length !== null && `length ${length}`, weight !== null && `weight ${weight}`]
    .filter((part) => part !== false)
    .join(", ");
/** Labels name the id too, since several items may have one name. */
export const tickLabel = (name: string, id: string): string => `Count ${name} ${id}`;
export const measureLabel = (name: string, id: string): string => `Measure ${name} ${id}`;
export const takeBackLabel = (name: string, id: string): string => `Take back ${name} ${id}`;

export const OUTCOMES = {
  counted: (name: string) => `${name} is counted.`,
  again: (name: string) => `${name} was counted before.`,
  notListed: (name: string) => `${name} is counted, but it is not in the list.`,
  unknown: (text: string) =>
    `${quoted(text)} is not an item that Stockdeck knows. It is kept for the result.`,
  ambiguous: (text: string) => `${quoted(text)} is the name of several items.`,
} as const;

export const CHOICE = {
  title: "Which item is it?",
  note: (text: string) => `${quoted(text)} is the name of several items. Choose the one in your hand.`,
};

export const MEASURE = {
  title: (name: string) => `Measure ${name}`,
  length: "Measured length",
  weight: "Measured weight",
  save: "Save",
};

export const IMPORT = {
  title: "Import a sheet of counted items",
  intro:
    "Each row names one item by its id or name. A measured length or weight is in the unit of the service’s data. Rows whose column “found” says no, or is empty, are left out.",
  notMapped: "Choose the column of the item.",
};
export const IMPORT_COLUMNS = {
  item: "Item (id or name)",
  found: "Found",
  length: "Measured length",
  weight: "Measured weight",
};
export const IMPORT_PROBLEMS = {
  notFound: "Not found, left out",
  unclear: "“Found” is neither a yes nor a no: left out",
  invalid: "Length or weight is not a number: left out",
  unreadable: FILE_IMPORT.unreadable,
  empty: "Without an item",
};
export const importLabel = (rows: number): string => `Count ${plural(rows, "row")}`;
export const importPreview = (rows: number): string => `${plural(rows, "row")} will be counted.`;
/** The outcome of an import. @param unknown, ambiguous the texts that name no item, or several. */
export function importedText(
  counted: number,
  unknown: readonly string[],
  ambiguous: readonly string[],
): string {
  return [
    `${plural(counted, "item")} counted.`,
    unknown.length > 0 && `Not in the system: ${someOf(unknown)}.`,
    ambiguous.length > 0 && `Left out, because several items have the name: ${someOf(ambiguous)}.`,
  ]
    .filter((part) => part !== false)
    .join(" ");
}

/** The most texts of a list in a notice. */
const LISTED_TEXTS = 5;

function someOf(texts: readonly string[]): string {
  const shown = texts.slice(0, LISTED_TEXTS).map(quoted);
  const more = texts.length - shown.length;
  return listOfAll(more > 0 ? [...shown, `${formatCount(more)} more`] : shown);
}

export const SECTION_TITLES: Readonly<Record<Section, string>> = {
  missing: "Missing",
  elsewhere: "At another location in the system",
  checkedOut: "Checked out, but here",
  archived: "Archived or no longer returned, but here",
  unexpected: "Not in the list",
  unknown: "Not in the system",
  differences: "Length or weight differs",
  explained: "Explained by a change during the count",
  duplicates: "Scanned more than once",
  notDrawn: "In the list, but not drawn",
  present: "Present",
};

export const RESULT = {
  title: "Result",
  kind: "Kind",
  items: "Items",
  value: "Value",
  valueDifference: "Difference in value",
  item: "Item",
  id: "Id",
  scanned: "Scanned text",
  type: "Type",
  location: "Location in the system",
  nowAt: "Now at",
  status: "Status now",
  gone: "No longer returned",
  length: "Length",
  measuredLength: "Measured length",
  weight: "Weight",
  measuredWeight: "Measured weight",
  scans: "Scans",
  explained: "Change",
  nothing: "–",
  loading: "Reading the result…",
  all: "All agree: every expected item is present, and nothing else was found.",
  notVerified: "Not verified: what is missing is missing by the local copy alone. Verify asks the service.",
  verify: "Verify",
  verifying: "Asking the service…",
};
export const verifyingText = (done: number, total: number): string =>
  `Asking the service: ${formatCount(done)} of ${formatCount(total)}`;
export const verifiedText = (at: string): string =>
  `Verified at ${formatDateTime(at)}: the service was asked for what is missing.`;
export const closedText = (count: Count): string =>
  count.closedAt === null
    ? startedText(count)
    : `${startedText(count)} ${closedAtText(count.closedAt, count.team?.closedBy ?? null)} ${OPEN.nothingWritten}`;
const closedAtText = (at: string, by: string | null): string =>
  by === null ? `Closed ${formatDateTime(at)}.` : `Closed ${formatDateTime(at)} by “${by}”.`;
export const showAll = (rows: number): string => `Show all ${formatCount(rows)}`;

/** The worth of a part: "€1,280.50 and $90.00, known for 12 of 14". */
export function worthText({ sums, known, rows }: Worth): string {
  if (known === 0) return RESULT.nothing;
  const amounts = listOfAll(sums.map(({ amount, currency }) => formatMoney(amount, currency)));
  return known === rows ? amounts : `${amounts}, known for ${formatCount(known)} of ${formatCount(rows)}`;
}

/** The change that explains a finding, with its bounds. */
export function explanationText({ type, after, before }: Explanation): string {
  const label = changeLabel(type);
  if (after === null) return `${label} before ${formatDateTime(before)}`;
  return `${label} between ${formatDateTime(after)} and ${formatDateTime(before)}`;
}
