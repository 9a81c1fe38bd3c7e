/** Version 8: consumption compares each value with the one last counted, and an increase takes back what was counted lately. */
export const inventory8 = `
-- The length or weight of an item that was counted last; an item that never changed has none.
CREATE TABLE counted_values (
  id TEXT NOT NULL,
  -- 'length' or 'weight'.
  measure TEXT NOT NULL,
  typeId TEXT NOT NULL,
  -- Where a weight came from; empty for lengths.
  source TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (id, measure)
) STRICT, WITHOUT ROWID;

-- What was counted as used within the last days, by item.
CREATE TABLE counted_uses (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  measure TEXT NOT NULL,
  typeId TEXT NOT NULL,
  -- When it was observed, an instant, and the local day to which it was added.
  at INTEGER NOT NULL,
  day TEXT NOT NULL,
  amount REAL NOT NULL
) STRICT;
CREATE INDEX counted_uses_by_item ON counted_uses (id, measure, at);
`;
