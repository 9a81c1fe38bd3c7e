import { texts } from "../../../shared/base/text/texts.ts";
import type { NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import type { Count, CountScope } from "../../../shared/features/counts/count-records.ts";
import type { Explanation } from "../../../shared/features/counts/reconcile.ts";
import { formatDateTime, formatNumber, listOfAll } from "../../base/format.ts";
import { changeLabel } from "../../inventory/changes/messages.ts";
import { quoted } from "../../inventory/scans/messages.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { FILE_IMPORT } from "../../delivery/file-import/messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";
import type { Section, Worth } from "./result-sections.ts";

export const COUNTS = texts("counts", {
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
});

export const START = texts("counts.start", {
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
  tooLong: "A count can have {items, number} items. Choose a location or a view with fewer.",
  rows: "{rows, plural, one {# item} other {# items}} in this list.",
});

const SCOPES = texts("counts.scopes", {
  onDay: "{scope}, {day}",
  drawn: "{scope}, {share} % at random",
});
export const countName = (scope: CountScope, day: string): string =>
  SCOPES.onDay({ scope: scopeText(scope), day });

export function scopeText(scope: CountScope): string {
  return scope.kind === "all" ? START.all : scope.name;
}

/** The scope of a count: "Hall A, a random 10 % of it". */
export function scopeOf({ scope, share }: Pick<Count, "scope" | "share">): string {
  const of = scopeText(scope);
  return share === 100 ? of : SCOPES.drawn({ scope: of, share: formatNumber(share) });
}

const STATES = texts("counts.states", {
  open: "Open",
  openBlind: "Open, blind",
  closed: "Closed, not verified",
  verified: "Verified at {time}",
});
export function stateText({ closedAt, verifiedAt, blind }: Count): string {
  if (closedAt === null) return blind ? STATES.openBlind : STATES.open;
  return verifiedAt === null ? STATES.closed : STATES.verified({ time: formatDateTime(verifiedAt) });
}

export const OPEN = texts("counts.open", {
  started: "{scope}. Started {time}.",
  nothingWritten: "Nothing is written to the service.",
  blind: "The list and the progress are hidden until you close this count.",
  enter: "Id or name of an item",
  enterHint: "Scan a label at any time, or type an id or name and press Enter.",
  add: "Count",
  scans: "Counted",
  noScans: "Nothing is counted yet.",
  entries: "{scans, plural, one {# entry} other {# entries}}",
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
  done: "{done, number} of {all, number} counted",
});
export const LIST_FILTERS = texts("counts.list.filters", {
  all: "All",
  left: "Not counted yet",
  done: "Counted",
});
export const COUNTED_BY: Readonly<Record<NumberedScan["by"], string>> = texts("counts.countedBy", {
  scan: "Scanned",
  typed: "Typed",
  tick: "Ticked",
  file: "From a sheet",
});
export const startedText = (count: Count): string =>
  OPEN.started({ scope: scopeOf(count), time: formatDateTime(count.startedAt) });

export const TEAM = texts("counts.team", {
  withTeam: "Count with the team",
  withTeamHint: "Everyone of the team sees this count and can scan, at several workstations at once.",
  whose: "Whose",
  mine: "Mine",
  ofTeam: "Team, by {label}",
  sharedBy: "The team’s count, shared by “{label}”.",
  anyone: "Everyone of the team can scan, measure, close and delete it.",
  anyoneClosed: "Everyone of the team can verify, compare and delete it.",
  locked:
    "This workstation’s token may only read, so this count cannot be changed here. Ask for a token that may annotate.",
  desk: "Workstation",
  share: "Share with the team…",
  shareTitle: "Share this count with the team?",
  shareNote:
    "Everyone of the team then sees it with its scans, and can scan, measure, close and delete it. It cannot become yours alone again.",
  waiting: "{edits, plural, one {# edit} other {# edits}} of this workstation not sent yet.",
  refused:
    "{edits, plural, one {# edit} other {# edits}} refused: the collector has no room for them, or cannot read them.",
  changedLate: "Scans were changed after this count was closed",
  arrivedLate: "{scans, plural, one {# scan} other {# scans}} arrived after this count was closed",
  compare: "Compare again",
  lateNote: "Kept, but not part of this result yet.",
  notComparable: "Kept, but the list of expected items is not, so this count cannot be compared again.",
});
export const whoseText = ({ team }: Pick<Count, "team">): string =>
  team ? TEAM.ofTeam({ label: team.sharedBy }) : TEAM.mine;
/** The number of edits that the collector does not have yet. Some of them may concern other records than counts. */
export const unsentText = ({ waiting, refused }: { waiting: number; refused: number }): string =>
  joinSentences(
    waiting > 0 && TEAM.waiting({ edits: waiting }),
    refused > 0 && TEAM.refused({ edits: refused }),
  );
export const lateText = (scans: number): string =>
  scans === 0 ? TEAM.changedLate : TEAM.arrivedLate({ scans });

const MEASURED = texts("counts.measured", {
  both: "length {length}, weight {weight}",
  length: "length {length}",
  weight: "weight {weight}",
});
/** The measured amounts of an item: "length 5 m, weight 3 kg". */
export function measuredText(length: string | null, weight: string | null): string {
  if (length === null) return weight === null ? "" : MEASURED.weight({ weight });
  return weight === null ? MEASURED.length({ length }) : MEASURED.both({ length, weight });
}
/** The labels contain the id too, because several items may have the same name. */
export const ITEM_LABELS = texts("counts.itemLabels", {
  tick: "Count {name} {id}",
  measure: "Measure {name} {id}",
  takeBack: "Take back {name} {id}",
});

const OUTCOMES = texts("counts.outcomes", {
  counted: "{item} is counted.",
  again: "{item} was counted before.",
  notListed: "{item} is counted, but it is not in the list.",
  unknown: "{item} is not an item that Stockdeck knows. It is kept for the result.",
  ambiguous: "{item} is the name of several items.",
});
/** The outcome of a scan. @param item the item's name; the scanned text if the item has no name. */
export const outcomeText = (outcome: keyof typeof OUTCOMES, item: string): string =>
  OUTCOMES[outcome]({ item: outcome === "unknown" || outcome === "ambiguous" ? quoted(item) : item });

export const CHOICE = texts("counts.choice", {
  title: "Which item is it?",
  note: "{text} is the name of several items. Choose the one in your hand.",
});
export const choiceNote = (text: string): string => CHOICE.note({ text: quoted(text) });

export const MEASURE = texts("counts.measure", {
  title: "Measure {name}",
  length: "Measured length",
  weight: "Measured weight",
  save: "Save",
});

export const IMPORT = texts("counts.import", {
  title: "Import a sheet of counted items",
  intro:
    "Each row names one item by its id or name. A measured length or weight is in the unit of the service’s data. Rows whose column “found” says no, or is empty, are left out.",
  notMapped: "Choose the column of the item.",
  submit: "Count {rows, plural, one {# row} other {# rows}}",
  preview: "{rows, plural, one {# row} other {# rows}} will be counted.",
});
export const IMPORT_COLUMNS = texts("counts.import.columns", {
  item: "Item (id or name)",
  found: "Found",
  length: "Measured length",
  weight: "Measured weight",
});
export const IMPORT_PROBLEMS = {
  unreadable: FILE_IMPORT.unreadable,
  ...texts("counts.import.problems", {
    notFound: "Not found, left out",
    unclear: "“Found” is neither a yes nor a no: left out",
    invalid: "Length or weight is not a number: left out",
    empty: "Without an item",
  }),
};

const IMPORTED = texts("counts.imported", {
  counted: "{items, plural, one {# item} other {# items}} counted.",
  unknown: "Not in the system: {texts}.",
  ambiguous: "Left out, because several items have the name: {texts}.",
  more: "{texts, number} more",
});
/** The outcome of an import. @param unknown, ambiguous the texts that name no item, and the texts that name several. */
export function importedText(
  counted: number,
  unknown: readonly string[],
  ambiguous: readonly string[],
): string {
  return joinSentences(
    IMPORTED.counted({ items: counted }),
    unknown.length > 0 && IMPORTED.unknown({ texts: someOf(unknown) }),
    ambiguous.length > 0 && IMPORTED.ambiguous({ texts: someOf(ambiguous) }),
  );
}

/** The most texts that a notice lists. */
const LISTED_TEXTS = 5;

function someOf(list: readonly string[]): string {
  const shown = list.slice(0, LISTED_TEXTS).map(quoted);
  const more = list.length - shown.length;
  return listOfAll(more > 0 ? [...shown, IMPORTED.more({ texts: more })] : shown);
}

export const SECTION_TITLES: Readonly<Record<Section, string>> = texts("counts.sections", {
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
});

export const RESULT = texts("counts.result", {
  title: "Result",
  closed: "Closed {time}.",
  closedBy: "Closed {time} by “{label}”.",
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
  progress: "Asking the service: {done, number} of {all, number}",
  verified: "Verified at {time}: the service was asked for what is missing.",
  showAll: "Show all {rows, number}",
  someValues: "{amounts}, known for {known, number} of {rows, number}",
  changedBy: "{change} before {before}",
  changedBetween: "{change} between {after} and {before}",
});
export const verifiedText = (at: string): string => RESULT.verified({ time: formatDateTime(at) });
export const closedText = (count: Count): string =>
  count.closedAt === null
    ? startedText(count)
    : joinSentences(
        startedText(count),
        closedAtText(count.closedAt, count.team?.closedBy ?? null),
        OPEN.nothingWritten,
      );
function closedAtText(at: string, label: string | null): string {
  const time = formatDateTime(at);
  return label === null ? RESULT.closed({ time }) : RESULT.closedBy({ time, label });
}

/** The value of a part: "€1,280.50 and $90.00, known for 12 of 14". */
export function worthText({ sums, known, rows }: Worth): string {
  if (known === 0) return RESULT.nothing;
  const amounts = listOfAll(sums.map(({ amount, currency }) => formatMoney(amount, currency)));
  return known === rows ? amounts : RESULT.someValues({ amounts, known, rows });
}

/** The change that explains a finding, with the moments between which it was made. */
export function explanationText({ type, after, before }: Explanation): string {
  const change = changeLabel(type);
  return after === null
    ? RESULT.changedBy({ change, before: formatDateTime(before) })
    : RESULT.changedBetween({ change, after: formatDateTime(after), before: formatDateTime(before) });
}
