/** Version 3: what is known about earlier days, which no later pass can tell, and the stock of types and locations. */
export const inventory3 = `
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
  lowStock INTEGER NOT NULL
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

-- By how much lengths and weights of single items went down, by local day and type.
CREATE TABLE consumption (
  day TEXT NOT NULL,
  typeId TEXT NOT NULL,
  length REAL NOT NULL,
  weight REAL NOT NULL,
  PRIMARY KEY (day, typeId)
) STRICT, WITHOUT ROWID;

-- The stock of each type and location, counted after each pass.
ALTER TABLE types ADD COLUMN itemCount REAL;
ALTER TABLE types ADD COLUMN availableCount REAL;
ALTER TABLE types ADD COLUMN checkedOutCount REAL;
ALTER TABLE types ADD COLUMN archivedCount REAL;
ALTER TABLE types ADD COLUMN totalLength REAL;
ALTER TABLE types ADD COLUMN totalWeight REAL;
ALTER TABLE types ADD COLUMN lastItemChange INTEGER;
ALTER TABLE locations ADD COLUMN itemCount REAL;
ALTER TABLE locations ADD COLUMN availableCount REAL;
ALTER TABLE locations ADD COLUMN checkedOutCount REAL;
ALTER TABLE locations ADD COLUMN archivedCount REAL;
ALTER TABLE locations ADD COLUMN totalLength REAL;
ALTER TABLE locations ADD COLUMN totalWeight REAL;
ALTER TABLE locations ADD COLUMN lastItemChange INTEGER;
ALTER TABLE types ADD COLUMN stockLevel TEXT;
ALTER TABLE types ADD COLUMN lowStockBelow REAL;
ALTER TABLE types ADD COLUMN lowStockMeasure TEXT;
`;
