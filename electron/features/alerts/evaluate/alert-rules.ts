import type { AlertDetail, AlertRule } from "../../../../shared/features/alerts/alerts.ts";
import type { OutLimits } from "../../../../shared/features/custody/out-limits.ts";
import type { Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { searchTerms } from "../../../../shared/base/text/fold.ts";
import type { AlertRow, Knowledge } from "./alert-rows.ts";

/** The view that a rule watches, in its saved form. */
export interface WatchedView {
  readonly name: string;
  readonly resource: Resource;
  readonly query: Query;
}

/** A rule with everything that its evaluation needs. */
export interface EvaluatedRule {
  readonly rule: AlertRule;
  /** Null if the rule watches no view, or a deleted one. */
  readonly view: WatchedView | null;
  /** Identifies the watched rows. If it changes, the evaluation starts again. */
  readonly signature: string;
}

/** The circumstances in which the rules of a connection are evaluated. */
export interface AlertMoment {
  readonly limits: OutLimits;
  /** Ms since the epoch, by the service's clock. */
  readonly now: number;
  /** This moment by the local clock, in ms since the epoch. */
  readonly at: number;
  /** Whether the computer slept when the changes happened. */
  readonly missed: boolean;
}

/** The record or amount that a rule fires for. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly resource: Resource | null;
  readonly detail: AlertDetail;
}

/** The result of one rule's evaluation: rows to write, and alerts to report. */
export interface RuleOutcome {
  /** Alerts that are new (id 0) or changed. */
  readonly saved: readonly AlertRow[];
  /** Ids of pending alerts whose condition ended before they fired. */
  readonly dropped: readonly number[];
  readonly knowledge: Knowledge;
  readonly fired: readonly Subject[];
}

/** The reason why only a count is reported; null if every alert is reported. */
export type SuppressionReason = "began" | "gap" | "full" | null;

/**
 * The queries that search for a view's words one by one, except the last word. Each narrows the remaining rows
 * in the index, so that no step takes longer than the search for one word.
 */
export function searchSteps({ view }: EvaluatedRule): readonly Query[] {
  const terms = searchTerms(view?.query.search ?? "")
    .toSorted((left, right) => right.length - left.length)
    .map((term) => `"${term}"`);
  return terms.slice(1).map((_, step) => ({ version: 1, search: terms.slice(0, step + 1).join(" ") }));
}
