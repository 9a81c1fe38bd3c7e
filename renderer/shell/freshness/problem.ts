import type { AppError } from "../../../shared/base/errors.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";

/** The last refresh's failure, if the user must act; null during the first pull, whose banner shows it. */
export function problemOf({ error, firstPullComplete }: SyncStatus): AppError | null {
  const needsUser = error?.kind === "protocol" || error?.kind === "store";
  return needsUser && firstPullComplete ? error : null;
}
