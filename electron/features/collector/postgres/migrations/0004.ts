const sizeOf = (row: "new" | "old" | "kept"): string =>
  `octet_length(${row}.document) + octet_length(${row}.id) + octet_length(${row}.edited_by) + coalesce(octet_length(${row}.value), 0)`;

/** Version 4: what each label has written of each document of the team, as collector-0004.ts describes it. */
export const postgres4 = `
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
INSERT INTO stockdeck.team_use
  SELECT document, edited_by, count(*), sum(live), sum(bytes) FROM (
    SELECT document, edited_by, (value IS NOT NULL)::int AS live, ${sizeOf("kept")} AS bytes FROM stockdeck.team_records AS kept
    UNION ALL SELECT document, edited_by, 0, ${sizeOf("kept")} FROM stockdeck.team_losers AS kept
  ) AS rows GROUP BY document, edited_by;
ALTER TABLE stockdeck.team_state DROP COLUMN characters;
`;
