/** Version 5: the records of a team are in copies, so that a reading of all records replaces them at once. */
export const user5 = `
CREATE TABLE team_copies (
  copy INTEGER PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- 'used', 'reading' until its last page is read, or 'old' until its rows are deleted.
  state TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX team_copies_by_state ON team_copies (profileId, state) WHERE state <> 'old';
INSERT INTO team_copies (profileId, state) SELECT profileId, 'used' FROM team_state;

CREATE TABLE team_rows (
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
INSERT INTO team_rows SELECT copy, document, id, value, version, editedAt, editedBy, losers
  FROM team_records JOIN team_copies USING (profileId);
DROP TABLE team_records;
ALTER TABLE team_rows RENAME TO team_records;
CREATE INDEX team_records_with_losers ON team_records (copy) WHERE losers <> '[]';
CREATE INDEX team_records_live ON team_records (copy, document) WHERE value IS NOT NULL;

-- The numbering of a collector that has lost most of the records here, while the user has not decided.
ALTER TABLE team_state ADD COLUMN asksEpoch TEXT;
-- The one whose records the user takes all the same.
ALTER TABLE team_state ADD COLUMN acceptedEpoch TEXT;
`;
