/**
 * What changed, what is no longer returned, and how the passes went. Adding a column with a null default touches no
 * row, so that this takes no longer over a million rows than over none.
 */
export const history = `
-- Set where the service answered 404 for a row that a full check had not seen (design 4.8): kept, hidden by default.
ALTER TABLE items ADD COLUMN noLongerReturnedSince INTEGER;
ALTER TABLE types ADD COLUMN noLongerReturnedSince INTEGER;
ALTER TABLE locations ADD COLUMN noLongerReturnedSince INTEGER;
CREATE INDEX items_no_longer_returned ON items (noLongerReturnedSince) WHERE noLongerReturnedSince IS NOT NULL;
CREATE INDEX types_no_longer_returned ON types (noLongerReturnedSince) WHERE noLongerReturnedSince IS NOT NULL;
CREATE INDEX locations_no_longer_returned ON locations (noLongerReturnedSince)
  WHERE noLongerReturnedSince IS NOT NULL;

-- Rows that the last listing of everything did not see, to be asked for one by one.
CREATE TABLE unreturned (
  resource TEXT NOT NULL,
  id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  -- The service's time at which the row was still there, an instant.
  returnedAt INTEGER,
  PRIMARY KEY (resource, id)
) STRICT, WITHOUT ROWID;

-- Numbers are never used again, so that "seen up to" stays true when old changes go.
CREATE TABLE changes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  pass INTEGER NOT NULL,
  type TEXT NOT NULL,
  resource TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  nameKey TEXT NOT NULL,
  locationId TEXT,
  oldLocationId TEXT,
  holder TEXT,
  oldHolder TEXT,
  observedAfter INTEGER,
  observedBefore INTEGER NOT NULL,
  occurredAt INTEGER,
  fields TEXT NOT NULL
) STRICT;
CREATE INDEX changes_by_record ON changes (resource, id, number);
CREATE INDEX changes_by_type ON changes (type, number);
CREATE INDEX changes_by_time ON changes (observedBefore);

-- Up to which change a view was looked at.
CREATE TABLE seen (
  view TEXT PRIMARY KEY,
  number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The last passes, for whoever has to find out what happened. Times are ms since the epoch by the local clock.
CREATE TABLE passes (
  number INTEGER PRIMARY KEY,
  mode TEXT NOT NULL,
  startedAt INTEGER NOT NULL,
  endedAt INTEGER NOT NULL,
  error TEXT,
  message TEXT,
  requestId TEXT,
  requests INTEGER NOT NULL,
  restarts INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  written INTEGER NOT NULL,
  quarantined INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  mark TEXT
) STRICT;
`;
