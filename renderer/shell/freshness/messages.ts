import type { AppError } from "../../../shared/base/errors.ts";
import { KEPT_MALFORMED } from "../../../shared/inventory/resource-names.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { formatCount, plural, pluralForm } from "../../base/format.ts";
import { adviseOn } from "../../ui/error-advice.ts";

interface Message {
  readonly title: string;
  readonly text: string;
}

export const STATUS_BAR = "Status";
export const NOT_OPEN = "Local data not open";
export const WAITING_FOR_KEY = "Waiting for the key";
export const SAMPLE_DATA = "Sample data";
export const REFRESH = "Refresh";
export const REFRESH_HINT = "Refresh now (F5)";
export const QUARANTINE_HINT = "Records without an id or a name, or with a field of the wrong type";

/** "3 malformed records set aside"; empty if there is none. */
export function quarantined(records: number): string {
  if (records === 0) return "";
  return records < KEPT_MALFORMED
    ? `${plural(records, "malformed record")} set aside`
    : `${formatCount(records)} or more malformed records set aside`;
}

export const refreshed = (changes: number): string => `Refreshed: ${plural(changes, "change")}`;
export const thenRestart = (advice: string): string => `${advice} Then restart Stockdeck.`;
export const START_NOTICE = "About the local data:";
export const SESSION_KEY = "The key is kept for this session only.";
export const KEY_WAITING = "Not refreshing yet.";
export const ENTER_KEY = "Enter a key";
export const REPLACE_KEY = "Replace key";
export const ROWS_STAY = "The rows below stay readable.";
export const PULL_RUNS = "First pull:";
export const PULL_STOPPED = "The first pull is not finished.";
export const DIAGNOSTICS = "Diagnostics";

/** The message about a problem: cause, remedy, and what Stockdeck does in the meantime. */
export function problemMessage(problem: AppError): Message {
  if (problem.kind === "protocol") {
    const report = problem.requestId ? ", and report the request id" : "";
    return {
      title: "The service’s answer cannot be used.",
      text: `${problem.message} Nothing was changed, and Stockdeck tries again at the next refresh. If this keeps happening, check that no login page or gateway stands in between${report}.`,
    };
  }
  const { title, advice } = adviseOn(problem);
  const remedy =
    problem.reason === "corrupt"
      ? "Restart Stockdeck: the damaged file is then set aside, and a new copy is pulled."
      : advice;
  return {
    title: `${title}.`,
    text: `${remedy} Nothing is lost: every row already received stays readable below, and Stockdeck tries again at the next refresh.`,
  };
}

export const ANOTHER_COMPANY = "Another company: keep both";
export const NOT_NOW = "Not now";

/** A question of the core: the finding, that nothing was changed, and the button that continues. */
export function questionMessage({
  kind,
  missing,
}: NonNullable<SyncStatus["question"]>): Message & { readonly accept: string } {
  if (kind === "other_company") {
    return {
      title: "Is this another company’s key?",
      text: "The service knows none of the locations stored here. Nothing was changed, and nothing is refreshed until you answer.",
      accept: "Same company: continue",
    };
  }
  const [rows, of] = [formatCount(missing?.rows ?? 0), formatCount(missing?.of ?? 0)];
  return {
    title: `The service no longer returns ${rows} of ${of} items.`,
    text: "Nothing was changed. Were they removed in a big clean-up, or does the key belong to another company?",
    accept: "They were removed: hide them",
  };
}

export function failedTitle(count: number): string {
  return pluralForm(count, "A scheduled export failed.", `${formatCount(count)} scheduled exports failed.`);
}

interface FailedExport {
  readonly count: number;
  /** The view of the latest failed export. */
  readonly view: string;
  /** The name of its connection; null if there is only one connection. */
  readonly connection: string | null;
  readonly problem: string;
}

/** Describes failed exports: "“Films” of Plant 2, Nov 24, 6:00 PM: The disk is full.", before and after the time. */
export function failedExport({ count, view, connection, problem }: FailedExport): readonly [string, string] {
  const subject = `${count > 1 ? "The last one: " : ""}“${view}”${connection === null ? "" : ` of ${connection}`}`;
  return [`${subject}, `, `: ${problem}`];
}

export const SCHEDULES = "Scheduled exports";

export const RESUME = "Resume";
export const rowCounts = (totals: SyncStatus["totals"]): readonly string[] => [
  plural(totals.items, "item"),
  plural(totals.types, "type"),
  plural(totals.locations, "location"),
];
