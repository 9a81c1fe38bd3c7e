import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { joinFacts, NOTICES } from "../../ui/messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";
import { completenessLine, printedLine } from "../paper/messages.ts";
import { completenessSentence, staleAge, STATE_LABELS } from "../freshness/messages.ts";

export const REPORT = texts("inventory.report", {
  export: "Export to Excel…",
  print: "Print…",
  savePdf: "Save as PDF…",
  showFewer: "Show fewer",
});

/**
 * The line at the end of a printed page about the age of its data. Paper may be read on another day. @param at the time
 * of printing, ms since the epoch.
 */
export const paperLine = (connection: string, status: SyncStatus, at: number): string =>
  joinFacts(connection, completenessLine(status), printedLine(at));

const FIGURES = texts("inventory.report.figures", {
  pullRuns: "The first pull is under way: the figures count what has arrived so far.",
  pullStopped: "The first pull is not finished: the figures count what has arrived so far.",
  stale: "The figures are stale: the last complete refresh was {age} ago; three were missed.",
});

/** Describes how current the figures are; null if they are up to date. */
export function stateSentence(status: SyncStatus, now: number): string | null {
  if (!status.firstPullComplete) return status.pass ? FIGURES.pullRuns : FIGURES.pullStopped;
  const age = staleAge(status, now);
  const isUsual = status.state === "idle" || status.state === "syncing";
  if (isUsual && age === null) return null;
  return joinSentences(
    !isUsual && NOTICES.sentence({ words: STATE_LABELS[status.state] }),
    age === null ? NOTICES.sentence({ words: completenessSentence(status, now) }) : FIGURES.stale({ age }),
  );
}
