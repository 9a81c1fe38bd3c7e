import fs from "node:fs";
import type { Database } from "../../../store/database/open-database.ts";
import { openOwnFile } from "../serving/own-file.ts";
import { inTransaction, type Queryable } from "./connect.ts";
import { readState } from "./state.ts";

/** The number of rows that one statement writes. */
const ROWS = 1_000;

/** The tables to copy. Each table has a statement that reads it, and a statement that writes its rows by columns. */
const TABLES = [
  {
    from: "SELECT label, hash, access, createdAt, lastUsedAt FROM tokens",
    // A token that was created for the store before its first start is kept.
    to: `INSERT INTO stockdeck.tokens (label, hash, access, created_at, last_used_at)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) ON CONFLICT DO NOTHING`,
  },
  {
    from: "SELECT document, id, value, version, sequence, editedAt, editedBy FROM team_records",
    to: `INSERT INTO stockdeck.team_records (document, id, value, version, sequence, edited_at, edited_by)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])`,
  },
  {
    from: "SELECT number, document, id, value, editedAt, editedBy FROM team_losers",
    to: `INSERT INTO stockdeck.team_losers (number, document, id, value, edited_at, edited_by)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[])`,
  },
  {
    from: "SELECT id, state FROM mailings",
    to: "INSERT INTO stockdeck.mailings (id, state) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
  },
  {
    from: "SELECT id, connectionId, source, job FROM mails",
    to: `INSERT INTO stockdeck.mails (id, connection_id, source, job)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
  },
] as const;

/**
 * Copies a collector's own tokens, team records and mail into its first store: either all of them or nothing.
 * @security the file is renamed afterwards. Otherwise a token that was removed from the store could return with another
 * store.
 * @param file the collector's own database; nothing happens if there is none.
 * @param acceptsLoss as in `openOwnFile`.
 * @returns false if the store already has data, so that the file stays.
 * @throws the driver's error; AppFailure of kind `store`.
 */
export async function importOwn(client: Queryable, file: string, acceptsLoss = false): Promise<boolean> {
  if (!fs.existsSync(file)) return true;
  const own = openOwnFile(file, acceptsLoss).database;
  try {
    const isImported = await inTransaction(client, async () => {
      // Meanwhile this lock keeps other collectors from storing edits.
      await client.query("SELECT 1 FROM stockdeck.team_state FOR UPDATE");
      const state = await readState(client);
      if (state.facts !== null || state.team > 0) return false;
      for (const { from, to } of TABLES) await copyTable(own, client, from, to);
      const facts = own.prepare("SELECT name, value FROM facts").all() as { name: string; value: string }[];
      const fact = (name: string): number => Number(facts.find((one) => one.name === name)?.value ?? 0);
      await client.query(
        `UPDATE stockdeck.team_state SET sequence = $1, forgotten = $2,
           losers = coalesce((SELECT max(number) FROM stockdeck.team_losers), 0)`,
        [fact("teamSequence"), fact("teamForgotten")],
      );
      return true;
    });
    if (!isImported) return false;
  } finally {
    own.close();
  }
  for (const suffix of ["", "-wal", "-shm"])
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, `${file}.moved${suffix}`);
  return true;
}

async function copyTable(own: Database, client: Queryable, from: string, to: string): Promise<void> {
  const rows = own.prepare(from).all();
  for (let at = 0; at < rows.length; at += ROWS) {
    const part = rows.slice(at, at + ROWS).map((row) => Object.values(row));
    const columns = part[0]?.map((_, column) => part.map((values) => values[column])) ?? [];
    await client.query(to, columns);
  }
}
