import { texts } from "../../../shared/base/text/texts.ts";
import type { BackupSummary } from "../../../shared/features/backup/backup.ts";
import { listOfAll } from "../../base/format.ts";

export const RESTORE = texts("backup.restore", {
  button: "Restore a backup…",
  title: "Restore a backup",
  choose: "Choose a file…",
  intro:
    "A backup holds connections with everything that you made for them: views, names, notes, units, prices, thresholds, limits, mutes, counts, alert rules and schedules.",
  tooLarge: "This file is too large for a backup.",
  emptyFile: "This file is empty.",
  madeOn: "Made on {time}.",
  replacing: "{name} ({baseUrl}, replaces the current one): {contents}",
  new: "{name} ({baseUrl}, new here): {contents}",
  empty: "The backup has no connection. It brings settings alone.",
  consequence:
    "What these connections have here is replaced, and so are the settings; other connections stay. Keys are not in a backup: enter the key of each new connection. Scheduled exports come back paused; choose the folder of each that this computer does not have yet.",
  restore: "Restore",
});

/** A connection in a backup: "Plant 2 (https://api.example, new here): 3 views, 12 names and 1 note". */
export function connectionSummary(connection: BackupSummary["connections"][number]): string {
  const { name, baseUrl, here } = connection;
  const shown = { name, baseUrl, contents: contentsOf(connection) };
  return here ? RESTORE.replacing(shown) : RESTORE.new(shown);
}

const CONTENTS = texts("backup.contents", {
  views: "{count, plural, one {# view} other {# views}}",
  names: "{count, plural, one {# name} other {# names}}",
  notes: "{count, plural, one {# note} other {# notes}}",
  counts: "{count, plural, one {# count} other {# counts}}",
  rules: "{count, plural, one {# alert rule} other {# alert rules}}",
  schedules: "{count, plural, one {# scheduled export} other {# scheduled exports}}",
  settings: "settings alone",
});

/** The kinds of data in a connection, in the order of the summary. */
const KINDS = ["views", "names", "notes", "counts", "rules", "schedules"] as const;

function contentsOf(connection: BackupSummary["connections"][number]): string {
  const parts = KINDS.filter((kind) => connection[kind] > 0).map((kind) =>
    CONTENTS[kind]({ count: connection[kind] }),
  );
  return parts.length === 0 ? CONTENTS.settings : listOfAll(parts);
}

export const BACKUP = texts("backup", {
  title: "Backup",
  intro:
    "One file with everything that you made: connections, views, names, notes, units, prices, thresholds, limits, mutes, counts, alert rules, schedules and settings. It has no key and no rows of the service.",
  save: "Save a backup…",
  saved: "The backup is in {file}.",
});
