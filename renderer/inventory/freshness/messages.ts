import { joinFacts } from "../../ui/messages.ts";
import type { CollectorStatus, SyncState, SyncStatus } from "../../../shared/inventory/status.ts";
import { VERIFY_BUDGET } from "../../../shared/inventory/record-limits.ts";
import { formatCountdown, formatDuration } from "../../base/format-calendar.ts";
import { formatAge, formatCount, formatMoment, formatSpan, listOfAll, plural } from "../../base/format.ts";
import { RESOURCE_LABELS } from "../labels/messages.ts";

/** The severity of a state: good, busy, waiting, or in need of the user. */
export type Tone = "good" | "busy" | "warn" | "bad";

export const STATE_LABELS: Readonly<Record<SyncState, { readonly word: string; readonly tone: Tone }>> = {
  idle: { word: "Connected", tone: "good" },
  syncing: { word: "Syncing", tone: "busy" },
  rate_limited: { word: "Rate-limited", tone: "warn" },
  retrying: { word: "Retrying", tone: "warn" },
  offline: { word: "Offline", tone: "warn" },
  unauthorized: { word: "Key refused", tone: "bad" },
  forbidden: { word: "No access", tone: "bad" },
  asleep: { word: "Asleep", tone: "warn" },
  asking: { word: "Needs an answer", tone: "bad" },
  failed: { word: "Refresh failed", tone: "bad" },
  stopped: { word: "Stopped", tone: "warn" },
};

/** The least age, in ms, that is shown next to a time. */
const LEAST_AGE_MS = 2 * 60_000;

/** The completeness of the local copy: "Complete as of 10:42:10". The date or age follows if that is long ago. */
export function completenessSentence({ completeAsOf, clockSkewMs }: SyncStatus, now: number): string {
  if (completeAsOf === null) return "Not complete yet";
  // The mark is by the service's clock, so its age is measured by that clock too.
  const serviceNow = now + (clockSkewMs ?? 0);
  const old = serviceNow - Date.parse(completeAsOf) >= LEAST_AGE_MS;
  const age = old ? ` (${formatAge(completeAsOf, serviceNow)} ago)` : "";
  return `Complete as of ${formatMoment(completeAsOf, serviceNow)}${age}`;
}

/**
 * Says up to which time the copy is complete. A copy that follows a collector has two times: the collector's time, and
 * the time of the last refresh here.
 */
export const freshnessSentence = (status: SyncStatus, now: number): string =>
  status.collector ? collectorSentence(status, status.collector, now) : completenessSentence(status, now);

/**
 * The two ages of a copy that follows a collector: "Collector complete as of 10:42:10 · here 10:42:12". If the collector is
 * away, or no longer reaches the service, the sentence begins with that.
 */
function collectorSentence(
  { state, error, clockSkewMs }: SyncStatus,
  { completeAsOf, reachedAt, error: trouble }: CollectorStatus,
  now: number,
): string {
  const serviceNow = now + (clockSkewMs ?? 0);
  const here = reachedAt === null ? null : formatMoment(reachedAt, now);
  const isAway = state === "offline" || error?.kind === "network" || error?.kind === "server";
  if (isAway && here !== null) {
    const complete = completeAsOf && `complete as of ${formatMoment(completeAsOf, serviceNow)}`;
    return joinFacts(`Collector away since ${here}`, complete);
  }
  if (completeAsOf === null) return "Collector not complete yet";
  const old = serviceNow - Date.parse(completeAsOf) >= LEAST_AGE_MS;
  const age = old ? ` (${formatAge(completeAsOf, serviceNow)} ago)` : "";
  return joinFacts(
    trouble === null ? null : (TROUBLES[trouble] ?? "Collector’s last refresh failed"),
    `Collector complete as of ${formatMoment(completeAsOf, serviceNow)}${age}`,
    here && `here ${here}`,
  );
}

/** The failures of a collector's refresh that its administrator must know, by their kinds. */
const TROUBLES: Readonly<Record<string, string>> = {
  network: "Collector does not reach the service",
  unauthorized: "Collector’s API key was refused",
  forbidden: "Collector’s API key has no access",
  rate_limited: "Collector waits for the service’s limit",
  mass_removal: "Collector’s administrator must confirm removals",
};

/** Warns that the rows are stale, because three refreshes were missed; empty while they are current. */
export function stalenessSentence({ staleAt, lastPassAt }: SyncStatus, now: number): string {
  if (staleAt === null || lastPassAt === null || Date.parse(staleAt) > now) return "";
  return `stale: the last complete refresh was ${formatAge(lastPassAt, now)} ago; three were missed`;
}

/** The least clock difference that is mentioned, in ms. */
const LEAST_SKEW_MS = 2 * 60_000;

/** The difference between the service's clock and this computer's; empty if below two minutes. */
export function skewSentence({ clockSkewMs }: SyncStatus): string {
  if (clockSkewMs === null || Math.abs(clockSkewMs) <= LEAST_SKEW_MS) return "";
  const side = clockSkewMs > 0 ? "ahead of" : "behind";
  return `The service’s clock is ${formatSpan(Math.abs(clockSkewMs))} ${side} this computer’s`;
}

/** The time of the last full check, which is always on screen. */
export function fullCheckSentence(
  { lastFullCheckAt }: Pick<SyncStatus, "lastFullCheckAt">,
  now: number,
): string {
  return lastFullCheckAt === null
    ? "No full check yet"
    : `Last full check ${formatMoment(lastFullCheckAt, now)}`;
}

/**
 * The rows that the last full check did not find; empty if there are none. They are still to be checked, or no longer
 * returned.
 */
export function unseenSentence({ unverified, hidden }: Pick<SyncStatus, "unverified" | "hidden">): string {
  const gone = hidden.items + hidden.types + hidden.locations;
  return joinFacts(
    unverified > 0 ? `${plural(unverified, "missing row")} still to be checked` : null,
    gone > 0 ? `${plural(gone, "row")} no longer returned` : null,
  );
}

/** Why the last refresh stopped checking missing rows; empty if it did not. */
export function verificationSentence({ verificationProblem, unverified }: SyncStatus): string {
  if (verificationProblem === null) return "";
  return `${plural(unverified, "missing row")} could not be checked: ${verificationProblem.message} They are kept and checked later.`;
}

/** Why the collector's counted days are missing; empty if they are not. */
export const daysSentence = ({ daysProblem }: SyncStatus): string =>
  daysProblem === null
    ? ""
    : `The collector’s counted days could not be read: ${daysProblem.message} Items are up to date; past days, charts and consumption may lack the latest. The next refresh asks again.`;

/** The number of rows still to be checked one by one, with the pace. */
export function unverifiedSentence({ unverified }: Pick<SyncStatus, "unverified">): string {
  return unverified === 0
    ? "All rows checked"
    : `${plural(unverified, "row")} still to be checked one by one, up to ${VERIFY_BUDGET} with each refresh`;
}

/** Shown if the service sent 429s that this app's requests do not explain (`budget.foreignUse`). */
export const FOREIGN_USE =
  "The service refused requests as too many, although few were sent from here: this key seems to be used elsewhere too. Create one key per workstation.";

/** The key's use: the last hour, the cost of the next refresh, and the spacing learned from 429s. */
export function budgetSentence({ budget }: SyncStatus): string {
  if (!budget) return "";
  const { requestsLastHour, nextCost, spacingMs } = budget;
  const spacing = spacingMs > 0 ? `, ${formatDuration(spacingMs)} apart after a 429` : "";
  return joinFacts(
    `${plural(requestsLastHour, "request")} in the last hour`,
    `the next refresh costs about ${formatCount(nextCost)}${spacing}`,
  );
}

/** Why a refresh is useless until the user answers a question; null if there is no question. */
export function refreshObstacle({ question }: Pick<SyncStatus, "question">): string | null {
  return question?.kind === "other_company"
    ? "Nothing is refreshed until you say whether the key is another company’s"
    : null;
}

/** The present or next activity: a pass, a wait, or the time until the next pass. Empty if there is none. */
export function nextSentence(status: SyncStatus, now: number): string {
  const { state, pass, waitUntil, nextPassAt } = status;
  if (state === "rate_limited" && waitUntil) {
    return `rate-limited until ${formatMoment(waitUntil, now)} (${formatCountdown(waitUntil, now)})`;
  }
  if (state === "asleep")
    return "nothing is sent while the computer sleeps; one refresh follows when it wakes";
  if (state === "retrying" && waitUntil) return `trying again in ${formatCountdown(waitUntil, now)}`;
  if (pass) {
    return `${RESOURCE_LABELS[pass.stage].many}: ${plural(pass.pages, "page")}, ${plural(pass.rows[pass.stage], "row")}`;
  }
  if (!nextPassAt) return "";
  return Date.parse(nextPassAt) <= now
    ? "next refresh now"
    : `next refresh in ${formatCountdown(nextPassAt, now)}`;
}

/** The progress of the first pull in pages and rows. The service does not report their total. */
export function firstPullSentence(status: SyncStatus): string {
  const { pass, totals } = status;
  const rows = listOfAll([
    plural(totals.items, "item"),
    plural(totals.types, "material type"),
    plural(totals.locations, "location"),
  ]);
  if (!pass) return `${rows} have arrived so far.`;
  return `${plural(pass.pages, "page")} so far: ${rows}. You can work with them while the rest arrives.`;
}

export const GENERATED =
  "Sample data: the history of the first eight weeks was generated; what happens now is observed.";
