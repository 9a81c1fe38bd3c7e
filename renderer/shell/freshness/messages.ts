import type { AppError } from "../../../shared/base/errors.ts";
import { KEPT_MALFORMED } from "../../../shared/inventory/resource-names.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { texts, type MarkedText } from "../../../shared/base/text/texts.ts";
import { NOTICES } from "../../ui/messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";
import { adviseOn } from "../../ui/error-advice.ts";

interface Message {
  readonly title: string;
  readonly text: string;
}

export const STATUS_BAR = texts("shell.status", {
  label: "Status",
  notOpen: "Local data not open",
  waitingForKey: "Waiting for the key",
  sampleData: "Sample data",
  refresh: "Refresh",
  refreshHint: "Refresh now (F5)",
  refreshed: "Refreshed: {changes, plural, one {# change} other {# changes}}",
});

export const QUARANTINE = texts("shell.quarantine", {
  hint: "Records without an id or a name, or with a field of the wrong type",
  count: "{records, plural, one {# malformed record} other {# malformed records}} set aside",
  atLeast: "{records, number} or more malformed records set aside",
});

/** The number of malformed records: "3 malformed records set aside"; empty if there are none. */
export function quarantined(records: number): string {
  if (records === 0) return "";
  return records < KEPT_MALFORMED ? QUARANTINE.count({ records }) : QUARANTINE.atLeast({ records });
}

export const BANNERS = texts("shell.banners", {
  thenRestart: "Then restart Stockdeck.",
  start: "About the local data:",
  sessionKey: "The key is kept for this session only.",
  keyWaiting: "Not refreshing yet.",
  enterKey: "Enter a key",
  replaceKey: "Replace key",
  rowsStay: "The rows below stay readable.",
  pullRuns: "First pull:",
  pullStopped: "The first pull is not finished.",
  resume: "Resume",
  diagnostics: "Diagnostics",
  schedules: "Scheduled exports",
  exportsFailed:
    "{count, plural, =1 {A scheduled export failed.} one {# scheduled export failed.} other {# scheduled exports failed.}}",
});

const PROBLEM = texts("shell.problem", {
  protocolTitle: "The service’s answer cannot be used.",
  protocol:
    "{message} Nothing was changed, and Stockdeck tries again at the next refresh. If this keeps happening, check that no login page or gateway stands in between.",
  protocolWithId:
    "{message} Nothing was changed, and Stockdeck tries again at the next refresh. If this keeps happening, check that no login page or gateway stands in between, and report the request id.",
  corrupt: "Restart Stockdeck: the damaged file is then set aside, and a new copy is pulled.",
  nothingLost:
    "Nothing is lost: every row already received stays readable below, and Stockdeck tries again at the next refresh.",
});

/** The message about a problem: its cause, its remedy, and what Stockdeck does meanwhile. */
export function problemMessage(problem: AppError): Message {
  if (problem.kind === "protocol") {
    const { message } = problem;
    return {
      title: PROBLEM.protocolTitle,
      text: problem.requestId ? PROBLEM.protocolWithId({ message }) : PROBLEM.protocol({ message }),
    };
  }
  const { title, advice } = adviseOn(problem);
  const remedy = problem.reason === "corrupt" ? PROBLEM.corrupt : advice;
  return { title: NOTICES.sentence({ words: title }), text: joinSentences(remedy, PROBLEM.nothingLost) };
}

export const QUESTION = texts("shell.question", {
  anotherCompany: "Another company: keep both",
  notNow: "Not now",
  companyTitle: "Is this another company’s key?",
  company:
    "The service knows none of the locations stored here. Nothing was changed, and nothing is refreshed until you answer.",
  sameCompany: "Same company: continue",
  missingTitle: "The service no longer returns {rows, number} of {of, number} items.",
  missing:
    "Nothing was changed. Were they removed in a big clean-up, or does the key belong to another company?",
  removed: "They were removed: hide them",
});

/**
 * The text of a question from the core: the finding, the note that nothing was changed, and the button that continues.
 */
export function questionMessage({
  kind,
  missing,
}: NonNullable<SyncStatus["question"]>): Message & { readonly accept: string } {
  return kind === "other_company"
    ? { title: QUESTION.companyTitle, text: QUESTION.company, accept: QUESTION.sameCompany }
    : {
        title: QUESTION.missingTitle(missing ?? { rows: 0, of: 0 }),
        text: QUESTION.missing,
        accept: QUESTION.removed,
      };
}

interface FailedExport {
  readonly count: number;
  /** The name of the view whose export failed last. */
  readonly view: string;
  /** The name of the connection of this export; null if there is only one connection. */
  readonly connection: string | null;
  readonly moment: string;
  readonly problem: string;
}

const FAILED_EXPORTS = texts("shell.failedExports", {
  one: "“{view}”, <time>{moment}</time>: {problem}",
  ofConnection: "“{view}” of {connection}, <time>{moment}</time>: {problem}",
  last: "The last one: “{view}”, <time>{moment}</time>: {problem}",
  lastOfConnection: "The last one: “{view}” of {connection}, <time>{moment}</time>: {problem}",
});
/** Describes failed exports: "“Films” of Plant 2, Nov 24, 6:00 PM: The disk is full." */
export function failedExport({ count, connection, ...failed }: FailedExport): MarkedText {
  if (connection === null) return count > 1 ? FAILED_EXPORTS.last(failed) : FAILED_EXPORTS.one(failed);
  const values = { ...failed, connection };
  return count > 1 ? FAILED_EXPORTS.lastOfConnection(values) : FAILED_EXPORTS.ofConnection(values);
}

const COUNTS = texts("shell.counts", {
  items: "{rows, plural, one {# item} other {# items}}",
  types: "{rows, plural, one {# type} other {# types}}",
  locations: "{rows, plural, one {# location} other {# locations}}",
});
export const rowCounts = ({ items, types, locations }: SyncStatus["totals"]): readonly string[] => [
  COUNTS.items({ rows: items }),
  COUNTS.types({ rows: types }),
  COUNTS.locations({ rows: locations }),
];
