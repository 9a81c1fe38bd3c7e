/** Version 4: rules of alerts. */
export const user4 = `
CREATE TABLE alert_rules (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- Ms since the epoch.
  createdAt INTEGER NOT NULL,
  -- JSON.
  definition TEXT NOT NULL,
  -- 1 until the app ends, so that it can be restored.
  deleted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_rules_by_profile ON alert_rules (profileId, createdAt);
`;
