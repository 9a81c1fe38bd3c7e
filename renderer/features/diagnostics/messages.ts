import { texts } from "../../../shared/base/text/texts.ts";
import type { ListedCrash } from "../../../shared/features/diagnostics/diagnostics.ts";
import type { CollectorStatus } from "../../../shared/inventory/status.ts";
import { formatDuration } from "../../base/format-calendar.ts";
import { joinFacts } from "../../ui/messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";

export const DIAGNOSTICS = texts("diagnostics", {
  title: "Diagnostics",
  intro:
    "For support. The API key, names and record contents are never included, here or in the file. The file does contain the base URL and ids.",
  save: "Save to a file",
  saved: "Saved as {file}",
  never: "Never",
  unknown: "Unknown",
});

export const FRESHNESS = texts("diagnostics.freshness", {
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
  change: "change {number, number} of numbering {epoch}",
  refreshFailed: "its last refresh failed: {error}",
  sameClock: "As this computer’s, within 2 s",
  clockBehind: "{time} behind this computer’s",
  clockAhead: "{time} ahead of this computer’s",
});

const STREAM_WORDS: Readonly<Record<CollectorStatus["stream"], string>> = texts("diagnostics.streams", {
  connecting: "connecting",
  live: "stream open",
  failed: "stream broken",
});

/** The state of a collector: "change 1,204 of numbering 5f0a, stream open". */
export const collectorFacts = ({ epoch, number, stream, error }: CollectorStatus): string =>
  joinFacts(
    FRESHNESS.change({ number, epoch }),
    STREAM_WORDS[stream],
    error && FRESHNESS.refreshFailed({ error }),
  );

/**
 * The least measurable clock difference, in ms. The service's time has whole seconds, and an answer takes time to
 * arrive.
 */
const LEAST_SKEW_MS = 2_000;

/** The difference of the service's clock: "3.2 s ahead of this computer's". */
export function clockDifference(skewMs: number): string {
  if (Math.abs(skewMs) < LEAST_SKEW_MS) return FRESHNESS.sameClock;
  const time = formatDuration(Math.abs(skewMs));
  return skewMs < 0 ? FRESHNESS.clockBehind({ time }) : FRESHNESS.clockAhead({ time });
}

export const BUDGET = texts("diagnostics.budget", {
  title: "Request budget",
  intro:
    "The service limits the requests of each key and does not say how many. Stockdeck learns a safe pace from requests that were refused (429).",
  noKey: "No API key yet, so nothing is refreshed.",
  lastHour: "In the last hour",
  pace: "Learned pace",
  noPace: "None: Stockdeck’s own pace caused no refusals lately",
  nextRefresh: "Next refresh",
  spacing: "{time} between requests in the background",
  requests: "{requests, plural, one {# request} other {# requests}}",
  about: "about {requests, plural, one {# request} other {# requests}}",
});

/** The pace that 429 answers taught: "2.5 s between requests in the background". */
export function learnedPace(spacingMs: number): string {
  return spacingMs > 0 ? BUDGET.spacing({ time: formatDuration(spacingMs) }) : BUDGET.noPace;
}

/** The headings of the logs. */
export const HEADINGS = texts("diagnostics.headings", {
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
});
/** The kinds of refreshes. */
export const PASS_KINDS = texts("diagnostics.passKinds", { full: "Full", incremental: "Changes" });
export const LOG = texts("diagnostics.log", {
  /** The outcome of a request or pass without a failure. */
  succeeded: "OK",
  /** Shown for a record without an id. */
  noId: "none",
  copy: "Copy {text}",
  copyRequestId: "Copy request id {id}",
});

export const CALLS = texts("diagnostics.calls", {
  title: "Last calls",
  intro:
    "The last 50 requests since this connection was opened, newest first. The service’s support finds each by its request id.",
  empty: "No request was sent since this connection was opened.",
});

export const PASSES = texts("diagnostics.passes", {
  title: "Last refreshes",
  intro:
    "A full refresh lists everything; the others list what was updated since the last one. A failed refresh leaves the rows as they were and shows the id of the request that failed.",
  empty: "No refresh yet.",
});

export const QUARANTINE = texts("diagnostics.quarantine", {
  title: "Malformed records",
  empty: "None. Every record received could be kept.",
});

const QUARANTINED = texts("diagnostics.quarantine.intro", {
  rule: "Records that break the API’s rules are set aside until the service sends them correctly; all others are kept.",
  latest: "The latest {listed, number} of {total, number}.",
});
/** The introduction to quarantine. If not all records are listed, it has the number of listed records. */
export function quarantineIntro(listed: number, total: number): string {
  return joinSentences(QUARANTINED.rule, total > listed && QUARANTINED.latest({ listed, total }));
}

export const LOCAL_DATA = texts("diagnostics.localData", {
  title: "Local data",
  rows: "Rows",
  missing: "No longer returned",
  free: "Free on this disk",
  counts:
    "{items, plural, one {# item} other {# items}}, {types, plural, one {# material type} other {# material types}}, {locations, plural, one {# location} other {# locations}}",
  missingRows: "{rows, plural, one {# row} other {# rows}}",
});

export const LICENCES = texts("diagnostics.licences", {
  show: "Licences…",
  title: "Licences of others",
  intro:
    "Stockdeck contains these packages. Each is used under its own licence. Chromium’s own list is next to the program.",
  noText: "The package contains no text of its licence.",
  missing: "This build has no list of licences.",
});

export const CRASHES = texts("diagnostics.crashes", {
  title: "Crashes",
  intro: "What ended unexpectedly. Reports stay on this computer.",
  empty: "No crash has been recorded.",
  show: "Show in folder",
  delete: "Delete all",
});

const CRASH_KINDS: Readonly<Record<ListedCrash["kind"], string>> = texts("diagnostics.crashKinds", {
  defect: "Defect",
  page: "A window’s page ended",
  helper: "A helper process ended",
  app: "Stockdeck ended",
});
const CRASH = texts("diagnostics.crash", {
  reason: "{kind}: {reason}",
  reasonAndCode: "{kind}: {reason} (code {code})",
});

/** A crash in words: "A window's page ended: crashed (code 139)". */
export function describeCrash({ kind, reason, exitCode }: ListedCrash): string {
  const crash = { kind: CRASH_KINDS[kind], reason };
  return exitCode === null ? CRASH.reason(crash) : CRASH.reasonAndCode({ ...crash, code: String(exitCode) });
}

export const VERSION_FACTS = texts("diagnostics.versions", {
  title: "Versions",
  stockdeck: "Stockdeck",
  electron: "Electron",
  chromium: "Chromium",
  node: "Node",
  sqlite: "SQLite",
  system: "System",
  baseUrl: "Base URL",
  connection: "Connection",
  sandbox: "Sandbox",
  systemName: "{system} ({platform})",
});
