import type { AppError } from "../../../shared/base/errors.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";

/**
 * The failure of the last refresh, if the user must act. Null during the first pull, because its banner shows the
 * failure.
 */
export function problemOf({ error, firstPullComplete }: SyncStatus): AppError | null {
  const needsUser = error?.kind === "protocol" || error?.kind === "store";
  return needsUser && firstPullComplete ? error : null;
}
