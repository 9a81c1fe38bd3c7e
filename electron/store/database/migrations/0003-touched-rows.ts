/** Which rows a commit wrote, so that what is held of them in memory can follow (columnar/README.md). */
export const touchedRows = `
CREATE TABLE touched_rows (
  revision INTEGER NOT NULL,
  resource TEXT NOT NULL,
  -- Row ids as 32-bit numbers, or null where they are too many to follow one by one.
  rowids BLOB,
  PRIMARY KEY (revision, resource)
) STRICT, WITHOUT ROWID;
`;
