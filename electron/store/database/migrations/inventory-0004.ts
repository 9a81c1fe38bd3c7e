/** Version 4: what is wrong with records, and how many items of a type or location are out longer than usual. */
export const inventory4 = `
-- The rules (shared/domain/problems.ts) that a row breaks, NULL for none.
ALTER TABLE items ADD COLUMN problems TEXT;
ALTER TABLE types ADD COLUMN problems TEXT;
ALTER TABLE locations ADD COLUMN problems TEXT;
CREATE INDEX items_by_problem ON items (problems) WHERE problems IS NOT NULL;

ALTER TABLE types ADD COLUMN outLongerCount REAL;
ALTER TABLE locations ADD COLUMN outLongerCount REAL;

-- Items with problems; NULL where nobody looked for them.
ALTER TABLE snapshot_days ADD COLUMN problems INTEGER;
`;
