/** The user database, version 1: the user's own data, apart from the synced data. */
export const user1 = `
CREATE TABLE entries (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- What users set for a connection (shared/contract/documents.ts), record by record.
CREATE TABLE documents (
  profileId TEXT NOT NULL,
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  -- How often the record was saved.
  version INTEGER NOT NULL,
  -- JSON.
  value TEXT NOT NULL,
  PRIMARY KEY (profileId, document, id)
) STRICT, WITHOUT ROWID;

-- Named views, in the user's order. A deleted one stays until the next start.
CREATE TABLE views (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  resource TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  -- shared/query/views/views.ts, as JSON.
  definition TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX views_in_order ON views (profileId, resource, position);

-- The last exports, so that they can be found and run again.
CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch.
  startedAt INTEGER NOT NULL,
  -- How it ended (shared/features/exports/exports.ts), as JSON.
  progress TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX exports_in_order ON exports (profileId, startedAt);

-- Exports that run by the clock, and the files that each of them wrote and still keeps.
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch; the order in which they are listed.
  createdAt INTEGER NOT NULL,
  -- What is exported and when (shared/features/schedules/schedules.ts), as JSON.
  plan TEXT NOT NULL,
  folder TEXT NOT NULL,
  paused INTEGER NOT NULL,
  -- Ms since the epoch, from which hours are counted.
  anchor INTEGER NOT NULL,
  -- Ms since the epoch: what was due up to then was run, or was never to run.
  settledUntil INTEGER NOT NULL,
  -- The last run, and the last failure that the user has not seen, as JSON; NULL if there is none.
  last TEXT,
  failure TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE scheduled_files (
  file TEXT PRIMARY KEY,
  scheduleId TEXT NOT NULL,
  writtenAt INTEGER NOT NULL,
  -- These tell whether another file was put in its place.
  bytes INTEGER NOT NULL,
  modifiedAt REAL NOT NULL,
  manifest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX scheduled_files_in_order ON scheduled_files (scheduleId, writtenAt);

-- The names that users give to ids for which the API has none.
CREATE TABLE names (
  profileId TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Empty where the user gave none.
  name TEXT NOT NULL,
  team TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (profileId, id)
) STRICT, WITHOUT ROWID;

-- Notes on checked-out items.
CREATE TABLE item_notes (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  itemId TEXT NOT NULL,
  text TEXT NOT NULL,
  -- ISO 8601 date.
  askedOn TEXT,
  -- When the item had been checked out, in the service's own words: another check-out ends the note.
  outAt TEXT,
  -- ISO 8601.
  createdAt TEXT NOT NULL,
  -- NULL while the note is open.
  archivedAt TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX item_notes_by_item ON item_notes (profileId, itemId);
CREATE UNIQUE INDEX item_notes_open ON item_notes (profileId, itemId) WHERE archivedAt IS NULL;

-- Rules of alerts.
CREATE TABLE alert_rules (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch.
  createdAt INTEGER NOT NULL,
  -- JSON.
  definition TEXT NOT NULL,
  -- 1 until the app ends, so that it can be restored.
  deleted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_rules_by_profile ON alert_rules (profileId, createdAt);
`;
