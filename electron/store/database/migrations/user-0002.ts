/** Version 2: the name book, what the user calls the ids that the API gives no name for. */
export const user2 = `
CREATE TABLE names (
  profileId TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Empty where the user gave none.
  name TEXT NOT NULL,
  team TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (profileId, id)
) STRICT, WITHOUT ROWID;
`;
