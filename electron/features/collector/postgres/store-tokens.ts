import { AppFailure } from "../../../../shared/base/errors.ts";
import { storeError } from "../../../store/database/store-error.ts";
import type { Work } from "../serving/queries.ts";
import { openClient, refusalOf } from "./connect.ts";
import { transact } from "./run-work.ts";
import { migrate } from "./schema.ts";
import type { StoreAddress } from "../store-address.ts";

/**
 * Works on the tokens and team records of a store. If the store is missing, it is created. Running collectors notice
 * the change without a message.
 * @throws AppFailure of kind `store`.
 */
export async function withStoreTokens<T>(address: StoreAddress, work: Work<T>): Promise<T> {
  try {
    const client = await openClient(address);
    try {
      await migrate(client);
      return await transact(client, work);
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
