/** Version 3: notes on checked-out items. */
export const user3 = `
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
`;
