/** Version 5: the alerts, and what each rule knows from the last refresh. Times are ms since the epoch by the local clock. */
export const inventory5 = `
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ruleId TEXT NOT NULL,
  ruleName TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- NULL where it is about no record.
  resource TEXT,
  -- The record's id; empty where it is about the whole.
  subject TEXT NOT NULL,
  subjectName TEXT NOT NULL,
  -- 1 for what only happened: it lasts until it is acknowledged.
  isEvent INTEGER NOT NULL,
  state TEXT NOT NULL,
  pendingFor INTEGER NOT NULL,
  since INTEGER NOT NULL,
  firedAt INTEGER,
  snoozedUntil INTEGER,
  readAt INTEGER,
  resolvedAt INTEGER,
  missed INTEGER NOT NULL,
  -- JSON.
  detail TEXT NOT NULL
) STRICT;
-- One that has not ended for each subject of a rule.
CREATE UNIQUE INDEX alerts_open ON alerts (ruleId, subject) WHERE resolvedAt IS NULL;
CREATE INDEX alerts_by_firing ON alerts (firedAt);

CREATE TABLE alert_knowledge (
  ruleId TEXT PRIMARY KEY,
  -- What the rule watched. If it watches something else now, it starts again.
  signature TEXT NOT NULL,
  -- The change and the pass up to which it was evaluated.
  number INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  -- The last count or sum; NULL if the rule has none.
  value REAL,
  -- A bit for each row id for which the condition held; NULL for a rule that compares no rows.
  members BLOB
) STRICT, WITHOUT ROWID;
`;
