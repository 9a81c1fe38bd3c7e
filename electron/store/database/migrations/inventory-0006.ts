/** Version 6: how long items have been out is read from an index alone. */
export const inventory6 = `
DROP INDEX IF EXISTS items_by_status;
CREATE INDEX items_by_status ON items (status, checkedOutAt, noLongerReturnedSince);
`;
