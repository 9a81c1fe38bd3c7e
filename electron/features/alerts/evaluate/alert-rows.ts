import type { Alert, AlertDetail, AlertState, WatchKind } from "../../../../shared/features/alerts/alerts.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { type Database, prepared } from "../../../store/database/open-database.ts";

/** A row of `alerts`; the migration describes the columns. */
export interface AlertRow {
  /** The alert's id; 0 for an alert that is not stored yet. */
  readonly id: number;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly kind: WatchKind;
  readonly resource: Resource | null;
  readonly subject: string;
  readonly subjectName: string;
  readonly isEvent: 0 | 1;
  readonly state: AlertState;
  readonly pendingFor: number;
  readonly since: number;
  readonly firedAt: number | null;
  readonly snoozedUntil: number | null;
  readonly readAt: number | null;
  readonly resolvedAt: number | null;
  readonly missed: 0 | 1;
  readonly detail: string;
}

/** The data that a rule keeps from its last evaluation. */
export interface Knowledge {
  readonly ruleId: string;
  readonly signature: string;
  readonly number: number;
  readonly pass: number;
  readonly value: number | null;
  /** A bit for each row id. When writing, null keeps the stored bits. */
  readonly members: Uint8Array | null;
}

/** The alerts of a rule that have not ended, including pending ones. */
export function readOpenAlerts(database: Database, ruleId: string): readonly AlertRow[] {
  return prepared(database, "SELECT * FROM alerts WHERE ruleId = ? AND resolvedAt IS NULL").all(ruleId);
}

/** The alerts with these ids that have not ended. */
export function readAlertRows(database: Database, ids: readonly number[]): readonly AlertRow[] {
  return prepared(
    database,
    "SELECT * FROM alerts WHERE resolvedAt IS NULL AND id IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(ids));
}

export function readKnowledge(database: Database, ruleId: string): Knowledge | undefined {
  return prepared(database, "SELECT * FROM alert_knowledge WHERE ruleId = ?").get(ruleId);
}

/** The numbers of alerts that need attention. */
export interface AlertCounts {
  readonly unread: number;
  readonly firing: number;
}

/** SQL for the active alerts of the inbox: alerts of existing rules that are not pending. */
export const ACTIVE =
  "resolvedAt IS NULL AND state <> 'pending' AND ruleId IN (SELECT value FROM json_each(?))";

/** Counts the alerts that need attention. @param rules the ids of the existing rules. */
export function countAlerts(database: Database, rules: readonly string[]): AlertCounts {
  return prepared(
    database,
    `SELECT coalesce(sum(readAt IS NULL), 0) AS unread, coalesce(sum(state = 'firing'), 0) AS firing
       FROM alerts WHERE ${ACTIVE}`,
  ).get(JSON.stringify(rules));
}

/** The number of active alerts that fired after a moment, ms since the epoch. */
export function countNewAlerts(database: Database, rules: readonly string[], since: number): number {
  const { count } = prepared(
    database,
    `SELECT count(*) AS count FROM alerts WHERE ${ACTIVE} AND firedAt > ?`,
  ).get(JSON.stringify(rules), since) as { count: number };
  return count;
}

/** Turns a row into an alert of the contract. */
export function alertOf(row: AlertRow): Alert {
  const { id, ruleId, ruleName, kind, resource, subjectName, state } = row;
  return {
    id,
    ruleId,
    ruleName,
    kind,
    resource,
    subjectId: row.subject,
    subjectName,
    state,
    since: instant(row.since),
    firedAt: instantOrNull(row.firedAt),
    readAt: instantOrNull(row.readAt),
    snoozedUntil: instantOrNull(row.snoozedUntil),
    resolvedAt: instantOrNull(row.resolvedAt),
    missed: row.missed === 1,
    detail: JSON.parse(row.detail) as AlertDetail,
  };
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
const instantOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : instant(milliseconds);

/** Some alerts of the inbox, and the number of all alerts. */
export interface AlertWindow {
  readonly alerts: readonly Alert[];
  readonly total: number;
  readonly unread: number;
}

/**
 * Reads `limit` alerts from `offset` on; the alert that fired last is the first.
 * @param rules the ids of the existing rules: alerts of deleted rules are no longer active.
 */
export function readAlerts(
  database: Database,
  filter: "active" | "all",
  offset: number,
  limit: number,
  rules: readonly string[],
): AlertWindow {
  const which = filter === "active" ? ACTIVE : `((${ACTIVE}) OR resolvedAt IS NOT NULL)`;
  const known = JSON.stringify(rules);
  const { total } = prepared(database, `SELECT count(*) AS total FROM alerts WHERE ${which}`).get(known) as {
    total: number;
  };
  const rows = prepared(
    database,
    `SELECT * FROM alerts WHERE ${which} ORDER BY firedAt DESC, id DESC LIMIT ? OFFSET ?`,
  ).all(known, limit, offset) as unknown as AlertRow[];
  return { alerts: rows.map(alertOf), total, unread: countAlerts(database, rules).unread };
}

/** The ids of all rules that have alerts. */
export function rulesWithAlerts(database: Database): readonly string[] {
  const rows = prepared(database, "SELECT DISTINCT ruleId FROM alerts").all() as { ruleId: string }[];
  return rows.map(({ ruleId }) => ruleId);
}

/** All active alerts, or all kept alerts, the oldest first. @param all true for all kept alerts. */
export function readAlertsByAge(database: Database, all: boolean): readonly Alert[] {
  const which = all ? "state <> 'pending'" : "state <> 'pending' AND resolvedAt IS NULL";
  const rows = prepared(database, `SELECT * FROM alerts WHERE ${which} ORDER BY firedAt, id`).all();
  return (rows as unknown as AlertRow[]).map(alertOf);
}

/** The number of active alerts of each rule, by its id. */
export function countActiveAlerts(database: Database): Readonly<Record<string, number>> {
  const rows = prepared(
    database,
    `SELECT ruleId, count(*) AS count FROM alerts
       WHERE resolvedAt IS NULL AND state <> 'pending' GROUP BY ruleId`,
  ).all() as { ruleId: string; count: number }[];
  return Object.fromEntries(rows.map(({ ruleId, count }) => [ruleId, count]));
}
