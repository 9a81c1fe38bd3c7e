const sizeOf = (row: "new" | "old"): string =>
  `octet_length(${row}.document) + octet_length(${row}.id) + octet_length(${row}.editedBy) + coalesce(octet_length(${row}.value), 0)`;

/** @param live SQL that tells whether a row counts as a record with a value. */
const add = (live: string): string => `
  INSERT INTO team_use VALUES (new.document, new.editedBy, 1, ${live}, ${sizeOf("new")})
    ON CONFLICT DO UPDATE SET records = records + 1, live = live + excluded.live, bytes = bytes + excluded.bytes;`;
const remove = (live: string): string => `
  UPDATE team_use SET records = records - 1, live = live - ${live}, bytes = bytes - (${sizeOf("old")})
    WHERE document = old.document AND label = old.editedBy;`;

/** The tables of a collector's own database, version 1. Records and changes are in the inventory database. */
export const collector1 = `
-- The clients that may read.
CREATE TABLE tokens (
  label TEXT PRIMARY KEY,
  -- SHA-256 in hex; the token itself is not stored.
  hash TEXT NOT NULL UNIQUE,
  -- 'read' or 'annotate'.
  access TEXT NOT NULL,
  -- Ms since the epoch.
  createdAt INTEGER NOT NULL,
  lastUsedAt INTEGER
) STRICT, WITHOUT ROWID;

-- Changes that are stored at or after a moment have a higher number than the one here.
CREATE TABLE moments (
  -- Ms since the epoch by the collector's clock, which never goes back.
  at INTEGER PRIMARY KEY,
  number INTEGER NOT NULL
) STRICT;

CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- The numbering to which the moments belong, and the latest time that the collector's clock has shown.
INSERT INTO facts VALUES ('epoch', '');
INSERT INTO facts VALUES ('clock', '0');
-- The last number of the team's records, and the highest one of a record that was deleted for good.
INSERT INTO facts VALUES ('teamSequence', '0');
INSERT INTO facts VALUES ('teamForgotten', '0');

-- The records that a team shares (shared/features/team/team-protocol.ts). A deleted one stays for a year.
CREATE TABLE team_records (
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  -- JSON; NULL if the record is deleted.
  value TEXT,
  -- The number of edits that were accepted.
  version INTEGER NOT NULL,
  -- The number of the last change in the sequence of all team records.
  sequence INTEGER NOT NULL UNIQUE,
  -- Ms since the epoch, by the collector's clock.
  editedAt INTEGER NOT NULL,
  -- The label of a token.
  editedBy TEXT NOT NULL,
  PRIMARY KEY (document, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_deleted ON team_records (editedAt) WHERE value IS NULL;

-- Values that lost against a later edit, until a user dismisses them.
CREATE TABLE team_losers (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT,
  editedAt INTEGER NOT NULL,
  editedBy TEXT NOT NULL
) STRICT;
CREATE INDEX team_losers_of_record ON team_losers (document, id);

-- The edits that have arrived: one that is sent again counts once.
CREATE TABLE team_edits (
  edit TEXT PRIMARY KEY,
  arrivedAt INTEGER NOT NULL,
  outcome TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX team_edits_by_time ON team_edits (arrivedAt);

-- What each label has written of each document of the team, the values that lost included. Triggers keep it, so that no
-- statement forgets to count.
CREATE TABLE team_use (
  document TEXT NOT NULL,
  label TEXT NOT NULL,
  -- Rows of team_records and team_losers, and records that are not deleted.
  records INTEGER NOT NULL,
  live INTEGER NOT NULL,
  -- Documents, ids, labels and values.
  bytes INTEGER NOT NULL,
  PRIMARY KEY (document, label)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER team_record_added AFTER INSERT ON team_records BEGIN ${add("new.value IS NOT NULL")} END;
CREATE TRIGGER team_record_removed AFTER DELETE ON team_records BEGIN ${remove("(old.value IS NOT NULL)")} END;
CREATE TRIGGER team_record_changed AFTER UPDATE OF value, editedBy ON team_records BEGIN
  ${remove("(old.value IS NOT NULL)")} ${add("new.value IS NOT NULL")}
END;
CREATE TRIGGER team_loser_added AFTER INSERT ON team_losers BEGIN ${add("0")} END;
CREATE TRIGGER team_loser_removed AFTER DELETE ON team_losers BEGIN ${remove("0")} END;

-- What a collector sends by mail (electron/features/collector/README.md).
CREATE TABLE mailings (
  -- The id in the administrator's file.
  id TEXT PRIMARY KEY,
  -- JSON: the mailing as it was set up, and up to when its runs were done.
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  connectionId TEXT NOT NULL,
  -- The id of the mailing.
  source TEXT NOT NULL,
  -- JSON: recipients, content, and what became of it.
  job TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
