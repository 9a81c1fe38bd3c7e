import type { AlertRule, AlertDetail, AlertState } from "../../../../shared/features/alerts/alerts.ts";
import {
  nextState,
  NORMAL,
  type RuleMode,
  type SubjectEvent,
  type SubjectState,
} from "../../../../shared/features/alerts/alert-states.ts";
import type { AlertRow } from "./alert-rows.ts";
import type { SuppressionReason, Subject } from "./alert-rules.ts";
import type { Finding } from "./find-subjects.ts";
import { isEventRule } from "./kinds.ts";

/** The circumstances that all rules of an evaluation share. */
export interface Moment {
  /** The time by the local clock, in ms since the epoch. */
  readonly at: number;
  /** Whether a refresh has ended since the last evaluation. */
  readonly counts: boolean;
  readonly missed: boolean;
}

export interface Steps {
  readonly saved: readonly AlertRow[];
  readonly dropped: readonly number[];
  readonly fired: readonly Subject[];
}

export const NO_STEPS: Steps = { saved: [], dropped: [], fired: [] };

/** Ends alerts without showing a notification. */
export function endAlerts(rows: readonly AlertRow[], moment: Pick<Moment, "at">): Steps {
  const [pending, up] = [
    rows.filter(({ state }) => state === "pending"),
    rows.filter(({ state }) => state !== "pending"),
  ];
  return {
    saved: up.map((row) => ({ ...row, state: "resolved", snoozedUntil: null, resolvedAt: moment.at })),
    dropped: pending.map(({ id }) => id),
    fired: [],
  };
}

/** Applies a finding to a rule's alerts. */
export function stepAlerts(
  rule: AlertRule,
  { entered, ended, total }: Finding,
  silence: SuppressionReason,
  open: readonly AlertRow[],
  moment: Moment,
): Steps {
  const saved: AlertRow[] = [];
  const dropped: number[] = [];
  const fired = new Map<string, Subject>();
  const isEvent = isEventRule(rule);
  const known = new Map(open.map((row) => [row.subject, row]));
  for (const row of open) {
    const event: SubjectEvent =
      row.isEvent === 0 && ended(row)
        ? { type: "ends" }
        : { type: "holds", now: moment.at, counts: moment.counts };
    const step = nextState(stateOf(row), event, {
      afterRefreshes: rule.afterRefreshes,
      isEvent: row.isEvent === 1,
    });
    if (step.fires) fired.set(row.subject, subjectOf(row));
    if (step.state.name === "normal") dropped.push(row.id);
    else if (step.fires || step.state.name !== row.state || step.state.pendingFor !== row.pendingFor) {
      const next = moved(row, step.state, step.fires, moment);
      saved.push(next);
      known.set(row.subject, next);
    }
  }
  for (const subject of entered) {
    const row = known.get(subject.id);
    if (row && !isEvent) continue;
    const next = begin(rule, subject, row, silence, moment, { afterRefreshes: rule.afterRefreshes, isEvent });
    if (next.fires) fired.set(subject.id, subject);
    saved.push(next.row);
  }
  // A rule about an amount has a single alert, so it needs no alert that gives a number of matches.
  const isAmount = entered.some(({ id }) => id === "");
  if (silence !== null && total > 0 && !isAmount)
    saved.push(countLine(rule, silence, total, known.get(""), moment));
  return { saved: lastOfEach(saved), dropped, fired: [...fired.values()] };
}

/** Keeps only the last alert of each subject. An event may happen again before the row of its alert is written. */
function lastOfEach(rows: readonly AlertRow[]): readonly AlertRow[] {
  return [...new Map(rows.map((row) => [row.subject, row])).values()];
}

/** The state of an alert's subject. */
export const stateOf = ({ state, pendingFor, snoozedUntil }: AlertRow): SubjectState => ({
  name: state,
  pendingFor,
  snoozedUntil,
});

/** The subject of an alert. */
export const subjectOf = ({ subject, subjectName, resource, detail }: AlertRow): Subject => ({
  id: subject,
  name: subjectName,
  resource,
  detail: JSON.parse(detail) as AlertDetail,
});

function moved(
  row: AlertRow,
  { name, pendingFor, snoozedUntil }: SubjectState,
  fires: boolean,
  { at, missed }: Moment,
): AlertRow {
  const fresh = fires ? ({ firedAt: at, readAt: null, missed: missed ? 1 : 0 } as const) : {};
  const resolvedAt = name === "resolved" ? at : null;
  return { ...row, state: name as AlertState, pendingFor, snoozedUntil, resolvedAt, ...fresh };
}

/** Begins an alert for a subject that started to match or had another event. */
function begin(
  rule: AlertRule,
  { id, name, resource, detail }: Subject,
  former: AlertRow | undefined,
  silence: SuppressionReason,
  moment: Moment,
  manner: RuleMode,
): { readonly row: AlertRow; readonly fires: boolean } {
  const { at, missed } = moment;
  const event: SubjectEvent = manner.isEvent ? { type: "happens" } : { type: "holds", now: at, counts: true };
  // A subject that already matched before the rule watched it is not pending.
  const step =
    silence === null || manner.isEvent
      ? nextState(former ? stateOf(former) : NORMAL, event, manner)
      : { state: { ...NORMAL, name: "firing" as const }, fires: true };
  const isUp = step.state.name !== "pending";
  // If one alert stands for all these alerts, only this one is unread.
  const isRead = silence === "began" || (silence !== null && id !== "");
  const row: AlertRow = {
    id: former?.id ?? 0,
    ruleId: rule.id,
    ruleName: rule.name,
    kind: rule.watch.kind,
    resource,
    subject: id,
    subjectName: name,
    isEvent: manner.isEvent ? 1 : 0,
    state: step.state.name as AlertState,
    pendingFor: step.state.pendingFor,
    since: former?.since ?? at,
    firedAt: isUp ? at : null,
    snoozedUntil: step.state.snoozedUntil,
    readAt: isRead ? at : former?.state === "snoozed" ? former.readAt : null,
    resolvedAt: null,
    missed: missed ? 1 : 0,
    detail: JSON.stringify(former ? merged(JSON.parse(former.detail) as AlertDetail, detail) : detail),
  };
  return { row, fires: step.fires && silence === null };
}

/** Combines two changes of a record: the first old value and the last new value. */
function merged(former: AlertDetail, later: AlertDetail): AlertDetail {
  if (former.kind !== "changed" || later.kind !== "changed") return later;
  const fields = { ...former.fields };
  for (const [name, value] of Object.entries(later.fields))
    fields[name] = { old: former.fields[name] ? former.fields[name].old : value.old, new: value.new };
  return { ...later, fields };
}

/** The single alert that stands for all suppressed alerts. */
function countLine(
  rule: AlertRule,
  reason: NonNullable<SuppressionReason>,
  count: number,
  former: AlertRow | undefined,
  moment: Moment,
): AlertRow {
  const subject: Subject = { id: "", name: "", resource: null, detail: { kind: "count", reason, count } };
  const manner = { afterRefreshes: 1, isEvent: true };
  const { row } = begin(rule, subject, former, null, moment, manner);
  return reason === "began" ? { ...row, readAt: moment.at } : row;
}
