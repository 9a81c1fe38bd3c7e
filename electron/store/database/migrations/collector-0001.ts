/** A collector's own database, version 1. Records and changes are in the inventory database. */
export const collector1 = `
-- The clients that may read.
CREATE TABLE tokens (
  label TEXT PRIMARY KEY,
  -- SHA-256 in hex; the token itself is not stored.
  hash TEXT NOT NULL UNIQUE,
  -- 'read' or 'annotate'.
  access TEXT NOT NULL,
  -- Ms since the epoch.
  createdAt INTEGER NOT NULL,
  lastUsedAt INTEGER
) STRICT, WITHOUT ROWID;

-- Changes that are stored at or after a moment have a higher number than the one here.
CREATE TABLE moments (
  -- Ms since the epoch by the collector's clock, which never goes back.
  at INTEGER PRIMARY KEY,
  number INTEGER NOT NULL
) STRICT;

CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- The numbering to which the moments belong, and the latest time that the collector's clock has shown.
INSERT INTO facts VALUES ('epoch', '');
INSERT INTO facts VALUES ('clock', '0');
`;
