import { errorText } from "../../../shared/base/errors.ts";
import { joinFacts } from "../../ui/messages.ts";
import type { CollectorStatus, SyncState, SyncStatus } from "../../../shared/inventory/status.ts";
import { VERIFY_BUDGET } from "../../../shared/inventory/record-limits.ts";
import { formatCountdown, formatDuration } from "../../base/format-calendar.ts";
import { formatAge, formatMoment, formatSpan, listOfAll } from "../../base/format.ts";
import { texts } from "../../../shared/base/text/texts.ts";

/** The severity of a state: good, busy, waiting, or in need of the user. */
export type Tone = "good" | "busy" | "warn" | "bad";

export const STATE_LABELS: Readonly<Record<SyncState, string>> = texts("inventory.freshness.states", {
  idle: "Connected",
  syncing: "Syncing",
  rate_limited: "Rate-limited",
  retrying: "Retrying",
  offline: "Offline",
  unauthorized: "Key refused",
  forbidden: "No access",
  asleep: "Asleep",
  asking: "Needs an answer",
  failed: "Refresh failed",
  stopped: "Stopped",
});
export const STATE_TONES: Readonly<Record<SyncState, Tone>> = {
  idle: "good",
  syncing: "busy",
  rate_limited: "warn",
  retrying: "warn",
  offline: "warn",
  unauthorized: "bad",
  forbidden: "bad",
  asleep: "warn",
  asking: "bad",
  failed: "bad",
  stopped: "warn",
};

/** The least age that is shown next to a time, in ms. */
const LEAST_AGE_MS = 2 * 60_000;

const COMPLETE = texts("inventory.freshness.complete", {
  notYet: "Not complete yet",
  asOf: "Complete as of {moment}",
  asOfLongAgo: "Complete as of {moment} ({age} ago)",
});

/**
 * The completeness of the local copy: "Complete as of 10:42:10". The date or the age follows if this time is long ago.
 */
export function completenessSentence({ completeAsOf, clockSkewMs }: SyncStatus, now: number): string {
  if (completeAsOf === null) return COMPLETE.notYet;
  // The mark uses the service's clock, so its age is measured by that clock too.
  const serviceNow = now + (clockSkewMs ?? 0);
  const moment = formatMoment(completeAsOf, serviceNow);
  return serviceNow - Date.parse(completeAsOf) >= LEAST_AGE_MS
    ? COMPLETE.asOfLongAgo({ moment, age: formatAge(completeAsOf, serviceNow) })
    : COMPLETE.asOf({ moment });
}

/**
 * Says up to which time the copy is complete. A copy that follows a collector has two times: the collector's time, and
 * the time of this copy's last refresh.
 */
export const freshnessSentence = (status: SyncStatus, now: number): string =>
  status.collector ? collectorSentence(status, status.collector, now) : completenessSentence(status, now);

const COLLECTOR = texts("inventory.freshness.collector", {
  away: "Collector away since {moment}",
  awayComplete: "complete as of {moment}",
  notYet: "Collector not complete yet",
  refreshFailed: "Collector’s last refresh failed",
  asOf: "Collector complete as of {moment}",
  asOfLongAgo: "Collector complete as of {moment} ({age} ago)",
  here: "here {moment}",
});

/**
 * The two ages of a copy that follows a collector: "Collector complete as of 10:42:10 · here 10:42:12". If the
 * collector does not answer, or no longer reaches the service, the sentence begins with this problem.
 */
function collectorSentence(
  { state, error, clockSkewMs }: SyncStatus,
  { completeAsOf, reachedAt, error: trouble }: CollectorStatus,
  now: number,
): string {
  const serviceNow = now + (clockSkewMs ?? 0);
  const moment = completeAsOf && formatMoment(completeAsOf, serviceNow);
  const here = reachedAt === null ? null : formatMoment(reachedAt, now);
  const isAway = state === "offline" || error?.kind === "network" || error?.kind === "server";
  if (isAway && here !== null)
    return joinFacts(COLLECTOR.away({ moment: here }), moment && COLLECTOR.awayComplete({ moment }));
  if (completeAsOf === null || moment === null) return COLLECTOR.notYet;
  return joinFacts(
    trouble === null ? null : (TROUBLES[trouble] ?? COLLECTOR.refreshFailed),
    serviceNow - Date.parse(completeAsOf) >= LEAST_AGE_MS
      ? COLLECTOR.asOfLongAgo({ moment, age: formatAge(completeAsOf, serviceNow) })
      : COLLECTOR.asOf({ moment }),
    here && COLLECTOR.here({ moment: here }),
  );
}

/** The failures of a collector's refresh that concern its administrator, by kind. */
const TROUBLES: Readonly<Record<string, string>> = texts("inventory.freshness.troubles", {
  network: "Collector does not reach the service",
  unauthorized: "Collector’s API key was refused",
  forbidden: "Collector’s API key has no access",
  rate_limited: "Collector waits for the service’s limit",
  mass_removal: "Collector’s administrator must confirm removals",
});

const FRESHNESS = texts("inventory.freshness", {
  stale: "stale: the last complete refresh was {age} ago; three were missed",
  clockAhead: "The service’s clock is {span} ahead of this computer’s",
  clockBehind: "The service’s clock is {span} behind this computer’s",
  noFullCheck: "No full check yet",
  lastFullCheck: "Last full check {moment}",
});

/** The age of the last complete refresh if the rows are stale; null while they are current. */
export function staleAge({ staleAt, lastPassAt }: SyncStatus, now: number): string | null {
  if (staleAt === null || lastPassAt === null || Date.parse(staleAt) > now) return null;
  return formatAge(lastPassAt, now);
}

/** Warns that the rows are stale, because three refreshes did not happen; empty while the rows are current. */
export function stalenessSentence(status: SyncStatus, now: number): string {
  const age = staleAge(status, now);
  return age === null ? "" : FRESHNESS.stale({ age });
}

/** The least difference of the clocks that is mentioned, in ms. */
const LEAST_SKEW_MS = 2 * 60_000;

/** The difference between the service's clock and this computer's; empty if the difference is below two minutes. */
export function skewSentence({ clockSkewMs }: SyncStatus): string {
  if (clockSkewMs === null || Math.abs(clockSkewMs) <= LEAST_SKEW_MS) return "";
  const span = formatSpan(Math.abs(clockSkewMs));
  return clockSkewMs > 0 ? FRESHNESS.clockAhead({ span }) : FRESHNESS.clockBehind({ span });
}

/** The time of the last full check, which is always on screen. */
export function fullCheckSentence(
  { lastFullCheckAt }: Pick<SyncStatus, "lastFullCheckAt">,
  now: number,
): string {
  return lastFullCheckAt === null
    ? FRESHNESS.noFullCheck
    : FRESHNESS.lastFullCheck({ moment: formatMoment(lastFullCheckAt, now) });
}

const CHECKS = texts("inventory.freshness.checks", {
  missing: "{rows, plural, one {# missing row} other {# missing rows}} still to be checked",
  gone: "{rows, plural, one {# row} other {# rows}} no longer returned",
  notChecked:
    "{rows, plural, one {# missing row} other {# missing rows}} could not be checked: {message} They are kept and checked later.",
  noDays:
    "The collector’s counted days could not be read: {message} Items are up to date; past days, charts and consumption may lack the latest. The next refresh asks again.",
  allChecked: "All rows checked",
  toCheck:
    "{rows, plural, one {# row} other {# rows}} still to be checked one by one, up to {most, number} with each refresh",
});

/**
 * The rows that the last full check did not find; empty if there are none. Each of these rows is still to be checked,
 * or is no longer returned.
 */
export function unseenSentence({ unverified, hidden }: Pick<SyncStatus, "unverified" | "hidden">): string {
  const gone = hidden.items + hidden.types + hidden.locations;
  return joinFacts(
    unverified > 0 ? CHECKS.missing({ rows: unverified }) : null,
    gone > 0 ? CHECKS.gone({ rows: gone }) : null,
  );
}

/** The reason why the last refresh stopped checking missing rows; empty if it did not stop. */
export function verificationSentence({ verificationProblem, unverified }: SyncStatus): string {
  if (verificationProblem === null) return "";
  return CHECKS.notChecked({ rows: unverified, message: errorText(verificationProblem) });
}

/** The reason why the daily figures of the collector are missing; empty if they are not missing. */
export const daysSentence = ({ daysProblem }: SyncStatus): string =>
  daysProblem === null ? "" : CHECKS.noDays({ message: errorText(daysProblem) });

/** The number of rows still to be checked one by one, and how fast. */
export function unverifiedSentence({ unverified }: Pick<SyncStatus, "unverified">): string {
  return unverified === 0 ? CHECKS.allChecked : CHECKS.toCheck({ rows: unverified, most: VERIFY_BUDGET });
}

export const KEY_USE = texts("inventory.freshness.keyUse", {
  /** Shown if this app's requests do not explain the service's answers with 429 (`budget.foreignUse`). */
  foreign:
    "The service refused requests as too many, although few were sent from here: this key seems to be used elsewhere too. Create one key per workstation.",
  lastHour: "{requests, plural, one {# request} other {# requests}} in the last hour",
  nextCost: "the next refresh costs about {requests, number}",
  nextCostSpaced: "the next refresh costs about {requests, number}, {spacing} apart after a 429",
});

/** The use of the key: the last hour, the cost of the next refresh, and the interval learned from 429s. */
export function budgetSentence({ budget }: SyncStatus): string {
  if (!budget) return "";
  const { requestsLastHour, nextCost: requests, spacingMs } = budget;
  return joinFacts(
    KEY_USE.lastHour({ requests: requestsLastHour }),
    spacingMs > 0
      ? KEY_USE.nextCostSpaced({ requests, spacing: formatDuration(spacingMs) })
      : KEY_USE.nextCost({ requests }),
  );
}

const NEXT = texts("inventory.freshness.next", {
  needsAnswer: "Nothing is refreshed until you say whether the key is another company’s",
  rateLimited: "rate-limited until {moment} ({countdown})",
  asleep: "nothing is sent while the computer sleeps; one refresh follows when it wakes",
  retrying: "trying again in {countdown}",
  progress:
    "{resource, select, items {items} types {material types} other {locations}}: {pages, plural, one {# page} other {# pages}}, {rows, plural, one {# row} other {# rows}}",
  now: "next refresh now",
  refresh: "next refresh in {countdown}",
});

/** The reason why a refresh is useless until the user answers a question; null without a question. */
export function refreshObstacle({ question }: Pick<SyncStatus, "question">): string | null {
  return question?.kind === "other_company" ? NEXT.needsAnswer : null;
}

/** The present or next activity: a pass, a wait, or the time until the next pass. Empty without any activity. */
export function nextSentence(status: SyncStatus, now: number): string {
  const { state, pass, waitUntil, nextPassAt } = status;
  if (state === "rate_limited" && waitUntil)
    return NEXT.rateLimited({
      moment: formatMoment(waitUntil, now),
      countdown: formatCountdown(waitUntil, now),
    });
  if (state === "asleep") return NEXT.asleep;
  if (state === "retrying" && waitUntil) return NEXT.retrying({ countdown: formatCountdown(waitUntil, now) });
  if (pass) return NEXT.progress({ resource: pass.stage, pages: pass.pages, rows: pass.rows[pass.stage] });
  if (!nextPassAt) return "";
  return Date.parse(nextPassAt) <= now
    ? NEXT.now
    : NEXT.refresh({ countdown: formatCountdown(nextPassAt, now) });
}

const FIRST_PULL = texts("inventory.freshness.firstPull", {
  items: "{rows, plural, one {# item} other {# items}}",
  types: "{rows, plural, one {# material type} other {# material types}}",
  locations: "{rows, plural, one {# location} other {# locations}}",
  arrived: "{rows} have arrived so far.",
  arriving:
    "{pages, plural, one {# page} other {# pages}} so far: {rows}. You can work with them while the rest arrives.",
});

/** The progress of the first pull in pages and rows. The service does not report how many there are in total. */
export function firstPullSentence({ pass, totals }: SyncStatus): string {
  const rows = listOfAll([
    FIRST_PULL.items({ rows: totals.items }),
    FIRST_PULL.types({ rows: totals.types }),
    FIRST_PULL.locations({ rows: totals.locations }),
  ]);
  return pass ? FIRST_PULL.arriving({ pages: pass.pages, rows }) : FIRST_PULL.arrived({ rows });
}

export const SAMPLE = texts("inventory.sample", {
  generated: "Sample data: the history of the first eight weeks was generated; what happens now is observed.",
});
