import type { CallOutput } from "../../../shared/contract/contract.ts";
import { formatCount, plural } from "../../base/format.ts";
import { MAX_COPIED, MAX_SELECTED } from "../../../shared/query/query-calls.ts";
import { MAX_VERIFIED } from "../../../shared/inventory/record-limits.ts";

export type Outcome = CallOutput<"verifyRecords">[number];

/** "9 unchanged, 2 changed, 1 no longer returned, 3 failed: Too many requests." The reason is the first failure's. */
export function verificationSummary(outcomes: readonly Outcome[]): string {
  const count = (outcome: Outcome["outcome"]): number =>
    outcomes.filter((one) => one.outcome === outcome).length;
  const failure = outcomes.find(({ outcome }) => outcome === "failed")?.error;
  const parts: [number, string][] = [
    [count("same"), "unchanged"],
    [count("changed"), "changed"],
    [count("gone"), "no longer returned"],
    [count("failed"), `failed${failure ? `: ${failure.message}` : ""}`],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${formatCount(number)} ${word}`)
    .join(", ");
}

export const TOO_MANY_SELECTED = `You can select at most ${formatCount(MAX_SELECTED)} rows one by one or as a range. To select more, filter the table and select all its rows (Ctrl+A).`;
export const TOO_LONG_TO_COPY = `That is too much to copy: at most ${formatCount(MAX_COPIED)} characters fit. Select fewer rows, or show fewer columns.`;
export const NO_ROWS_TO_COPY = "The service returns none of these rows any more.";
export const ROWS_KEEP_CHANGING = "The rows keep changing. Copy them again in a moment.";

export const verified = (outcomes: readonly Outcome[]): string =>
  `Verified: ${verificationSummary(outcomes) || "none"}`;

export const verifyLabel = (count: number): string =>
  count > MAX_VERIFIED ? `Verify now (up to ${MAX_VERIFIED} rows)` : `Verify now (${formatCount(count)})`;

/** The progress of a verification. @param waitUntil the end of the rate limit's wait; null without a wait. */
export const verificationProgress = (done: number, of: number, waitUntil: string | null): string =>
  `Asking the service: ${formatCount(done)} of ${formatCount(of)} answered.${waitUntil === null ? "" : ` Waiting for the rate limit until ${waitUntil}.`}`;

/** Describes the outcome of a verification. @param skipped the number of records left when the user stopped it. */
export const verificationOutcome = (outcomes: readonly Outcome[], skipped: number): string =>
  `${verified(outcomes)}${skipped === 0 ? "" : `, ${formatCount(skipped)} not checked`}`;

export const SELECTION = {
  label: "Selected rows",
  copyHint: "Ctrl+C; with the columns’ names: Ctrl+Shift+C",
  copyAs: "Copy as",
  copyAsHint: "Copy as…",
  labels: "Labels…",
  clear: "Clear",
  stop: "Stop",
  dismiss: "Dismiss the outcome",
  notOfPast: "Only rows as they are can be verified with the service",
};
export const selectedRows = (rows: number): string => `${plural(rows, "row")} selected`;
export const notInResult = (rows: number): string => `${formatCount(rows)} not in this result`;

export const COPY_LABELS = {
  tabs: "Text with tabs",
  tabsWithHeader: "Text with tabs and column names",
  table: "Table for a document (HTML)",
  markdown: "Markdown table",
  json: "JSON",
  ids: "IDs, one a line",
};
