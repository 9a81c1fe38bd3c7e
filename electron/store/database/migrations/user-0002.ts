/** Version 2: the records that a team shares by its collector (electron/features/team/README.md), and notes by connection. */
export const user2 = `
-- A note that another connection's team has too keeps its id.
CREATE TABLE notes_of_connections (
  id TEXT NOT NULL,
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
  archivedAt TEXT,
  PRIMARY KEY (profileId, id)
) STRICT, WITHOUT ROWID;
INSERT INTO notes_of_connections SELECT id, profileId, itemId, text, askedOn, outAt, createdAt, archivedAt FROM item_notes;
DROP TABLE item_notes;
ALTER TABLE notes_of_connections RENAME TO item_notes;

-- How far a connection has read its team's records.
CREATE TABLE team_state (
  profileId TEXT PRIMARY KEY,
  -- The collector's numbering, and the last number that was read in it.
  epoch TEXT NOT NULL,
  last INTEGER NOT NULL,
  -- The label and right of this workstation's token: 'read' or 'annotate'.
  label TEXT NOT NULL,
  access TEXT NOT NULL,
  -- Ms by which the collector's clock is ahead of this computer's.
  clockAhead INTEGER NOT NULL,
  -- 1 if the user must confirm the edits that wait, because they are more than a year old.
  asks INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The team's records as they were last read, with the values that lost. A deleted one has no value.
CREATE TABLE team_records (
  profileId TEXT NOT NULL,
  document TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT,
  version INTEGER NOT NULL,
  editedAt INTEGER NOT NULL,
  editedBy TEXT NOT NULL,
  -- JSON (shared/features/team/team-protocol.ts).
  losers TEXT NOT NULL,
  PRIMARY KEY (profileId, document, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_records_with_losers ON team_records (profileId) WHERE losers <> '[]';

-- The user's edits that the collector does not have yet, in their order.
CREATE TABLE team_edits (
  number INTEGER PRIMARY KEY,
  profileId TEXT NOT NULL,
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
CREATE INDEX team_edits_in_order ON team_edits (profileId, document, number);
`;
