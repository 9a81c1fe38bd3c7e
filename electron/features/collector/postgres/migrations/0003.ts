/** Version 3: what the leader sends by mail, as collector-0003.ts describes it. */
export const postgres3 = `
CREATE TABLE stockdeck.mailings (
  id text PRIMARY KEY,
  state text NOT NULL
);
CREATE TABLE stockdeck.mails (
  id text PRIMARY KEY,
  profile_id text NOT NULL,
  source text NOT NULL,
  job text NOT NULL
);
`;
