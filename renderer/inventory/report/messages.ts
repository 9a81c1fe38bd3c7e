import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { joinFacts } from "../../ui/messages.ts";
import { completenessLine, printedLine } from "../paper/messages.ts";
import { completenessSentence, stalenessSentence, STATE_LABELS } from "../freshness/messages.ts";

export const EXPORT = "Export to Excel…";
export const PRINT = "Print…";
export const SAVE_PDF = "Save as PDF…";
export const SHOW_FEWER = "Show fewer";
export const saved = (file: string): string => `${file} saved`;

/** The line about the data on paper, which may be read on another day. @param at the time of the print, ms since the epoch. */
export const paperLine = (connection: string, status: SyncStatus, at: number): string =>
  joinFacts(connection, completenessLine(status), printedLine(at));

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
