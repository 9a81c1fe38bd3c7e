/** Version 4: what each label has written of each document of the team, the values that lost included. */
const sizeOf = (row: "new" | "old"): string =>
  `octet_length(${row}.document) + octet_length(${row}.id) + octet_length(${row}.editedBy) + coalesce(octet_length(${row}.value), 0)`;

/** @param live whether a row counts as a record with a value. */
const add = (live: string): string => `
  INSERT INTO team_use VALUES (new.document, new.editedBy, 1, ${live}, ${sizeOf("new")})
    ON CONFLICT DO UPDATE SET records = records + 1, live = live + excluded.live, bytes = bytes + excluded.bytes;`;
const remove = (live: string): string => `
  UPDATE team_use SET records = records - 1, live = live - ${live}, bytes = bytes - (${sizeOf("old")})
    WHERE document = old.document AND label = old.editedBy;`;

export const collector4 = `
-- Triggers keep it, so that no statement forgets to count.
CREATE TABLE team_use (
  document TEXT NOT NULL,
  label TEXT NOT NULL,
  -- Rows of team_records and team_losers, and records that are not deleted.
  records INTEGER NOT NULL,
  live INTEGER NOT NULL,
  -- Documents, ids, labels and values.
  bytes INTEGER NOT NULL,
  PRIMARY KEY (document, label)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER team_record_added AFTER INSERT ON team_records BEGIN ${add("new.value IS NOT NULL")} END;
CREATE TRIGGER team_record_removed AFTER DELETE ON team_records BEGIN ${remove("(old.value IS NOT NULL)")} END;
CREATE TRIGGER team_record_changed AFTER UPDATE OF value, editedBy ON team_records BEGIN
  ${remove("(old.value IS NOT NULL)")} ${add("new.value IS NOT NULL")}
END;
CREATE TRIGGER team_loser_added AFTER INSERT ON team_losers BEGIN ${add("0")} END;
CREATE TRIGGER team_loser_removed AFTER DELETE ON team_losers BEGIN ${remove("0")} END;
INSERT INTO team_use
  SELECT document, editedBy, count(*), sum(live), sum(bytes) FROM (
    SELECT document, editedBy, value IS NOT NULL AS live, ${sizeOf("new")} AS bytes FROM team_records AS new
    UNION ALL SELECT document, editedBy, 0, ${sizeOf("new")} FROM team_losers AS new
  ) GROUP BY document, editedBy;
DELETE FROM facts WHERE name = 'teamCharacters';
`;
