/** Version 7: a change names the event that announced it. */
export const inventory7 = `
-- The id of a live event (specification 2.7); null where none announced the change.
ALTER TABLE changes ADD COLUMN event TEXT;
`;
