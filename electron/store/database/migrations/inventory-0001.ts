/**
 * The inventory database, version 1. A migration never changes once released, so nothing here is derived from the
 * catalogue of fields: a test compares the two.
 */
export const inventory1 = `
CREATE TABLE items (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  status TEXT,
  locationId TEXT,
  materialTypeId TEXT,
  startingLength REAL,
  originalLength REAL,
  remainingLength REAL,
  weight REAL,
  weightSource TEXT,
  checkedOutToUserId TEXT,
  checkedOutAt INTEGER,
  archivedAt INTEGER,
  createdAt INTEGER,
  updatedAt INTEGER,
  unmapped TEXT,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL,
  idKey TEXT NOT NULL,
  fetchSequence INTEGER NOT NULL,
  fetchedAt INTEGER NOT NULL,
  -- Set where the service answered 404 for a row that a full check had not seen (design 4.8): kept, hidden by default.
  noLongerReturnedSince INTEGER
) STRICT;

CREATE TABLE types (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  width REAL,
  thickness REAL,
  calculatedDensity REAL,
  densityDisplayUnit TEXT,
  densitySourceType TEXT,
  spoolWeight REAL,
  pricePerFoot REAL,
  pricePerPound REAL,
  pricingBasis TEXT,
  currency TEXT,
  createdAt INTEGER,
  updatedAt INTEGER,
  unmapped TEXT,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL,
  idKey TEXT NOT NULL,
  fetchSequence INTEGER NOT NULL,
  fetchedAt INTEGER NOT NULL,
  noLongerReturnedSince INTEGER
) STRICT;

CREATE TABLE locations (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  createdAt INTEGER,
  updatedAt INTEGER,
  unmapped TEXT,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL,
  idKey TEXT NOT NULL,
  fetchSequence INTEGER NOT NULL,
  fetchedAt INTEGER NOT NULL,
  noLongerReturnedSince INTEGER
) STRICT;

CREATE INDEX items_no_longer_returned ON items (noLongerReturnedSince) WHERE noLongerReturnedSince IS NOT NULL;
CREATE INDEX types_no_longer_returned ON types (noLongerReturnedSince) WHERE noLongerReturnedSince IS NOT NULL;
CREATE INDEX locations_no_longer_returned ON locations (noLongerReturnedSince)
  WHERE noLongerReturnedSince IS NOT NULL;

-- Records that cannot be stored, kept for support.
CREATE TABLE quarantine (
  resource TEXT NOT NULL,
  identity TEXT NOT NULL,
  reason TEXT NOT NULL,
  record TEXT NOT NULL,
  requestId TEXT,
  pass INTEGER NOT NULL,
  seenAt INTEGER NOT NULL,
  PRIMARY KEY (resource, identity)
) STRICT, WITHOUT ROWID;

-- What is known about the copy as a whole: the mark, the last pass, counters.
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Rows that the last listing of everything did not see, to be requested one by one.
CREATE TABLE missing (
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

-- The last passes, for support. Times are ms since the epoch by the local clock.
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

-- Which rows a commit wrote, so that the columnar index can follow.
CREATE TABLE touched_rows (
  revision INTEGER NOT NULL,
  resource TEXT NOT NULL,
  -- Row ids as 32-bit numbers, or null where they are too many to follow one by one.
  rowids BLOB,
  PRIMARY KEY (revision, resource)
) STRICT, WITHOUT ROWID;
`;
