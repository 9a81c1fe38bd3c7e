/** Version 2: the documents of a team. */
export const collector2 = `
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

-- The last number, the highest one of a record that was deleted for good, and the characters of all values.
INSERT INTO facts VALUES ('teamSequence', '0');
INSERT INTO facts VALUES ('teamForgotten', '0');
INSERT INTO facts VALUES ('teamCharacters', '0');
`;
