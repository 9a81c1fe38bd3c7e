/** The last exports, so that they can be found and run again. */
export const userExports = `
CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch.
  startedAt INTEGER NOT NULL,
  -- How it ended (shared/exports/exports.ts), as JSON.
  progress TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX exports_in_order ON exports (profileId, startedAt);
`;
