import type { Alert } from "../../../../shared/features/alerts/alerts.ts";
import { ACTIVE, alertOf, countAlerts, type AlertRow } from "./alert-rows.ts";
import type { Database } from "../../../store/database/open-database.ts";
import { prepared } from "../../../store/database/prepared.ts";

/** Alerts of the inbox, of how many. */
export interface AlertWindow {
  readonly alerts: readonly Alert[];
  readonly total: number;
  readonly unread: number;
}

/**
 * Alerts `offset` to `offset + limit`, the last fired first.
 * @param rules the ids of the existing rules: alerts of other rules are no longer active.
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

/** Every active alert, or every one that ever fired and is kept, the oldest first. */
export function readAlertsByAge(database: Database, all: boolean): readonly Alert[] {
  const which = all ? "state <> 'pending'" : "state <> 'pending' AND resolvedAt IS NULL";
  const rows = prepared(database, `SELECT * FROM alerts WHERE ${which} ORDER BY firedAt, id`).all();
  return (rows as unknown as AlertRow[]).map(alertOf);
}

/** How many active alerts each rule has, by its id. */
export function countActiveAlerts(database: Database): Readonly<Record<string, number>> {
  const rows = prepared(
    database,
    `SELECT ruleId, count(*) AS count FROM alerts
       WHERE resolvedAt IS NULL AND state <> 'pending' GROUP BY ruleId`,
  ).all() as { ruleId: string; count: number }[];
  return Object.fromEntries(rows.map(({ ruleId, count }) => [ruleId, count]));
}
