/** The event log's database of a receiver, version 1. */
export const events1 = `
CREATE TABLE events (
  -- The position in the stream; numbers are never reused.
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  eventId TEXT NOT NULL UNIQUE,
  -- Ms since the epoch, by the receiver's clock.
  receivedAt INTEGER NOT NULL,
  -- A WebhookEvent as JSON.
  event TEXT NOT NULL
) STRICT;
-- Workstations that may read the stream.
CREATE TABLE tokens (
  label TEXT PRIMARY KEY,
  -- SHA-256 in hex; the token itself is not stored.
  hash TEXT NOT NULL UNIQUE,
  createdAt INTEGER NOT NULL,
  lastUsedAt INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- All events up to this number were deleted.
INSERT INTO facts VALUES ('pruned', '0');
-- Distinguishes this log from one that was started again.
INSERT INTO facts VALUES ('log', lower(hex(randomblob(8))));
`;
