import type { BackupSummary } from "../../../shared/features/backup/backup.ts";
import { listOfAll, plural } from "../../base/format.ts";

export const RESTORE = {
  button: "Restore a backup…",
  title: "Restore a backup",
  choose: "Choose a file…",
  intro:
    "A backup holds connections with everything that you made for them: views, names, notes, units, prices, thresholds, limits, mutes, counts, alert rules and schedules.",
  empty: "The backup has no connection. It brings settings alone.",
  consequence:
    "What these connections have here is replaced, and so are the settings; other connections stay. Keys are not in a backup: enter the key of each new connection. Scheduled exports come back paused; choose the folder of each that this computer does not have yet.",
  restore: "Restore",
};
export const FILE_TOO_LARGE = "This file is too large for a backup.";
export const FILE_EMPTY = "This file is empty.";

/** A connection in a backup: "Plant 2 (https://api.example, new here): 3 views, 12 names and 1 note". */
export function connectionSummary(connection: BackupSummary["connections"][number]): string {
  const { name, baseUrl, here } = connection;
  return `${name} (${baseUrl}, ${here ? "replaces the current one" : "new here"}): ${contents(connection)}`;
}

function contents({
  views,
  names,
  notes,
  counts: ownCounts,
  rules,
  schedules,
}: BackupSummary["connections"][number]): string {
  const counts = [
    [views, "view"],
    [names, "name"],
    [notes, "note"],
    [ownCounts, "count"],
    [rules, "alert rule"],
    [schedules, "scheduled export"],
  ] as const;
  const parts = counts.flatMap(([count, one]) => (count > 0 ? [plural(count, one)] : []));
  return parts.length === 0 ? "settings alone" : listOfAll(parts);
}

export const madeOn = (when: string): string => `Made on ${when}.`;
export const BACKUP = {
  title: "Backup",
  intro:
    "One file with everything that you made: connections, views, names, notes, units, prices, thresholds, limits, mutes, counts, alert rules, schedules and settings. It has no key and no rows of the service.",
  save: "Save a backup…",
};

export const backedUpTo = (file: string): string => `The backup is in ${file}.`;
