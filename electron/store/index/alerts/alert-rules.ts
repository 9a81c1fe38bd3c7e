import type { AlertDetail, AlertRule } from "../../../../shared/features/alerts/alerts.ts";
import type { OutLimits } from "../../../../shared/features/custody/out-limits.ts";
import type { Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import type { AlertRow, Knowledge } from "../../database/alert-rows.ts";

/** The view that a rule watches, as it is saved now. */
export interface WatchedView {
  readonly name: string;
  readonly resource: Resource;
  readonly query: Query;
  /** True where rows enter and leave without a change of theirs: by time, or by what is counted. */
  readonly timed: boolean;
}

/** A rule with what it needs to be evaluated. */
export interface EvaluatedRule {
  readonly rule: AlertRule;
  /** Null where it watches none, or a deleted one. */
  readonly view: WatchedView | null;
  /** Identifies what is watched. If it differs from before, the rule starts again. */
  readonly signature: string;
}

/** What the rules of a connection are evaluated with. */
export interface AlertInput {
  readonly rules: readonly EvaluatedRule[];
  readonly limits: OutLimits;
  /** Ms since the epoch, by the service's clock. */
  readonly now: number;
  /** The same by the local clock. */
  readonly at: number;
  /** What is found happened while the computer slept. */
  readonly missed: boolean;
}

/** What a rule fires about. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly resource: Resource | null;
  readonly detail: AlertDetail;
}

/** What an evaluation leads to: rows to write, and what to report. */
export interface AlertOutcome {
  /** Alerts that are new (id 0) or changed. */
  readonly saved: readonly AlertRow[];
  /** Ids of alerts that never fired. */
  readonly dropped: readonly number[];
  readonly knowledge: readonly Knowledge[];
  /** Rules that know nothing any more. */
  readonly forgotten: readonly string[];
  readonly fired: readonly { readonly ruleId: string; readonly subjects: readonly Subject[] }[];
  /** The refresh was one of everything. */
  readonly full: boolean;
}

/** Why nothing is reported but a count; null where everything is. */
export type Silence = "began" | "gap" | "full" | null;

/** Whether a rule only reports what happens, instead of what lasts. */
export const isEventRule = ({ watch }: AlertRule): boolean =>
  watch.kind === "record" || (watch.kind === "view" && watch.event === "leaves");
