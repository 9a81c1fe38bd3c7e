/** Version 5: the leader's heartbeat, by which the others find out that it hangs. */
export const postgres5 = `
CREATE TABLE stockdeck.leader (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The server process of the connection that holds the leader's lock.
  pid int NOT NULL,
  beat_at timestamptz NOT NULL
);
`;
