/**
 * The first schema. A migration never changes once released, so nothing here is derived from the catalogue of
 * fields: a test holds the two together.
 */
export const initial = `
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
  remainder TEXT,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL,
  idKey TEXT NOT NULL,
  fetchSequence INTEGER NOT NULL,
  fetchedAt INTEGER NOT NULL
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
  remainder TEXT,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL,
  idKey TEXT NOT NULL,
  fetchSequence INTEGER NOT NULL,
  fetchedAt INTEGER NOT NULL
) STRICT;

CREATE TABLE locations (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  createdAt INTEGER,
  updatedAt INTEGER,
  remainder TEXT,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL,
  idKey TEXT NOT NULL,
  fetchSequence INTEGER NOT NULL,
  fetchedAt INTEGER NOT NULL
) STRICT;

-- Records that cannot be stored, kept for whoever has to find out why.
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
`;
