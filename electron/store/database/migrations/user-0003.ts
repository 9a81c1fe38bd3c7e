/** Version 3: a team has many records, the scans of its counts. */
export const user3 = `
-- Counts the records that are not deleted.
CREATE INDEX team_records_live ON team_records (profileId, document) WHERE value IS NOT NULL;
-- Finds the last edit of a record.
DROP INDEX team_edits_in_order;
CREATE INDEX team_edits_of_record ON team_edits (profileId, document, id, number);
`;
