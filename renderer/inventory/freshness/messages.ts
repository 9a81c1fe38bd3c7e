import { assertNever } from "../../../shared/text/assert-never.ts";
import type { SyncState, SyncStatus } from "../../../shared/domain/status.ts";
import { VERIFY_BUDGET } from "../../../shared/contract/verification.ts";
import { formatAge, formatCountdown, formatDuration, formatSpan } from "../../base/format-age.ts";
import { formatMoment } from "../../base/format-date.ts";
import { formatCount } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";
import { RESOURCE_LABELS } from "../labels/resource-labels.ts";

/** How a state is to be taken: fine, at work, waiting, or in need of somebody. */
export type Tone = "good" | "busy" | "warn" | "bad";

/** The state as a word, with its tone. */
export function stateLabel(state: SyncState): { readonly word: string; readonly tone: Tone } {
  switch (state) {
    case "idle":
      return { word: "Connected", tone: "good" };
    case "syncing":
      return { word: "Syncing", tone: "busy" };
    case "rate_limited":
      return { word: "Rate-limited", tone: "warn" };
    case "retrying":
      return { word: "Retrying", tone: "warn" };
    case "offline":
      return { word: "Offline", tone: "warn" };
    case "unauthorized":
      return { word: "Key refused", tone: "bad" };
    case "forbidden":
      return { word: "No access", tone: "bad" };
    case "asleep":
      return { word: "Asleep", tone: "warn" };
    case "asking":
      return { word: "Needs an answer", tone: "bad" };
    case "failed":
      return { word: "Refresh failed", tone: "bad" };
    case "stopped":
      return { word: "Stopped", tone: "warn" };
    default:
      return assertNever(state, "unknown state");
  }
}

/** Younger than this an age would only repeat the time beside it. */
const WORTH_AN_AGE = 2 * 60_000;

/** How complete the local copy is: "Complete as of 10:42:10", with the date or the age where that is long ago. */
export function completenessSentence({ completeAsOf, clockSkewMs }: SyncStatus, now: number): string {
  if (completeAsOf === null) return "Not complete yet";
  // The mark is of the service's clock, and so its age is counted by that one.
  const serviceNow = now + (clockSkewMs ?? 0);
  const old = serviceNow - Date.parse(completeAsOf) >= WORTH_AN_AGE;
  const age = old ? ` (${formatAge(completeAsOf, serviceNow)} ago)` : "";
  return `Complete as of ${formatMoment(completeAsOf, serviceNow)}${age}`;
}

/** Since when the rows are stale, in words: three refreshes were missed (design 7); empty while they are not. */
export function stalenessSentence({ staleAt, lastPassAt }: SyncStatus, now: number): string {
  if (staleAt === null || lastPassAt === null || Date.parse(staleAt) > now) return "";
  return `stale: the last whole refresh was ${formatAge(lastPassAt, now)} ago, three are missed`;
}

/** A clock that is further off than this is worth a word; ms. */
const WORTH_A_SKEW = 2 * 60_000;

/** How far the service's clock and this computer's are apart, where it is over two minutes; empty else. */
export function skewSentence({ clockSkewMs }: SyncStatus): string {
  if (clockSkewMs === null || Math.abs(clockSkewMs) <= WORTH_A_SKEW) return "";
  const side = clockSkewMs > 0 ? "ahead of" : "behind";
  return `The service's clock is ${formatSpan(Math.abs(clockSkewMs))} ${side} this computer's`;
}

/** When the last full check was: always on screen (design 7). */
export function fullCheckSentence(
  { lastFullCheckAt }: Pick<SyncStatus, "lastFullCheckAt">,
  now: number,
): string {
  return lastFullCheckAt === null
    ? "No full check yet"
    : `Last full check ${formatMoment(lastFullCheckAt, now)}`;
}

/** What the last full check did not see: still being asked for one by one, or gone; empty where there is none. */
export function unseenSentence({ unverified, hidden }: Pick<SyncStatus, "unverified" | "hidden">): string {
  const gone = hidden.items + hidden.types + hidden.locations;
  return [
    ...(unverified > 0 ? [`${plural(unverified, "row")} that it did not see still to be asked for`] : []),
    ...(gone > 0 ? [`${plural(gone, "row")} no longer returned`] : []),
  ].join(" · ");
}

/** The rows that are still to be asked for one by one, and how fast that goes (design 4.8). */
export function unverifiedSentence({ unverified }: Pick<SyncStatus, "unverified">): string {
  return unverified === 0
    ? "No row is left to be asked for"
    : `${plural(unverified, "row")} still to be asked for one by one, up to ${VERIFY_BUDGET} with each refresh`;
}

/** What 429s mean that no traffic of ours explains (`budget.foreignUse`). */
export const FOREIGN_USE =
  "Refusals for too many requests came without traffic of ours: this key seems to be used elsewhere too. Create one key per workstation.";

/** What the key is asked for: the last hour, the next refresh, and the distance learned from 429s. */
export function budgetSentence({ budget }: SyncStatus): string {
  if (!budget) return "";
  const { requestsLastHour, nextCost, spacingMs } = budget;
  const spacing = spacingMs > 0 ? `, ${formatDuration(spacingMs)} apart after a 429` : "";
  return `${plural(requestsLastHour, "request")} in the last hour · the next refresh costs about ${formatCount(nextCost)}${spacing}`;
}

/**
 * Why a refresh that somebody asks for would bring nothing: only an answer lets the next one through. Null where it may
 * bring something, which it does while many removals are the question.
 */
export function refreshObstacle({ question }: Pick<SyncStatus, "question">): string | null {
  return question?.kind === "other_company"
    ? "Nothing is refreshed until you say whether the key is another company's"
    : null;
}

/** What happens next, or is happening: a pass, a wait, or the time to the next pass; empty where nothing will. */
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

/** How far the first pull has come, in pages and rows; the service does not say how many there will be. */
export function firstPullSentence(status: SyncStatus): string {
  const { pass, totals } = status;
  const rows = `${plural(totals.items, "item")}, ${plural(totals.types, "material type")} and ${plural(totals.locations, "location")}`;
  if (!pass) return `${rows} have arrived so far.`;
  return `${formatCount(pass.pages)} ${pass.pages === 1 ? "page" : "pages"} so far: ${rows}. You can work with them while the rest arrives.`;
}
