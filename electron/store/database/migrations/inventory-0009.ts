/** Version 9: rows that cannot be asked for are tried later, and a service may have been restored to older data. */
export const inventory9 = `
-- How often the row was asked for in vain, and the local time before which it is not asked for again (ms since the epoch).
ALTER TABLE missing ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE missing ADD COLUMN notBefore INTEGER;

-- The newest updatedAt that was seen of a record that the service now reports with an older one; null for all others.
ALTER TABLE items ADD COLUMN seenUpdatedAt INTEGER;
ALTER TABLE types ADD COLUMN seenUpdatedAt INTEGER;
ALTER TABLE locations ADD COLUMN seenUpdatedAt INTEGER;

-- The history of one type or location.
CREATE INDEX snapshots_by_record ON snapshots (dimension, id, day);
`;
