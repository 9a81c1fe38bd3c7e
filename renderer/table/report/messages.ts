import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { completenessSentence, stalenessSentence, STATE_LABELS } from "../freshness/messages.ts";

export const EXPORT = "Export to Excel…";
export const PRINT = "Print…";
export const SAVE_PDF = "Save as PDF…";
export const SHOW_FEWER = "Show fewer";
export const saved = (file: string): string => `${file} saved`;

/** Describes the freshness of the figures; null while they are up to date. */
export function stateSentence(status: SyncStatus, now: number): string | null {
  if (!status.firstPullComplete) {
    return `The first pull is ${status.pass ? "under way" : "not finished"}: the figures count what has arrived so far.`;
  }
  const stale = stalenessSentence(status, now);
  const isUsual = status.state === "idle" || status.state === "syncing";
  if (isUsual && stale === "") return null;
  const freshness = stale === "" ? completenessSentence(status, now) : `The figures are ${stale}`;
  return isUsual ? `${freshness}.` : `${STATE_LABELS[status.state].word}. ${freshness}.`;
}
