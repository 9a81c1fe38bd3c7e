import {
  MAX_AFTER_REFRESHES,
  type AlertRule,
  type Watch,
  type WatchKind,
  MAX_RULE_NAME,
} from "../../../shared/features/alerts/alerts.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import { PROBLEMS, type RuleNames } from "./messages.ts";

/** The condition in the dialog. It has the fields of every kind, so that switching the kind loses no input. */
export interface WatchDraft {
  readonly kind: WatchKind;
  readonly viewId: string | null;
  readonly event: "enters" | "leaves";
  /** Null to count rows. */
  readonly sum: string | null;
  /** The currency of the sum; null for a sum without one. */
  readonly currency: string | null;
  readonly direction: "above" | "below";
  readonly threshold: number | null;
  readonly clearAt: number | null;
  readonly typeId: string | null;
  readonly record: { readonly resource: Resource; readonly id: string } | null;
  readonly hours: number | null;
}

/** A rule in the dialog. */
export interface RuleDraft {
  /** Null to use the suggested name. */
  readonly name: string | null;
  readonly watch: WatchDraft;
  readonly afterRefreshes: number | null;
  readonly notify: boolean;
}

const NEW_WATCH: WatchDraft = {
  kind: "view",
  viewId: null,
  event: "enters",
  sum: null,
  currency: null,
  direction: "above",
  threshold: null,
  clearAt: null,
  typeId: null,
  record: null,
  hours: 4,
};

/** The draft of a new rule. */
export const newDraft = (watch: Partial<WatchDraft>): RuleDraft => ({
  name: null,
  watch: { ...NEW_WATCH, ...watch },
  afterRefreshes: 1,
  notify: true,
});

export function draftOf({ name, watch, afterRefreshes, notify }: AlertRule): RuleDraft {
  return { name, watch: { ...NEW_WATCH, ...draftWatch(watch) }, afterRefreshes, notify };
}

function draftWatch(watch: Watch): Partial<WatchDraft> {
  if (watch.kind === "record")
    return { kind: watch.kind, record: { resource: watch.resource, id: watch.id } };
  if (watch.kind !== "amount") return watch;
  const { measure, ...rest } = watch;
  if (measure === "count") return { ...rest, sum: null, currency: null };
  return { ...rest, sum: measure.sum, currency: measure.currency ?? null };
}

/** Whether a kind of rule can wait for several refreshes. A rule about an event cannot. */
export const mayWait = ({ kind, event }: Pick<WatchDraft, "kind" | "event">): boolean =>
  kind === "amount" || kind === "outLonger" || kind === "low" || (kind === "view" && event === "enters");

/** The parts of the dialog that can have a problem. */
export type RuleField = "name" | "view" | "threshold" | "clearAt" | "record" | "hours" | "afterRefreshes";
export type RuleProblems = Partial<Readonly<Record<RuleField, string>>>;

const MAX_HOURS = 24 * 365;

/** The problems of a draft, by field; empty if it can be saved. */
export function problemsOf(draft: RuleDraft, views: RuleNames["views"]): RuleProblems {
  const { name, watch, afterRefreshes } = draft;
  const { kind } = watch;
  const ofView = kind === "view" || kind === "amount";
  const found: Record<RuleField, string | false> = {
    name: name !== null && (name.trim() === "" || name.length > MAX_RULE_NAME) && PROBLEMS.name,
    view: ofView && !views.some(({ id }) => id === watch.viewId) && PROBLEMS.view,
    threshold: kind === "amount" && !isNumber(watch.threshold) && PROBLEMS.number,
    clearAt: kind === "amount" && clearAtProblem(watch),
    record: kind === "record" && watch.record === null && PROBLEMS.record,
    hours: kind === "stale" && !isWithin(watch.hours, Number.MIN_VALUE, MAX_HOURS) && PROBLEMS.hours,
    afterRefreshes:
      mayWait(watch)
      && !(Number.isInteger(afterRefreshes) && isWithin(afterRefreshes, 1, MAX_AFTER_REFRESHES))
      && PROBLEMS.afterRefreshes,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== false));
}

const isWithin = (value: number | null, least: number, most: number): boolean =>
  value !== null && value >= least && value <= most;

/** A field's value is NaN if its text is no number. */
const isNumber = (value: number | null): value is number => value !== null && !Number.isNaN(value);

function clearAtProblem({ direction, threshold, clearAt }: WatchDraft): string | false {
  if (clearAt === null) return false;
  if (!isNumber(clearAt)) return PROBLEMS.number;
  if (!isNumber(threshold)) return false;
  const isBeyond = direction === "above" ? clearAt > threshold : clearAt < threshold;
  return isBeyond && PROBLEMS.clearAt[direction];
}

/** The condition of a draft without problems; null while a part is missing. */
export function watchOf(draft: WatchDraft): Watch | null {
  const { kind, viewId, event, direction, threshold, clearAt, typeId, record, hours } = draft;
  switch (kind) {
    case "view":
      return viewId === null ? null : { kind, viewId, event };
    case "amount":
      if (viewId === null || threshold === null) return null;
      return { kind, viewId, measure: measureOf(draft), direction, threshold, clearAt };
    case "low":
      return { kind, typeId };
    case "record":
      return record && { kind, ...record };
    case "stale":
      return hours === null ? null : { kind, hours };
    case "outLonger":
    case "key":
    case "mail":
      return { kind };
    default:
      return assertNever(kind, "unknown kind of rule");
  }
}

function measureOf({ sum, currency }: WatchDraft): Extract<Watch, { kind: "amount" }>["measure"] {
  if (sum === null) return "count";
  return currency === null ? { sum } : { sum, currency };
}

/** Chooses another view. If its table lacks the summed field, the rule counts rows. */
export function withView(watch: WatchDraft, view: Pick<SavedView, "id" | "resource">): WatchDraft {
  const { sum } = watch;
  const isThere = sum !== null && findField(view.resource, sum)?.kind === "number";
  return { ...watch, viewId: view.id, sum: isThere ? sum : null };
}
