/** Exports that run by the clock, and the files that each of them wrote and still keeps. */
export const userSchedules = `
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch; the order in which they are listed.
  createdAt INTEGER NOT NULL,
  -- What is exported and when (shared/exports/schedules.ts), as JSON.
  plan TEXT NOT NULL,
  folder TEXT NOT NULL,
  paused INTEGER NOT NULL,
  -- Ms since the epoch, from which hours are counted.
  anchor INTEGER NOT NULL,
  -- Ms since the epoch: what was due up to then was run, or a person left it.
  settledUntil INTEGER NOT NULL,
  -- The last run, and the last failure that nobody has seen, as JSON; NULL where there is none.
  last TEXT,
  failure TEXT,
  deleted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE scheduled_files (
  file TEXT PRIMARY KEY,
  scheduleId TEXT NOT NULL,
  writtenAt INTEGER NOT NULL,
  -- By these a file is known again that somebody put in its place.
  bytes INTEGER NOT NULL,
  modifiedAt REAL NOT NULL,
  manifest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX scheduled_files_in_order ON scheduled_files (scheduleId, writtenAt);
`;
