import type { AppError } from "../../shared/base/errors.ts";
import type { SyncState } from "../../shared/inventory/status.ts";

/** The state that a pass leaves behind, by how it ended. */
export function stateAfter(error: AppError | null): SyncState {
  switch (error?.kind) {
    case undefined:
    // The copy is as fresh as before, and the question on the screen explains the rest.
    case "mass_removal":
      return "idle";
    case "unauthorized":
    case "no_key":
      return "unauthorized";
    case "forbidden":
      return "forbidden";
    case "rate_limited":
      return "rate_limited";
    case "other_company":
      return "asking";
    case "network":
      return "offline";
    default:
      return "failed";
  }
}

/** Whether passes follow without the user: a refused key, an open question and a cancellation are not undone by sleep. */
export function recoversAutomatically(state: SyncState): boolean {
  return state !== "unauthorized" && state !== "stopped" && state !== "asking";
}
