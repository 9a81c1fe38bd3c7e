/** The tables of the user database, version 1. It has the user's own data, separate from the synced data. */
export const user1 = `
CREATE TABLE entries (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- What the user sets for a connection (shared/contract/documents.ts), record by record.
CREATE TABLE documents (
  connectionId TEXT NOT NULL,
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The number of times the record was saved.
  version INTEGER NOT NULL,
  -- JSON.
  value TEXT NOT NULL,
  -- The record's place in the user's order; 0 in documents without one.
  place INTEGER NOT NULL DEFAULT 0,
  -- 1 for a deleted record, which can be restored until the app ends.
  deleted INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (connectionId, document, id)
) STRICT, WITHOUT ROWID;

-- The last exports, which the user can find and run again.
CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  connectionId TEXT NOT NULL,
  -- Ms since the epoch.
  startedAt INTEGER NOT NULL,
  -- The result (shared/delivery/exports.ts), as JSON.
  progress TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX exports_in_order ON exports (connectionId, startedAt);

-- Scheduled exports, and the files that each of them wrote and still keeps.
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  connectionId TEXT NOT NULL,
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

-- How far a connection has read the records that its team shares by a collector (electron/features/team/README.md).
CREATE TABLE team_state (
  connectionId TEXT PRIMARY KEY,
  -- The collector's numbering, and the last number that was read in it.
  epoch TEXT NOT NULL,
  last INTEGER NOT NULL,
  -- The label and right of this workstation's token: 'read' or 'annotate'.
  label TEXT NOT NULL,
  access TEXT NOT NULL,
  -- Ms by which the collector's clock is ahead of this computer's.
  clockAhead INTEGER NOT NULL,
  -- 1 if the user must confirm the edits that wait, because they are more than a year old.
  asks INTEGER NOT NULL,
  -- The numbering of a collector that has lost most of the records here, while the user has not decided.
  asksEpoch TEXT,
  -- The numbering that the user accepts all the same.
  acceptedEpoch TEXT
) STRICT, WITHOUT ROWID;

-- The records of a team are in copies, so that a reading of all records replaces them at once.
CREATE TABLE team_copies (
  copy INTEGER PRIMARY KEY,
  connectionId TEXT NOT NULL,
  -- 'used', 'reading' until its last page is read, or 'old' until its rows are deleted.
  state TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX team_copies_by_state ON team_copies (connectionId, state) WHERE state <> 'old';

-- The team's records as they were last read, with the values that lost. A deleted one has no value.
CREATE TABLE team_records (
  copy INTEGER NOT NULL,
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT,
  version INTEGER NOT NULL,
  editedAt INTEGER NOT NULL,
  editedBy TEXT NOT NULL,
  -- JSON (shared/features/team/team-protocol.ts).
  losers TEXT NOT NULL,
  PRIMARY KEY (copy, document, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_records_with_losers ON team_records (copy) WHERE losers <> '[]';
-- Counts the records that are not deleted.
CREATE INDEX team_records_live ON team_records (copy, document) WHERE value IS NOT NULL;

-- The user's edits that the collector does not have yet, in their order.
CREATE TABLE team_edits (
  number INTEGER PRIMARY KEY,
  connectionId TEXT NOT NULL,
  -- Identifies the edit at the collector.
  edit TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  -- NULL deletes the record.
  value TEXT,
  -- The number of a loser that is dismissed; the other columns then only name its record.
  dismissed INTEGER,
  basedOn INTEGER NOT NULL,
  -- Ms since the epoch, by the collector's clock.
  editedAt INTEGER NOT NULL,
  -- 'waits', 'answered' until its record is read again, or 'refused'.
  state TEXT NOT NULL
) STRICT;
-- Finds the last edit of a record.
CREATE INDEX team_edits_of_record ON team_edits (connectionId, document, id, number);

-- Messages that are sent by mail (electron/delivery/mail/README.md).
CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  connectionId TEXT NOT NULL,
  -- What the message belongs to, such as the id of a schedule.
  source TEXT NOT NULL,
  -- JSON: recipients, content, and what became of it.
  job TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
