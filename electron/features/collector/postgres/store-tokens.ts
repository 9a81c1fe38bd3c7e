import { AppFailure } from "../../../../shared/base/errors.ts";
import { storeError } from "../../../store/database/store-error.ts";
import type { CollectorToken } from "../serving/token-table.ts";
import { ask, openClient, refusalOf, type Queryable } from "./connect.ts";
import { migrate } from "./schema.ts";
import type { StoreAddress } from "../store-address.ts";

/** The tokens of a store, by label. */
export const readTokens = (at: Queryable): Promise<readonly CollectorToken[]> =>
  ask<CollectorToken & Record<string, unknown>>(
    at,
    `SELECT label, hash, access, created_at AS "createdAt", last_used_at AS "lastUsedAt"
       FROM stockdeck.tokens ORDER BY label`,
  );

/** @returns false if the label is taken. */
export async function addToken(
  at: Queryable,
  { label, hash, access, createdAt }: Omit<CollectorToken, "lastUsedAt">,
): Promise<boolean> {
  const rows = await ask(
    at,
    `INSERT INTO stockdeck.tokens (label, hash, access, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (label) DO NOTHING RETURNING label`,
    [label, hash, access, createdAt],
  );
  return rows.length > 0;
}

/** @returns false if the label does not exist. */
export async function removeToken(at: Queryable, label: string): Promise<boolean> {
  const rows = await ask(at, "DELETE FROM stockdeck.tokens WHERE label = $1 RETURNING label", [label]);
  return rows.length > 0;
}

/** Stores when these tokens were last used. */
export async function noteUse(at: Queryable, hashes: readonly string[], now: number): Promise<void> {
  await ask(
    at,
    "UPDATE stockdeck.tokens SET last_used_at = greatest(last_used_at, $2) WHERE hash = ANY ($1)",
    [hashes, now],
  );
}

/**
 * Works on the tokens of a store, which is created if missing. Running collectors notice the change by themselves.
 * @throws AppFailure of kind `store`.
 */
export async function withStoreTokens<T>(
  address: StoreAddress,
  work: (at: Queryable) => Promise<T>,
): Promise<T> {
  try {
    const client = await openClient(address);
    try {
      await migrate(client);
      return await work(client);
    } finally {
      await client.end();
    }
  } catch (thrown) {
    if (thrown instanceof AppFailure) throw thrown;
    throw (
      refusalOf(thrown)
      ?? new AppFailure(storeError("other", "PostgreSQL cannot be reached"), { cause: thrown })
    );
  }
}
