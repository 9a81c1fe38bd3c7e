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
  /** The view; null if the rule watches no view, or if its view was deleted. */
  readonly view: WatchedView | null;
  /** Identifies the watched rows. If it changes, the evaluation starts again. */
  readonly signature: string;
}

/** The circumstances in which the rules of a connection are evaluated. */
export interface AlertMoment {
  readonly limits: OutLimits;
  /** The time by the service's clock, in ms since the epoch. */
  readonly now: number;
  /** The time by the local clock, in ms since the epoch. */
  readonly at: number;
  /** Whether the changes happened while the computer slept. */
  readonly missed: boolean;
}

/** The record or amount for which a rule fires. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly resource: Resource | null;
  readonly detail: AlertDetail;
}

/** The result of evaluating one rule: rows to write, and alerts to report. */
export interface RuleOutcome {
  /** Alerts that are new (id 0) or changed. */
  readonly saved: readonly AlertRow[];
  /** The ids of pending alerts whose condition ended before the alert fired. */
  readonly dropped: readonly number[];
  readonly knowledge: Knowledge;
  readonly fired: readonly Subject[];
}

/** The reason why only the number of matches is reported; null if every alert is reported. */
export type SuppressionReason = "began" | "gap" | "full" | null;

/**
 * The queries that search for a view's words one by one, except the last word. Each query narrows the remaining rows in
 * the index, so that no step takes longer than the search for one word.
 */
export function searchSteps({ view }: EvaluatedRule): readonly Query[] {
  const terms = searchTerms(view?.query.search ?? "")
    .toSorted((left, right) => right.length - left.length)
    .map((term) => `"${term}"`);
  return terms.slice(1).map((_, step) => ({ version: 1, search: terms.slice(0, step + 1).join(" ") }));
}
