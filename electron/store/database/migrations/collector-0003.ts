/** Version 3: what a collector sends by mail (electron/features/collector/README.md). */
export const collector3 = `
CREATE TABLE mailings (
  -- The id in the administrator's file.
  id TEXT PRIMARY KEY,
  -- JSON: the mailing as it was set up, and up to when its runs were done.
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- The id of the mailing.
  source TEXT NOT NULL,
  -- JSON: recipients, content, and what became of it.
  job TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
