/** Version 4: messages that are sent by mail (electron/delivery/mail/README.md). */
export const user4 = `
CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  profileId TEXT NOT NULL,
  -- What the message belongs to, such as the id of a schedule.
  source TEXT NOT NULL,
  -- JSON: recipients, content, and what became of it.
  job TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
