import type { CallOutput } from "../../../shared/contract/contract.ts";
import { formatCount } from "../../base/format-number.ts";

/** What came of asking the service for one record. */
export type Outcome = CallOutput<"verifyRecords">[number];

/** "9 unchanged, 2 changed, 1 no longer returned, 3 failed: Too many requests." The reason is that of the first failure. */
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
