/**
 * The store in PostgreSQL, version 1. A migration never changes once released. Instants are as in
 * shared/base/time/instant.ts. Ids are compared by their bytes, as SQLite does.
 */
export const postgres1 = `
-- One row: the numbering, and how far the leader's journal is published.
CREATE TABLE stockdeck.state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- Identifies the numbering of the changes.
  epoch text NOT NULL,
  -- The last number that a change got. A sequence object would leave gaps when a transaction fails.
  last bigint NOT NULL DEFAULT 0,
  -- The bytes of all changes so far.
  written bigint NOT NULL DEFAULT 0,
  -- The latest time that a leader's clock has shown, ms since the epoch.
  clock bigint NOT NULL DEFAULT 0,
  -- Facts about the copy, JSON.
  facts text,
  -- The earliest instant whose rows can be rebuilt; NULL if unknown.
  observed_since bigint,
  -- The published position: the journal, and its revision and last change.
  journal text,
  journal_revision bigint,
  journal_change bigint
);

-- Records as the service sent them: JSON with every digit and every field in its place.
CREATE TABLE stockdeck.records (
  -- 'items', 'types' or 'locations'.
  resource text NOT NULL,
  id text COLLATE "C" NOT NULL,
  record text NOT NULL,
  -- What the specification's filters compare; NULL without a value.
  status text,
  location_id text,
  type_id text,
  updated_at bigint,
  -- When the service stopped returning the record; NULL for a record that it returns.
  hidden_since bigint,
  -- The number of the record's last change; 0 without one.
  changed bigint NOT NULL DEFAULT 0,
  -- What a leader needs to count the item's use further, JSON; NULL for an item that never changed.
  counted text,
  PRIMARY KEY (resource, id)
);
CREATE INDEX records_by_update ON stockdeck.records (updated_at, id) WHERE resource = 'items';
CREATE INDEX records_by_change ON stockdeck.records (changed) WHERE resource = 'items' AND changed > 0;

-- The sequence. Numbers have no gap; the lowest ones are deleted first.
CREATE TABLE stockdeck.changes (
  number bigint PRIMARY KEY,
  resource text NOT NULL,
  id text COLLATE "C" NOT NULL,
  observed_before bigint NOT NULL,
  -- The bytes of all changes up to this one.
  written bigint NOT NULL,
  -- The change without its number and record, JSON.
  change text NOT NULL
);

-- Changes that are stored at or after a moment have a higher number than the one here.
CREATE TABLE stockdeck.moments (
  -- Ms since the epoch by a leader's clock, which never goes back.
  at bigint PRIMARY KEY,
  number bigint NOT NULL
);

-- Counted days, as in the copy.
CREATE TABLE stockdeck.snapshot_days (
  day text PRIMARY KEY,
  taken_at bigint NOT NULL,
  low_stock bigint NOT NULL,
  problems bigint
);
CREATE TABLE stockdeck.snapshots (
  day text NOT NULL,
  dimension text NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  items bigint NOT NULL,
  length double precision,
  weight double precision,
  PRIMARY KEY (day, dimension, id, status)
);
CREATE TABLE stockdeck.consumption (
  day text NOT NULL,
  type_id text COLLATE "C" NOT NULL,
  length double precision NOT NULL,
  weight double precision NOT NULL,
  PRIMARY KEY (day, type_id)
);

-- The quarters of an hour in which a pass succeeded, counted from the epoch.
CREATE TABLE stockdeck.observed_quarters (quarter bigint PRIMARY KEY);

-- The clients that may read. Times are ms since the epoch.
CREATE TABLE stockdeck.tokens (
  label text COLLATE "C" PRIMARY KEY,
  -- SHA-256 in hex; the token itself is not stored.
  hash text NOT NULL UNIQUE,
  access text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint
);

-- The records that a team shares. A deleted one stays for a year.
CREATE TABLE stockdeck.team_records (
  document text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- JSON; NULL if the record is deleted.
  value text,
  -- The number of edits that were accepted.
  version bigint NOT NULL,
  -- The number of the last change in the sequence of all team records.
  sequence bigint NOT NULL UNIQUE,
  edited_at bigint NOT NULL,
  -- The label of a token.
  edited_by text NOT NULL,
  PRIMARY KEY (document, id)
);
CREATE INDEX team_deleted ON stockdeck.team_records (edited_at) WHERE value IS NULL;

-- Values that lost against a later edit, until a user dismisses them.
CREATE TABLE stockdeck.team_losers (
  number bigint PRIMARY KEY,
  document text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  value text,
  edited_at bigint NOT NULL,
  edited_by text NOT NULL
);
CREATE INDEX team_losers_of_record ON stockdeck.team_losers (document, id);

-- The edits that have arrived: one that is sent again counts once.
CREATE TABLE stockdeck.team_edits (
  edit text PRIMARY KEY,
  arrived_at bigint NOT NULL,
  outcome text NOT NULL
);
CREATE INDEX team_edits_by_time ON stockdeck.team_edits (arrived_at);

-- One row: the last number, the highest one of a record that was deleted for good, the number of losers so far, and the
-- characters of all values.
CREATE TABLE stockdeck.team_state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  sequence bigint NOT NULL DEFAULT 0,
  forgotten bigint NOT NULL DEFAULT 0,
  losers bigint NOT NULL DEFAULT 0,
  characters bigint NOT NULL DEFAULT 0
);
INSERT INTO stockdeck.team_state DEFAULT VALUES;
`;
