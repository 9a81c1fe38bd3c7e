/**
 * The inventory database, version 1. A migration never changes once released, so nothing here is derived from the
 * catalogue of fields: a test compares the two. The columns that Stockdeck computes are added when the file is opened, so no
 * migration names them. Raise the version if shared/base/text changes the results of `fold` or `natural_key`, and compute the
 * keys again.
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
  -- Set if the service answered 404 for a row that a full check had not seen (design 4.8): kept, hidden by default.
  noLongerReturnedSince INTEGER,
  -- The newest updatedAt that was seen of a record that the service now reports with an older one; NULL for all others.
  seenUpdatedAt INTEGER
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
  noLongerReturnedSince INTEGER,
  seenUpdatedAt INTEGER
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
  noLongerReturnedSince INTEGER,
  seenUpdatedAt INTEGER
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
  -- How often the row was requested in vain, and the local time before which it is not requested again (ms since the epoch).
  tries INTEGER NOT NULL DEFAULT 0,
  notBefore INTEGER,
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
  fields TEXT NOT NULL,
  -- The id of the event that announced the change (specification 2.7); NULL if none did.
  event TEXT
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

-- The names that the user gave to ids, copied from the user's own database so that queries can join them.
CREATE TABLE names (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Quarters of an hour, counted from the epoch, in which a whole pass ended: in all others nothing was observed.
CREATE TABLE observed_quarters (
  quarter INTEGER PRIMARY KEY
) STRICT;

-- The stock as the last pass of a local day left it. Missing days were not observed.
CREATE TABLE snapshot_days (
  -- ISO 8601 date.
  day TEXT PRIMARY KEY,
  -- Ms since the epoch by the local clock.
  takenAt INTEGER NOT NULL,
  -- Material types that were low.
  lowStock INTEGER NOT NULL,
  -- Items with problems; NULL if they were not counted.
  problems INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (
  day TEXT NOT NULL,
  -- 'types' or 'locations': the items are counted once by each.
  dimension TEXT NOT NULL,
  -- Of the type or location; empty for items without one.
  id TEXT NOT NULL,
  -- 'available', 'checked_out', 'archived'; 'other' for all else.
  status TEXT NOT NULL,
  items INTEGER NOT NULL,
  -- Sums in the service's own numbers; NULL by location, where lengths of several types have no common sum.
  length REAL,
  weight REAL,
  PRIMARY KEY (day, dimension, id, status)
) STRICT, WITHOUT ROWID;
-- The history of one type or location.
CREATE INDEX snapshots_by_record ON snapshots (dimension, id, day);

-- By how much lengths and weights of single items went down, by local day and type.
CREATE TABLE consumption (
  day TEXT NOT NULL,
  typeId TEXT NOT NULL,
  length REAL NOT NULL,
  weight REAL NOT NULL,
  PRIMARY KEY (day, typeId)
) STRICT, WITHOUT ROWID;

-- The alerts. Times are ms since the epoch by the local clock.
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ruleId TEXT NOT NULL,
  ruleName TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- NULL where it is about no record.
  resource TEXT,
  -- The record's id; empty where it is about the whole.
  subject TEXT NOT NULL,
  subjectName TEXT NOT NULL,
  -- 1 for what only happened: it lasts until it is acknowledged.
  isEvent INTEGER NOT NULL,
  state TEXT NOT NULL,
  pendingFor INTEGER NOT NULL,
  since INTEGER NOT NULL,
  firedAt INTEGER,
  snoozedUntil INTEGER,
  readAt INTEGER,
  resolvedAt INTEGER,
  missed INTEGER NOT NULL,
  -- JSON.
  detail TEXT NOT NULL
) STRICT;
-- One that has not ended for each subject of a rule.
CREATE UNIQUE INDEX alerts_open ON alerts (ruleId, subject) WHERE resolvedAt IS NULL;
CREATE INDEX alerts_by_firing ON alerts (firedAt);

CREATE TABLE alert_knowledge (
  ruleId TEXT PRIMARY KEY,
  -- What the rule watched. If it watches something else now, it starts again.
  signature TEXT NOT NULL,
  -- The change and the pass up to which it was evaluated.
  number INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  -- The last count or sum; NULL if the rule has none.
  value REAL,
  -- A bit for each row id for which the condition held; NULL for a rule that compares no rows.
  members BLOB
) STRICT, WITHOUT ROWID;

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
