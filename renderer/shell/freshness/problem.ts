import type { AppError } from "../../../shared/domain/errors.ts";
import type { SyncStatus } from "../../../shared/domain/status.ts";

/**
 * The failure of the last refresh, where the user has to act on it: an answer that is not the API's, or trouble with
 * the local data. Null during the first pull, whose own banner shows it.
 */
export function problemOf({ error, firstPullComplete }: SyncStatus): AppError | null {
  const needsUser = error?.kind === "protocol" || error?.kind === "store";
  return needsUser && firstPullComplete ? error : null;
}
