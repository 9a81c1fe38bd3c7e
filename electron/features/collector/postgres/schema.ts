import { randomBytes } from "node:crypto";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { storeError } from "../../../store/database/store-error.ts";
import { rollBack, type Queryable } from "./connect.ts";
import { postgres1 } from "./migrations/0001.ts";

/** The migrations. Their positions, counted from 1, are the versions in `stockdeck.schema_version`. */
const MIGRATIONS: readonly string[] = [postgres1];

/** The oldest version of PostgreSQL that is supported, as the server numbers it. */
const OLDEST_SERVER = 150_000;

/** The advisory locks of a database: one for migrations, one for the leader. */
export const LOCKS = { migration: [0x53_74_64_6b, 1], leader: [0x53_74_64_6b, 2] } as const;

/** Makes the name of a new numbering. */
export const newEpoch = (): string => randomBytes(8).toString("hex");

/**
 * Creates or migrates the tables, one collector at a time.
 * @throws AppFailure of kind `store`: `newer` for tables of a newer version, `other` for an old server.
 */
export async function migrate(client: Queryable, migrations = MIGRATIONS): Promise<void> {
  const server = await client.query<{ version: number; encoding: string }>(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
  );
  const [{ version: serverVersion, encoding } = { version: 0, encoding: "" }] = server.rows;
  if (serverVersion < OLDEST_SERVER || encoding !== "UTF8")
    throw new AppFailure(storeError("other", "PostgreSQL 15 or newer is needed, with a database in UTF8"));
  if ((await versionOf(client, migrations.length)) === migrations.length) return;
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1, $2)", [...LOCKS.migration]);
    // Only the first start creates the schema, so only the first start needs a role that may create one.
    if ((await versionOf(client, migrations.length)) === null)
      await client.query(
        "CREATE SCHEMA IF NOT EXISTS stockdeck; CREATE TABLE stockdeck.schema_version (version int NOT NULL); INSERT INTO stockdeck.schema_version VALUES (0)",
      );
    for (
      let version = (await versionOf(client, migrations.length)) ?? 0;
      version < migrations.length;
      version += 1
    ) {
      await client.query(migrations[version] ?? "");
      await client.query("UPDATE stockdeck.schema_version SET version = $1", [version + 1]);
    }
    await client.query("INSERT INTO stockdeck.state (epoch) VALUES ($1) ON CONFLICT DO NOTHING", [
      newEpoch(),
    ]);
    await client.query("COMMIT");
  } catch (thrown) {
    await rollBack(client);
    throw thrown;
  }
}

/**
 * The version of the tables; null if there are no tables. @throws AppFailure `newer` for a version above the newest.
 */
async function versionOf(client: Queryable, newest: number): Promise<number | null> {
  const found = await client.query<{ found: boolean }>(
    // The rows of the catalogue are read, because names that the connection has cached may be older than the lock.
    `SELECT EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = 'stockdeck' AND relname = 'schema_version') AS found`,
  );
  if (found.rows[0]?.found !== true) return null;
  const { rows } = await client.query<{ version: number }>("SELECT version FROM stockdeck.schema_version");
  const version = rows[0]?.version ?? 0;
  if (version > newest)
    throw new AppFailure(storeError("newer", `version ${version}, known up to ${newest}`));
  return version;
}
