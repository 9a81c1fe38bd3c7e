import { randomUUID } from "node:crypto";
import { alertKey } from "../../../../shared/features/alerts/alert-states.ts";
import { TEAM_ALERTS, type TeamAlert } from "../../../../shared/features/alerts/team-alerts.ts";
import { readTeamValue } from "../../../../shared/contract/team-documents.ts";
import type { RecordEdit } from "../../../../shared/features/team/team-protocol.ts";
import type { MirroredRecord } from "./team-mirror.ts";

/**
 * Finds the edits that make the team's alerts equal to the collector's alerts. An alert keeps the id of its record. A
 * new alert takes the id of an alert that is no longer published, because deleted records are kept for long.
 * @param present the records of the team's alerts, including deleted records, by their ids.
 * @param alerts the collector's alerts.
 * @param now ms since the epoch.
 */
export function alertEdits(
  present: ReadonlyMap<string, MirroredRecord>,
  alerts: readonly TeamAlert[],
  now: number,
): readonly RecordEdit[] {
  const ids = new Map<string, string>();
  for (const [id, { value }] of present) {
    const alert = readTeamValue(TEAM_ALERTS, id, value);
    if (alert) ids.set(alertKey(alert), id);
  }
  const wanted = new Map<string, string>();
  const fresh = alerts.filter((alert) => {
    const id = ids.get(alertKey(alert));
    if (id !== undefined) wanted.set(id, JSON.stringify(alert));
    return id === undefined;
  });
  const free = [...present.keys()].filter((id) => !wanted.has(id));
  let next = 0;
  for (const alert of fresh) {
    let id = free.pop();
    while (id === undefined) {
      const candidate = String(next);
      next += 1;
      if (!present.has(candidate) && !wanted.has(candidate)) id = candidate;
    }
    wanted.set(id, JSON.stringify(alert));
  }
  const edit = (id: string, value: string | null): RecordEdit => ({
    edit: randomUUID(),
    document: TEAM_ALERTS,
    id,
    value,
    basedOn: present.get(id)?.version ?? 0,
    editedAt: now,
  });
  return [
    ...[...wanted]
      .filter(([id, value]) => present.get(id)?.value !== value)
      .map(([id, value]) => edit(id, value)),
    ...free.filter((id) => present.get(id)?.value !== null).map((id) => edit(id, null)),
  ];
}
