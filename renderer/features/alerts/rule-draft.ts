import {
  MAX_AFTER_REFRESHES,
  type AlertRule,
  type Watch,
  type WatchKind,
  MAX_RULE_NAME,
} from "../../../shared/features/alerts/alerts.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import type { ConditionDraft, FormPart, RuleNames } from "../../../shared/features/alerts/alert-kind.ts";
import { MAX_HOURS } from "../../../shared/features/alerts/alert-kinds.ts";
import { kindOf } from "../../../shared/features/alerts/alert-words.ts";
import { PROBLEMS, CLEAR_AT_PROBLEMS } from "./messages.ts";

/** The condition of a rule while the user edits it in the dialog. */
export interface WatchDraft extends ConditionDraft {
  readonly kind: WatchKind;
}

/** A rule while the user edits it in the dialog. */
export interface RuleDraft {
  /** The name; null to use the suggested name. */
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

/**
 * Whether the condition of a rule may have to hold for several refreshes. The condition of a rule about an event may
 * not.
 */
export const mayWait = (watch: Pick<WatchDraft, "kind" | "event">): boolean =>
  kindOf(watch.kind).form.mayWait(watch);

/** The fields of the dialog that can have a problem. */
export type RuleField = "name" | "view" | "threshold" | "clearAt" | "record" | "hours" | "afterRefreshes";
export type RuleProblems = Partial<Readonly<Record<RuleField, string>>>;

/** The problems of a draft, by field; empty if the draft can be saved. */
export function problemsOf(draft: RuleDraft, views: RuleNames["views"]): RuleProblems {
  const { name, watch, afterRefreshes } = draft;
  const { parts } = kindOf(watch.kind).form;
  const has = (part: FormPart): boolean => parts.includes(part);
  const found: Record<RuleField, string | false> = {
    name:
      name !== null
      && (name.trim() === "" || name.length > MAX_RULE_NAME)
      && PROBLEMS.name({ most: MAX_RULE_NAME }),
    view: has("view") && !views.some(({ id }) => id === watch.viewId) && PROBLEMS.view,
    threshold: has("amount") && !isNumber(watch.threshold) && PROBLEMS.number,
    clearAt: has("amount") && clearAtProblem(watch),
    record: has("record") && watch.record === null && PROBLEMS.record,
    hours: has("hours") && !isWithin(watch.hours, Number.MIN_VALUE, MAX_HOURS) && PROBLEMS.hours,
    afterRefreshes:
      mayWait(watch)
      && !(Number.isInteger(afterRefreshes) && isWithin(afterRefreshes, 1, MAX_AFTER_REFRESHES))
      && PROBLEMS.afterRefreshes({ most: MAX_AFTER_REFRESHES }),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== false));
}

const isWithin = (value: number | null, least: number, most: number): boolean =>
  value !== null && value >= least && value <= most;

/** Whether a field has a number. Its value is NaN if its text is not a number. */
const isNumber = (value: number | null): value is number => value !== null && !Number.isNaN(value);

function clearAtProblem({ direction, threshold, clearAt }: WatchDraft): string | false {
  if (clearAt === null) return false;
  if (!isNumber(clearAt)) return PROBLEMS.number;
  if (!isNumber(threshold)) return false;
  const isBeyond = direction === "above" ? clearAt > threshold : clearAt < threshold;
  return isBeyond && CLEAR_AT_PROBLEMS[direction];
}

/** Makes the condition from a draft without problems; null while a part is missing. */
export const watchOf = (draft: WatchDraft): Watch | null => kindOf(draft.kind).form.read(draft);

/** Chooses another view. If its table does not have the summed field, the rule counts rows instead. */
export function withView(watch: WatchDraft, view: Pick<SavedView, "id" | "resource">): WatchDraft {
  const { sum } = watch;
  const isThere = sum !== null && findField(view.resource, sum)?.kind === "number";
  return { ...watch, viewId: view.id, sum: isThere ? sum : null };
}
