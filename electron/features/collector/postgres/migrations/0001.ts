const sizeOf = (row: "new" | "old"): string =>
  `octet_length(${row}.document) + octet_length(${row}.id) + octet_length(${row}.edited_by) + coalesce(octet_length(${row}.value), 0)`;

/**
 * The store in PostgreSQL, version 1. A migration never changes once released. Instants have the form of
 * shared/base/time/instant.ts. Ids are compared by their bytes, as in SQLite.
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
  -- The value of an item, which the leader's journal computes: the amount in its currency, exactly.
  value numeric,
  currency text,
  -- Why the item has no value.
  value_gap text,
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

-- One row: the last number, the highest one of a record that was deleted for good, and the number of losers so far.
CREATE TABLE stockdeck.team_state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  sequence bigint NOT NULL DEFAULT 0,
  forgotten bigint NOT NULL DEFAULT 0,
  losers bigint NOT NULL DEFAULT 0
);
INSERT INTO stockdeck.team_state DEFAULT VALUES;

-- What each label has written of each document of the team, the values that lost included. Triggers keep it, so that no
-- statement forgets to count.
CREATE TABLE stockdeck.team_use (
  document text COLLATE "C" NOT NULL,
  label text COLLATE "C" NOT NULL,
  records bigint NOT NULL,
  live bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (document, label)
);
CREATE FUNCTION stockdeck.count_team_use() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  counts int := (TG_TABLE_NAME = 'team_records')::int;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE stockdeck.team_use SET records = records - 1, live = live - counts * (old.value IS NOT NULL)::int,
        bytes = bytes - (${sizeOf("old")})
      WHERE document = old.document AND label = old.edited_by;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO stockdeck.team_use AS kept
      VALUES (new.document, new.edited_by, 1, counts * (new.value IS NOT NULL)::int, ${sizeOf("new")})
      ON CONFLICT (document, label) DO UPDATE
        SET records = kept.records + 1, live = kept.live + excluded.live, bytes = kept.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER team_use AFTER INSERT OR DELETE OR UPDATE OF value, edited_by ON stockdeck.team_records
  FOR EACH ROW EXECUTE FUNCTION stockdeck.count_team_use();
CREATE TRIGGER team_use AFTER INSERT OR DELETE ON stockdeck.team_losers
  FOR EACH ROW EXECUTE FUNCTION stockdeck.count_team_use();

-- What the leader sends by mail.
CREATE TABLE stockdeck.mailings (
  id text PRIMARY KEY,
  state text NOT NULL
);
CREATE TABLE stockdeck.mails (
  id text PRIMARY KEY,
  connection_id text NOT NULL,
  source text NOT NULL,
  job text NOT NULL
);

-- One row: the leader's heartbeat, by which the others find out that it hangs.
CREATE TABLE stockdeck.leader (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The server process of the connection that holds the leader's lock.
  pid int NOT NULL,
  beat_at timestamptz NOT NULL
);
`;
