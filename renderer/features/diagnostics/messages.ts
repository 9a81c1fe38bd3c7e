import type { ListedCrash } from "../../../shared/features/diagnostics/diagnostics.ts";
import type { CollectorStatus } from "../../../shared/inventory/status.ts";
import { formatDuration } from "../../base/format-calendar.ts";
import { formatCount, plural } from "../../base/format.ts";
import { joinFacts } from "../../ui/messages.ts";

export const TITLE = "Diagnostics";
export const INTRO =
  "For support. The API key, names and record contents are never included, here or in the file. The file does contain the base URL and ids.";
export const SAVE = "Save to a file";
export const savedAs = (file: string): string => `Saved as ${file}`;
export const copyRequestId = (id: string): string => `Copy request id ${id}`;
export const NEVER = "Never";
export const UNKNOWN = "Unknown";

export const FRESHNESS = {
  title: "Right now",
  state: "State",
  next: "Next",
  nothingNext: "Nothing until you act",
  completeAsOf: "Complete as of",
  lastRefresh: "Last complete refresh",
  lastFullCheck: "Last full check",
  collector: "Collector",
  rowsToCheck: "Rows to check one by one",
  clock: "Service’s clock",
  lastError: "Last error",
  noError: "None",
};

const STREAM_WORDS: Readonly<Record<CollectorStatus["stream"], string>> = {
  connecting: "connecting",
  live: "stream open",
  failed: "stream broken",
};

/** "change 1,204 of numbering 5f0a, stream open". */
export const collectorFacts = ({ epoch, number, stream, error }: CollectorStatus): string =>
  joinFacts(
    `change ${formatCount(number)} of numbering ${epoch}`,
    STREAM_WORDS[stream],
    error && `its last refresh failed: ${error}`,
  );

/**
 * The least measurable clock difference, in ms. The service's time has whole seconds, and an answer takes time to
 * arrive.
 */
const LEAST_SKEW_MS = 2_000;

/** "3.2 s ahead of this computer's". */
export function clockDifference(skewMs: number): string {
  if (Math.abs(skewMs) < LEAST_SKEW_MS) return "As this computer’s, within 2 s";
  return `${formatDuration(Math.abs(skewMs))} ${skewMs < 0 ? "behind" : "ahead of"} this computer’s`;
}

export const BUDGET = {
  title: "Request budget",
  intro:
    "The service limits the requests of each key and does not say how many. Stockdeck learns a safe pace from requests that were refused (429).",
  noKey: "No API key yet, so nothing is refreshed.",
  lastHour: "In the last hour",
  pace: "Learned pace",
  noPace: "None: Stockdeck’s own pace caused no refusals lately",
  nextRefresh: "Next refresh",
};

/** "2.5 s between requests in the background". */
export function learnedPace(spacingMs: number): string {
  return spacingMs > 0 ? `${formatDuration(spacingMs)} between requests in the background` : BUDGET.noPace;
}

/** "about 3 requests". */
export const nextCost = (requests: number): string => `about ${plural(requests, "request")}`;

/** The headings of the logs. */
export const HEADINGS = {
  sent: "Sent",
  call: "Call",
  status: "Status",
  milliseconds: "ms",
  outcome: "Outcome",
  requestId: "Request id",
  began: "Began",
  kind: "Kind",
  took: "Took",
  requests: "Requests",
  records: "Records",
  written: "Written",
  changes: "Changes",
  setAside: "Set aside",
  lastReceived: "Last received",
  list: "List",
  id: "Id",
  reason: "Reason",
  when: "When",
  what: "What",
  version: "Version",
  size: "Size",
};
/** The kinds of refreshes. */
export const PASS_KINDS = { full: "Full", incremental: "Changes" };
/** The outcome without a failure. */
export const SUCCEEDED = "OK";
/** Shown for a record without an id. */
export const NO_ID = "none";
export const copyText = (text: string): string => `Copy ${text}`;

export const CALLS = {
  title: "Last calls",
  intro:
    "The last 50 requests since this connection was opened, newest first. The service’s support finds each by its request id.",
  empty: "No request was sent since this connection was opened.",
};

export const PASSES = {
  title: "Last refreshes",
  intro:
    "A full refresh lists everything; the others list what was updated since the last one. A failed refresh leaves the rows as they were and shows the id of the request that failed.",
  empty: "No refresh yet.",
};

export const QUARANTINE = {
  title: "Malformed records",
  empty: "None. Every record received could be kept.",
};

/** The introduction to quarantine, with the number of listed records if not all are. */
export function quarantineIntro(listed: number, total: number): string {
  const more = total > listed ? ` The latest ${formatCount(listed)} of ${formatCount(total)}.` : "";
  return `Records that break the API’s rules are set aside until the service sends them correctly; all others are kept.${more}`;
}

export const LOCAL_DATA = {
  title: "Local data",
  rows: "Rows",
  missing: "No longer returned",
  free: "Free on this disk",
};

/** "12,000 items, 60 material types, 12 locations". */
export function rowCounts(totals: {
  readonly items: number;
  readonly types: number;
  readonly locations: number;
}): string {
  return `${plural(totals.items, "item")}, ${plural(totals.types, "material type")}, ${plural(totals.locations, "location")}`;
}

export const VERSIONS = "Versions";
export const LICENCES = {
  show: "Licences…",
  title: "Licences of others",
  intro:
    "Stockdeck contains these packages. Each is used under its own licence. Chromium’s own list is next to the program.",
  noText: "The package contains no text of its licence.",
  missing: "This build has no list of licences.",
};

export const CRASHES = {
  title: "Crashes",
  intro: "What ended unexpectedly. Reports stay on this computer.",
  empty: "No crash has been recorded.",
  show: "Show in folder",
  delete: "Delete all",
};

const CRASH_KINDS: Readonly<Record<ListedCrash["kind"], string>> = {
  defect: "Defect",
  page: "A window’s page ended",
  helper: "A helper process ended",
  app: "Stockdeck ended",
};

/** "A window's page ended: crashed (code 139)". */
export function describeCrash({ kind, reason, exitCode }: ListedCrash): string {
  const code = exitCode === null ? "" : ` (code ${exitCode})`;
  return `${CRASH_KINDS[kind]}: ${reason}${code}`;
}

export const lastHour = (requests: number): string => plural(requests, "request");
export const missingRows = (rows: number): string => plural(rows, "row");

export const VERSION_FACTS = {
  stockdeck: "Stockdeck",
  electron: "Electron",
  chromium: "Chromium",
  node: "Node",
  sqlite: "SQLite",
  system: "System",
  baseUrl: "Base URL",
  connection: "Connection",
  sandbox: "Sandbox",
};
export const systemName = (system: string, platform: string): string => `${system} (${platform})`;
