/**
 * The tables of the inventory database, version 1. A released migration never changes, so it is not made from the
 * catalogue of fields: a test compares the two. Computed columns are not named here; they are added when the file is
 * opened. If shared/base/text changes the results of `fold` or `natural_key`, raise the version and compute the keys
 * again.
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
  -- When the service answered 404 for a row that a full check had not returned (design 4.8). Such rows are hidden.
  noLongerReturnedSince INTEGER,
  -- The newest updatedAt ever seen, if the service now reports an older one; NULL otherwise.
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

-- Malformed records, kept for support.
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

-- Facts about the whole copy: the mark, the last pass, counters.
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Rows that the last full listing did not return, to be requested one by one.
CREATE TABLE missing (
  resource TEXT NOT NULL,
  id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  -- The service's time at which it last returned the row, an instant.
  returnedAt INTEGER,
  -- The number of failed requests, and the local time of the next one (ms since the epoch).
  tries INTEGER NOT NULL DEFAULT 0,
  notBefore INTEGER,
  PRIMARY KEY (resource, id)
) STRICT, WITHOUT ROWID;

-- Numbers are never reused, so that "seen up to" stays true after old changes are deleted.
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
  -- The id of the event that announced the change (specification 2.7); NULL without one.
  event TEXT
) STRICT;
CREATE INDEX changes_by_record ON changes (resource, id, number);
CREATE INDEX changes_by_type ON changes (type, number);
CREATE INDEX changes_by_time ON changes (observedBefore);

-- The last change that the user has seen in each view.
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

-- The rows that each commit wrote, from which the columnar index is updated.
CREATE TABLE touched_rows (
  revision INTEGER NOT NULL,
  resource TEXT NOT NULL,
  -- Row ids as 32-bit numbers; NULL if they are too many to follow one by one.
  rowids BLOB,
  PRIMARY KEY (revision, resource)
) STRICT, WITHOUT ROWID;

-- The user's names for ids, copied from the user database so that queries can join them.
CREATE TABLE names (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Quarters of an hour, counted from the epoch, in which a pass succeeded. Nothing was observed in all others.
CREATE TABLE observed_quarters (
  quarter INTEGER PRIMARY KEY
) STRICT;

-- The stock after the last pass of each local day. Missing days were not observed.
CREATE TABLE snapshot_days (
  -- ISO 8601 date.
  day TEXT PRIMARY KEY,
  -- Ms since the epoch by the local clock.
  takenAt INTEGER NOT NULL,
  -- The number of material types that were low.
  lowStock INTEGER NOT NULL,
  -- The number of items with problems; NULL if not counted.
  problems INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (
  day TEXT NOT NULL,
  -- 'types' or 'locations': all items are counted once for each dimension.
  dimension TEXT NOT NULL,
  -- The id of the type or location; empty for items without one.
  id TEXT NOT NULL,
  -- 'available', 'checked_out', 'archived', or 'other'.
  status TEXT NOT NULL,
  items INTEGER NOT NULL,
  -- Sums in the service's numbers; NULL for locations, because lengths of different types cannot be added.
  length REAL,
  weight REAL,
  PRIMARY KEY (day, dimension, id, status)
) STRICT, WITHOUT ROWID;
-- The history of one type or location.
CREATE INDEX snapshots_by_record ON snapshots (dimension, id, day);

-- The used length and weight by local day and type: the sum of the decreases of single items.
CREATE TABLE consumption (
  day TEXT NOT NULL,
  typeId TEXT NOT NULL,
  length REAL NOT NULL,
  weight REAL NOT NULL,
  PRIMARY KEY (day, typeId)
) STRICT, WITHOUT ROWID;

-- Alerts. Times are ms since the epoch by the local clock.
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ruleId TEXT NOT NULL,
  ruleName TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- NULL if the alert concerns no record.
  resource TEXT,
  -- The record's id; empty if the alert concerns the whole stock.
  subject TEXT NOT NULL,
  subjectName TEXT NOT NULL,
  -- 1 for a single event, which stays until it is acknowledged.
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
-- At most one open alert for each subject of a rule.
CREATE UNIQUE INDEX alerts_open ON alerts (ruleId, subject) WHERE resolvedAt IS NULL;
CREATE INDEX alerts_by_firing ON alerts (firedAt);

CREATE TABLE alert_knowledge (
  ruleId TEXT PRIMARY KEY,
  -- What the rule watched. If that changes, the evaluation starts again.
  signature TEXT NOT NULL,
  -- The last change and pass that were evaluated.
  number INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  -- The last count or sum; NULL if the rule has none.
  value REAL,
  -- One bit per row id, set if the condition held; NULL for a rule that compares no rows.
  members BLOB
) STRICT, WITHOUT ROWID;

-- The last counted length or weight of an item. An item that never changed has no row.
CREATE TABLE counted_values (
  id TEXT NOT NULL,
  -- 'length' or 'weight'.
  measure TEXT NOT NULL,
  typeId TEXT NOT NULL,
  -- The source of a weight; empty for lengths.
  source TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (id, measure)
) STRICT, WITHOUT ROWID;

-- The uses counted within the last days, by item.
CREATE TABLE counted_uses (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  measure TEXT NOT NULL,
  typeId TEXT NOT NULL,
  -- The instant of the observation, and the local day that the use was added to.
  at INTEGER NOT NULL,
  day TEXT NOT NULL,
  amount REAL NOT NULL
) STRICT;
CREATE INDEX counted_uses_by_item ON counted_uses (id, measure, at);
`;
