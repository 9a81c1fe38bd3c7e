import { assertNever } from "../../../shared/assert-never.ts";
import type { SyncState, SyncStatus } from "../../../shared/status.ts";
import { formatCountdown } from "../../format/format-age.ts";
import { formatMoment } from "../../format/format-date.ts";
import { formatCount } from "../../format/format-number.ts";
import { plural } from "../../format/plural.ts";
import { RESOURCE_WORDS } from "../../format/resource-words.ts";

/** How a state is to be taken: fine, at work, waiting, or in need of somebody. */
export type Tone = "good" | "busy" | "warn" | "bad";

/** The state as a word, with its tone. */
export function stateWord(state: SyncState): { readonly word: string; readonly tone: Tone } {
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
    case "failed":
      return { word: "Refresh failed", tone: "bad" };
    case "stopped":
      return { word: "Stopped", tone: "warn" };
    default:
      return assertNever(state, "unknown state");
  }
}

/** How complete the local copy is: "Complete as of 10:42:10", with the date where that is long ago. */
export function completenessSentence(status: SyncStatus, now: number): string {
  if (status.completeAsOf === null) return "Not complete yet";
  return `Complete as of ${formatMoment(status.completeAsOf, now)}`;
}

/** What happens next, or is happening: a pass, a wait, or the time to the next pass; empty where nothing will. */
export function nextSentence(status: SyncStatus, now: number): string {
  const { state, pass, waitUntil, nextPassAt } = status;
  if (state === "rate_limited" && waitUntil) {
    return `rate-limited until ${formatMoment(waitUntil, now)} (${formatCountdown(waitUntil, now)})`;
  }
  if (state === "retrying" && waitUntil) return `trying again in ${formatCountdown(waitUntil, now)}`;
  if (pass) {
    return `${RESOURCE_WORDS[pass.stage].many}: ${plural(pass.pages, "page")}, ${plural(pass.rows[pass.stage], "row")}`;
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
