/** Version 2: the names that the user gave to ids, copied from the user's own database so that queries can join them. */
export const inventory2 = `
CREATE TABLE names (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  nameSort TEXT NOT NULL,
  nameKey TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
