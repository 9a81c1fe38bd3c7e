/** The views that a person named, in the order in which they stand. One that was deleted stays until the next start. */
export const userViews = `
CREATE TABLE views (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  resource TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  -- shared/views/views.ts, as JSON.
  definition TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX views_in_order ON views (profileId, resource, position);
`;
