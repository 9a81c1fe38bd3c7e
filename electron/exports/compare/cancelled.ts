import { AppFailure } from "../../../shared/domain/errors.ts";

/** The failure of a comparison that the user stopped. */
export function compareCancelled(): Error {
  return new AppFailure({ kind: "cancelled", message: "The comparison was cancelled." });
}
