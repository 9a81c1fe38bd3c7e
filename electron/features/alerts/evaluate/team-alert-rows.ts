import { alertKey, nextState } from "../../../../shared/features/alerts/alert-states.ts";
import type { AlertState } from "../../../../shared/features/alerts/alerts.ts";
import type { TeamAlert, TeamAlertAction } from "../../../../shared/features/alerts/team-alerts.ts";
import type { Database } from "../../../store/database/open-database.ts";
import { prepared } from "../../../store/database/open-database.ts";
import { countAlerts, type AlertCounts, type AlertRow } from "./alert-rows.ts";
import type { Subject } from "./alert-rules.ts";
import { writeRows } from "./alert-writer.ts";
import { stateOf, subjectOf } from "./step-alerts.ts";

/**
 * The most alerts that a collector publishes, in total and per rule. Active alerts come first, then the alerts that
 * ended last. The rules take turns, so that one rule with many alerts does not push out the alerts of other rules.
 */
const [MAX_TEAM_ALERTS, MAX_OF_RULE] = [2_000, 500];

/** Ms for which an alert is news on a workstation that was switched off. An older alert causes no notification. */
const NEWS_FOR_MS = 12 * 3_600_000;

/** The alerts of rules in the form in which a collector publishes them. @param rules the ids of the team's rules. */
export function readTeamAlerts(database: Database, rules: readonly string[]): readonly TeamAlert[] {
  const rows = prepared(
    database,
    `SELECT * FROM (
       SELECT *, row_number() OVER (
           PARTITION BY ruleId
           ORDER BY resolvedAt IS NOT NULL, coalesce(resolvedAt, firedAt) DESC, id DESC) AS place
         FROM alerts
        WHERE firedAt IS NOT NULL AND state <> 'pending' AND ruleId IN (SELECT value FROM json_each(?)))
      WHERE place <= ? ORDER BY resolvedAt IS NOT NULL, place, ruleId LIMIT ?`,
  ).all(JSON.stringify(rules), MAX_OF_RULE, MAX_TEAM_ALERTS) as unknown as readonly (AlertRow & {
    readonly place: number;
  })[];
  return rows.flatMap(({ id: _id, place: _place, pendingFor: _pending, readAt, missed: _missed, ...row }) =>
    row.state === "pending" || row.firedAt === null
      ? []
      : [
          {
            ...row,
            state: row.state,
            firedAt: row.firedAt,
            isEvent: row.isEvent === 1,
            isRead: readAt !== null,
            detail: JSON.parse(row.detail) as TeamAlert["detail"],
          },
        ],
  );
}

/** The team's alerts, as they were read from a collector. */
export interface TeamAlerts {
  readonly alerts: readonly TeamAlert[];
  readonly actions: readonly TeamAlertAction[];
  /** The ids of the team's rules. */
  readonly rules: readonly string[];
  /** The ids of all rules of the connection. */
  readonly allRules: readonly string[];
  /** The current time, ms since the epoch. */
  readonly now: number;
}

export interface MergedAlerts {
  /** The subjects that fired since the last merge, by the id of their rule. Alerts that are too old are left out. */
  readonly fired: ReadonlyMap<string, readonly Subject[]>;
  readonly counts: AlertCounts;
}

/** Replaces the alerts of a team's rules. An alert that this user has read stays read until it fires again. */
export function mergeTeamAlerts(database: Database, team: TeamAlerts): MergedAlerts {
  const { rules, allRules, now } = team;
  const stored = prepared(
    database,
    "SELECT * FROM alerts WHERE ruleId IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(rules)) as unknown as readonly AlertRow[];
  const left = new Map(stored.map((row) => [alertKey(row), row]));
  const actions = new Map(team.actions.map((action) => [alertKey(action), action]));
  const known = new Set(rules);
  const [saved, fired] = [[] as AlertRow[], new Map<string, Subject[]>()];
  for (const alert of team.alerts.filter(({ ruleId }) => known.has(ruleId))) {
    const key = alertKey(alert);
    const former = left.get(key) ?? null;
    left.delete(key);
    const row = mergedRow(alert, actions.get(key), former, now);
    if (!former || !isSame(row, former)) saved.push(row);
    const isNew = row.readAt === null && former?.firedAt !== row.firedAt;
    if (isNew && row.state === "firing" && now - (row.firedAt ?? 0) < NEWS_FOR_MS)
      fired.set(row.ruleId, [...(fired.get(row.ruleId) ?? []), subjectOf(row)]);
  }
  const drop = prepared(database, "DELETE FROM alerts WHERE id = ?");
  for (const { id } of left.values()) drop.run(id);
  writeRows(database, saved);
  return { fired, counts: countAlerts(database, allRules) };
}

function mergedRow(
  { isRead, isEvent, detail, ...alert }: TeamAlert,
  action: TeamAlertAction | undefined,
  former: AlertRow | null,
  now: number,
): AlertRow {
  const row: AlertRow = {
    ...alert,
    id: former?.id ?? 0,
    isEvent: isEvent ? 1 : 0,
    pendingFor: 0,
    readAt: null,
    missed: 0,
    detail: JSON.stringify(detail),
  };
  // The action is applied here at once, because the collector applies it only later.
  const acted = action?.firedAt === alert.firedAt ? afterAction(row, action, now) : row;
  const wasRead = former?.firedAt === alert.firedAt ? former.readAt : null;
  const needsNobody = isRead || acted.state !== "firing";
  return { ...acted, readAt: wasRead ?? (needsNobody ? now : null) };
}

function afterAction(row: AlertRow, { action }: TeamAlertAction, now: number): AlertRow {
  const manner = { afterRefreshes: 1, isEvent: row.isEvent === 1 };
  const { name, snoozedUntil } = nextState(stateOf(row), action, manner).state;
  const resolvedAt = row.resolvedAt ?? (name === "resolved" ? now : null);
  return { ...row, state: name as AlertState, snoozedUntil, resolvedAt };
}

/**
 * Applies the users' actions to alerts that have not ended. An action has no effect if it is about an earlier firing or
 * is repeated.
 */
export function applyTeamActions(
  database: Database,
  actions: readonly TeamAlertAction[],
  rules: readonly string[],
  now: number,
): AlertCounts {
  const find = prepared(
    database,
    "SELECT * FROM alerts WHERE ruleId = ? AND subject = ? AND since = ? AND firedAt = ? AND resolvedAt IS NULL",
  );
  const changed = actions.flatMap((action) => {
    const row = find.get(action.ruleId, action.subject, action.since, action.firedAt) as AlertRow | undefined;
    if (!row) return [];
    const acted = { ...afterAction(row, action, now), readAt: row.readAt ?? now };
    return isSame(acted, row) ? [] : [acted];
  });
  writeRows(database, changed);
  return countAlerts(database, rules);
}

/** Whether a copy has evaluated no rule yet. Only then may the team's alerts be copied into it. */
export const hasNoKnowledge = (database: Database): boolean =>
  prepared(database, "SELECT 1 FROM alert_knowledge LIMIT 1").get() === undefined;

/**
 * Whether a copy has no alert of these rules. A new copy has none, because the alerts were lost with the former copy.
 */
export const hasNoAlerts = (database: Database, rules: readonly string[]): boolean =>
  prepared(database, "SELECT 1 FROM alerts WHERE ruleId IN (SELECT value FROM json_each(?)) LIMIT 1").get(
    JSON.stringify(rules),
  ) === undefined;

const isSame = (row: AlertRow, other: AlertRow): boolean =>
  (Object.keys(row) as (keyof AlertRow)[]).every((name) => row[name] === other[name]);
