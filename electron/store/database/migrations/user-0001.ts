/** The user database, version 1: the user's own data, separate from the synced data. */
export const user1 = `
CREATE TABLE entries (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- The user's settings for a connection (shared/contract/documents.ts), record by record.
CREATE TABLE documents (
  profileId TEXT NOT NULL,
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The number of times the record was saved.
  version INTEGER NOT NULL,
  -- JSON.
  value TEXT NOT NULL,
  PRIMARY KEY (profileId, document, id)
) STRICT, WITHOUT ROWID;

-- Views, in the user's order. A deleted view stays until the next start.
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

-- The last exports, which the user can find and run again.
CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch.
  startedAt INTEGER NOT NULL,
  -- The result (shared/delivery/exports.ts), as JSON.
  progress TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX exports_in_order ON exports (profileId, startedAt);

-- Scheduled exports, and the files that each of them wrote and still keeps.
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch; gives the order of the list.
  createdAt INTEGER NOT NULL,
  -- The plan: rows, format and times (shared/features/schedules/schedules.ts), as JSON.
  plan TEXT NOT NULL,
  folder TEXT NOT NULL,
  paused INTEGER NOT NULL,
  -- Ms since the epoch; an interval in hours counts from here.
  anchor INTEGER NOT NULL,
  -- Ms since the epoch: all runs due up to then are done or were skipped for good.
  settledUntil INTEGER NOT NULL,
  -- The last run, and the last failure that the user has not seen, as JSON; NULL without one.
  last TEXT,
  failure TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE scheduled_files (
  file TEXT PRIMARY KEY,
  scheduleId TEXT NOT NULL,
  writtenAt INTEGER NOT NULL,
  -- Size and time show whether another file has taken its place.
  bytes INTEGER NOT NULL,
  modifiedAt REAL NOT NULL,
  manifest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX scheduled_files_in_order ON scheduled_files (scheduleId, writtenAt);

-- The user's names for ids that have no name in the API.
CREATE TABLE names (
  profileId TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Empty unless the user entered one.
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
  -- The item's check-out time as the service wrote it. A later check-out closes the note.
  outAt TEXT,
  -- ISO 8601.
  createdAt TEXT NOT NULL,
  -- NULL while the note is open.
  archivedAt TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX item_notes_by_item ON item_notes (profileId, itemId);
CREATE UNIQUE INDEX item_notes_open ON item_notes (profileId, itemId) WHERE archivedAt IS NULL;

-- Alert rules.
CREATE TABLE alert_rules (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch.
  createdAt INTEGER NOT NULL,
  -- JSON.
  definition TEXT NOT NULL,
  -- 1 for a deleted rule, which can be restored until the app ends.
  deleted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_rules_by_profile ON alert_rules (profileId, createdAt);
`;
