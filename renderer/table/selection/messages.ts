import { errorText } from "../../../shared/base/errors.ts";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { listOf } from "../../base/format.ts";
import { joinSentences } from "../../ui/join-sentences.ts";
import { MAX_VERIFIED } from "../../../shared/inventory/record-limits.ts";

export type Outcome = CallOutput<"verifyRecords">[number];

export const VERIFY = texts("table.selection.verify", {
  verify: "Verify now ({rows, number})",
  verifySome: "Verify now (up to {most, number} rows)",
  same: "{records, number} unchanged",
  changed: "{records, number} changed",
  gone: "{records, number} no longer returned",
  failed: "{records, number} failed",
  failedBecause: "{records, number} failed: {reason}",
  none: "none",
  notChecked: "{records, number} not checked",
  verified: "Verified: {outcomes}",
  asking: "Asking the service: {done, number} of {of, number} answered.",
  waiting: "Waiting for the rate limit until {time}.",
});

/**
 * The summary of a verification: "9 unchanged, 2 changed, 1 no longer returned, 3 failed: Too many requests." The
 * reason is that of the first failure.
 */
export const verificationSummary = (outcomes: readonly Outcome[]): string => listOf(outcomeParts(outcomes));

function outcomeParts(outcomes: readonly Outcome[]): readonly string[] {
  const count = (outcome: Outcome["outcome"]): number =>
    outcomes.filter((one) => one.outcome === outcome).length;
  const failure = outcomes.find(({ outcome }) => outcome === "failed")?.error;
  const failed = ({ records }: { readonly records: number }): string =>
    failure ? VERIFY.failedBecause({ records, reason: errorText(failure) }) : VERIFY.failed({ records });
  const parts = [
    [count("same"), VERIFY.same],
    [count("changed"), VERIFY.changed],
    [count("gone"), VERIFY.gone],
    [count("failed"), failed],
  ] as const;
  return parts.flatMap(([records, text]) => (records > 0 ? [text({ records })] : []));
}

export const verifyLabel = (count: number): string =>
  count > MAX_VERIFIED ? VERIFY.verifySome({ most: MAX_VERIFIED }) : VERIFY.verify({ rows: count });

/**
 * The progress of a verification. @param waitUntil the end of the wait that the rate limit causes; null without a wait.
 */
export const verificationProgress = (done: number, of: number, waitUntil: string | null): string =>
  joinSentences(VERIFY.asking({ done, of }), waitUntil !== null && VERIFY.waiting({ time: waitUntil }));

/**
 * Describes the outcome of a verification. @param skipped the number of records that were left when the user stopped
 * the verification.
 */
export function verificationOutcome(outcomes: readonly Outcome[], skipped = 0): string {
  const summary = verificationSummary(outcomes) || VERIFY.none;
  return VERIFY.verified({
    outcomes: skipped === 0 ? summary : listOf([summary, VERIFY.notChecked({ records: skipped })]),
  });
}

export const SELECTION = texts("table.selection", {
  label: "Selected rows",
  rows: "{rows, plural, one {# row} other {# rows}} selected",
  notInResult: "{rows, number} not in this result",
  copyHint: "Ctrl+C; with the columns’ names: Ctrl+Shift+C",
  copyAs: "Copy as",
  copyAsHint: "Copy as…",
  labels: "Labels…",
  clear: "Clear",
  stop: "Stop",
  dismiss: "Dismiss the outcome",
  notOfPast: "Only rows as they are can be verified with the service",
  tooMany:
    "You can select at most {most, number} rows one by one or as a range. To select more, filter the table and select all its rows (Ctrl+A).",
});

export const COPYING = texts("table.selection.copying", {
  tooLong:
    "That is too much to copy: at most {most, number} characters fit. Select fewer rows, or show fewer columns.",
  noRows: "The service returns none of these rows any more.",
  rowsKeepChanging: "The rows keep changing. Copy them again in a moment.",
});

export const COPY_LABELS = texts("table.selection.formats", {
  tabs: "Text with tabs",
  tabsWithHeader: "Text with tabs and column names",
  table: "Table for a document (HTML)",
  markdown: "Markdown table",
  json: "JSON",
  ids: "IDs, one a line",
});
