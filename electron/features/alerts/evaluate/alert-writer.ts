import type { AlertDetail, AlertState, WatchKind } from "../../../../shared/features/alerts/alerts.ts";
import { nextState, NORMAL, type SubjectEvent } from "../../../../shared/features/alerts/alert-states.ts";
import {
  ACTIVE,
  countAlerts,
  readAlertRows,
  readOpenAlerts,
  type AlertCounts,
  type AlertRow,
  type Knowledge,
} from "./alert-rows.ts";
import { endAlerts } from "./step-alerts.ts";
import type { Cell } from "../../../store/database/decode.ts";
import { type Database, prepared } from "../../../store/database/open-database.ts";
import { latestPasses } from "../../../store/database/pass-log.ts";

/** The rows to write after a rule's evaluation. */
export interface RuleWrites {
  readonly saved: readonly AlertRow[];
  readonly dropped: readonly number[];
  readonly knowledge: Knowledge;
}

/** The user's actions on alerts. */
export type AlertAction =
  Extract<SubjectEvent, { readonly type: "acknowledge" | "snooze" | "unsnooze" }> | { readonly type: "read" };

/** A condition about the whole copy that depends on no row: stale data, or a refused key. */
export interface WholeCondition {
  readonly ruleId: string;
  readonly ruleName: string;
  readonly kind: WatchKind;
  readonly holds: boolean;
  readonly detail: AlertDetail;
}

/** The number of ended alerts that are kept; below, the ms for which they are kept. */
const KEPT_RESOLVED = 1_000;
const KEPT_FOR = 90 * 86_400_000;

const COLUMNS = [
  "id",
  "ruleId",
  "ruleName",
  "kind",
  "resource",
  "subject",
  "subjectName",
  "isEvent",
  "state",
  "pendingFor",
  "since",
  "firedAt",
  "snoozedUntil",
  "readAt",
  "resolvedAt",
  "missed",
  "detail",
] as const satisfies readonly (keyof AlertRow)[];

/** Writes the result of evaluating a rule, in the transaction of the caller. */
export function saveAlerts(database: Database, { saved, dropped, knowledge }: RuleWrites): void {
  writeRows(database, saved);
  dropRows(database, dropped);
  const { ruleId, signature, number, pass, value, members } = knowledge;
  prepared(
    database,
    `INSERT INTO alert_knowledge (ruleId, signature, number, pass, value, members) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (ruleId) DO UPDATE SET signature = excluded.signature, number = excluded.number,
       pass = excluded.pass, value = excluded.value, members = coalesce(excluded.members, members)`,
  ).run(ruleId, signature, number, pass, value, members);
}

/** The ids of rules. */
interface RuleIds {
  /** The ids of all rules that exist. */
  readonly rules: readonly string[];
  /** The ids of the rules that this process evaluates. */
  readonly own: readonly string[];
  /** The ids of those rules of `own` that are not paused. */
  readonly watching: readonly string[];
}

/** The input of the clean-up after all rules were evaluated. */
export interface FinishedEvaluation {
  readonly counts: AlertCounts;
  /** True if the last pass was a full pass. */
  readonly afterFullPass: boolean;
}

/**
 * Ends the alerts of deleted rules, and deletes old alerts. It also deletes the remembered data of paused rules, which
 * start again after the pause.
 */
export function finishEvaluation(
  database: Database,
  { rules, own, watching }: RuleIds,
  now: number,
): FinishedEvaluation {
  prepared(
    database,
    `UPDATE alerts SET state = 'resolved', snoozedUntil = NULL, resolvedAt = ?
       WHERE resolvedAt IS NULL AND ruleId NOT IN (SELECT value FROM json_each(?))`,
  ).run(now, JSON.stringify(rules));
  prepared(database, "DELETE FROM alert_knowledge WHERE ruleId NOT IN (SELECT value FROM json_each(?))").run(
    JSON.stringify(watching),
  );
  prune(
    database,
    rules.filter((id) => !own.includes(id)),
    now,
  );
  const { last, lastFull } = latestPasses(database);
  return { counts: countAlerts(database, rules), afterFullPass: last > 0 && last === lastFull };
}

/** Applies an action of the user to alerts that have not ended. @param ids null for all active alerts. */
export function changeAlerts(
  database: Database,
  ids: readonly number[] | null,
  action: AlertAction,
  rules: readonly string[],
  now: number,
): AlertCounts {
  const rows =
    ids === null
      ? (prepared(database, `SELECT * FROM alerts WHERE ${ACTIVE}`).all(
          JSON.stringify(rules),
        ) as unknown as readonly AlertRow[])
      : readAlertRows(database, ids);
  writeRows(
    database,
    rows.map((row) => changed(row, action, now)),
  );
  return countAlerts(database, rules);
}

/** The result of conditions about the whole copy. */
export interface WholeOutcome {
  /** The ids of the rules that fire now. */
  readonly fired: readonly string[];
  /** The end of each rule's snooze; ms since the epoch. */
  readonly snoozed: Readonly<Record<string, number>>;
  readonly counts: AlertCounts;
}

/** Updates the alerts of conditions about the whole copy. @param rules the ids of the existing rules. */
export function observeWhole(
  database: Database,
  conditions: readonly WholeCondition[],
  rules: readonly string[],
  now: number,
): WholeOutcome {
  const fired: string[] = [];
  const snoozed: Record<string, number> = {};
  for (const condition of conditions) {
    const open = readOpenAlerts(database, condition.ruleId);
    const row = open.find(({ kind }) => kind === condition.kind) ?? null;
    // Alerts of another kind are older than the user's last edit of the rule.
    const ended = endAlerts(
      open.filter((other) => other !== row),
      { at: now },
    );
    writeRows(database, ended.saved);
    dropRows(database, ended.dropped);
    const next = observed(condition, row, now);
    if (next === null) continue;
    if (next.row.snoozedUntil !== null) snoozed[condition.ruleId] = next.row.snoozedUntil;
    if (next.fires) fired.push(condition.ruleId);
    const isSame = next.row.state === row?.state && next.row.detail === row.detail;
    if (next.fires || !isSame) writeRows(database, [next.row]);
  }
  return { fired, snoozed, counts: countAlerts(database, rules) };
}

function observed(
  { ruleId, ruleName, kind, holds, detail }: WholeCondition,
  row: AlertRow | null,
  now: number,
): { readonly row: AlertRow; readonly fires: boolean } | null {
  if (!row && !holds) return null;
  const state = row ? { name: row.state, pendingFor: 0, snoozedUntil: row.snoozedUntil } : NORMAL;
  const event: SubjectEvent = holds ? { type: "holds", now, counts: true } : { type: "ends" };
  const step = nextState(state, event, { afterRefreshes: 1, isEvent: false });
  const begun: AlertRow = row ?? {
    id: 0,
    ruleId,
    ruleName,
    kind,
    resource: null,
    subject: "",
    subjectName: "",
    isEvent: 0,
    state: "firing",
    pendingFor: 0,
    since: now,
    firedAt: now,
    snoozedUntil: null,
    readAt: null,
    resolvedAt: null,
    missed: 0,
    detail: JSON.stringify(detail),
  };
  const fresh = {
    ...(step.fires && { firedAt: now, readAt: null }),
    ...(holds && { detail: JSON.stringify(detail) }),
  };
  const { name, snoozedUntil } = step.state;
  const resolvedAt = name === "resolved" ? now : null;
  return {
    row: { ...begun, state: name as AlertState, snoozedUntil, resolvedAt, ...fresh },
    fires: step.fires,
  };
}

function changed(row: AlertRow, action: AlertAction, now: number): AlertRow {
  const readAt = row.readAt ?? now;
  if (action.type === "read") return { ...row, readAt };
  const { state, pendingFor, snoozedUntil, isEvent } = row;
  const manner = { afterRefreshes: 1, isEvent: isEvent === 1 };
  const { state: next } = nextState({ name: state, pendingFor, snoozedUntil }, action, manner);
  const resolvedAt = next.name === "resolved" ? now : null;
  return { ...row, state: next.name as AlertState, snoozedUntil: next.snoozedUntil, readAt, resolvedAt };
}

/** Writes alerts. A new alert has the id 0; every other alert replaces the stored alert with its id. */
export function writeRows(database: Database, rows: readonly AlertRow[]): void {
  if (rows.length === 0) return;
  const statement = prepared(
    database,
    `INSERT OR REPLACE INTO alerts (${COLUMNS.join(", ")}) VALUES (nullif(?, 0)${", ?".repeat(COLUMNS.length - 1)})`,
  );
  for (const row of rows) statement.run(...COLUMNS.map((name): Cell => row[name]));
}

function dropRows(database: Database, ids: readonly number[]): void {
  const drop = prepared(database, "DELETE FROM alerts WHERE id = ?");
  for (const id of ids) drop.run(id);
}

/**
 * Deletes old alerts. Alerts of the team are deleted only when the collector deletes them.
 * @param team the ids of the team's rules.
 */
function prune(database: Database, team: readonly string[], now: number): void {
  const ended = "resolvedAt IS NOT NULL AND ruleId NOT IN (SELECT value FROM json_each(?1))";
  const ids = JSON.stringify(team);
  prepared(database, `DELETE FROM alerts WHERE ${ended} AND resolvedAt < ?2`).run(ids, now - KEPT_FOR);
  prepared(
    database,
    `DELETE FROM alerts WHERE ${ended} AND id NOT IN
       (SELECT id FROM alerts WHERE ${ended} ORDER BY resolvedAt DESC, id DESC LIMIT ?2)`,
  ).run(ids, KEPT_RESOLVED);
}
