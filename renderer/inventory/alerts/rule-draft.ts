import { alertRuleSchema, watchSchema } from "../../../shared/domain/alert-schema.ts";
import type { AlertRule, Watch, WatchKind } from "../../../shared/domain/alerts.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { RuleRequest } from "./rule-requests.ts";

/** What the form of a rule holds: every field of every kind, so that changing the kind loses nothing. */
export interface RuleDraft {
  readonly name: string;
  readonly kind: WatchKind;
  readonly viewId: string | null;
  readonly event: "enters" | "leaves";
  /** "count", or the name of the field that is added up. */
  readonly measure: string;
  readonly direction: "above" | "below";
  readonly threshold: number | null;
  readonly clearAt: number | null;
  readonly typeId: string | null;
  /** The record that is watched; only set where the rule was begun from one. */
  readonly record: { readonly resource: Resource; readonly id: string } | null;
  readonly hours: number | null;
  readonly afterRefreshes: number | null;
  readonly notify: boolean;
}

const BLANK: RuleDraft = {
  name: "",
  kind: "low",
  viewId: null,
  event: "enters",
  measure: "count",
  direction: "above",
  threshold: null,
  clearAt: null,
  typeId: null,
  record: null,
  hours: 4,
  afterRefreshes: 1,
  notify: true,
};

/** The form for a request. */
export function draftOf(request: RuleRequest): RuleDraft {
  if (!("rule" in request)) return { ...BLANK, name: request.name, ...draftOfWatch(request.watch) };
  const { name, watch, afterRefreshes, notify } = request.rule;
  return { ...BLANK, name, afterRefreshes, notify, ...draftOfWatch(watch) };
}

function draftOfWatch(watch: Watch): Partial<RuleDraft> {
  if (watch.kind === "amount")
    return { ...watch, measure: watch.measure === "count" ? "count" : watch.measure.sum };
  if (watch.kind === "record") return { kind: "record", record: { resource: watch.resource, id: watch.id } };
  return watch;
}

/** What the form would watch; null where something is missing or contradicts itself. */
export function watchOf(draft: RuleDraft): Watch | null {
  const { kind, viewId, event, measure, direction, threshold, clearAt, typeId, record, hours } = draft;
  const wanted = {
    view: { kind, viewId, event },
    amount: {
      kind,
      viewId,
      measure: measure === "count" ? "count" : { sum: measure },
      direction,
      threshold,
      clearAt,
    },
    outLonger: { kind },
    low: { kind, typeId },
    record: { kind, ...record },
    stale: { kind, hours },
    key: { kind },
  }[kind];
  return watchSchema.safeParse(wanted).data ?? null;
}

const newRuleSchema = alertRuleSchema.omit({ id: true });

/** The rule that the form describes; null where it is not complete. */
export function ruleOf(draft: RuleDraft, paused: boolean): Omit<AlertRule, "id"> | null {
  const { name, afterRefreshes, notify } = draft;
  const rule = { name: name.trim(), paused, watch: watchOf(draft), afterRefreshes, notify };
  return newRuleSchema.safeParse(rule).data ?? null;
}
