/** Version 2: the values of items, which the leader's journal computes. All are NULL for a record without a value. */
export const postgres2 = `
ALTER TABLE stockdeck.records
  -- The amount in its currency, exactly.
  ADD COLUMN value numeric,
  ADD COLUMN currency text,
  -- Why the item has no value.
  ADD COLUMN value_gap text;
-- All rows of the journal are compared again, because those of earlier revisions already have values.
UPDATE stockdeck.state SET journal_revision = 0 WHERE journal IS NOT NULL;
`;
