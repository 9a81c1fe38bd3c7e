import type { ErrorKind } from "./error-kinds.ts";
import type { AppError } from "./error-schema.ts";

/** Kinds of failure that the next request would meet as well. */
const LASTING: ReadonlySet<ErrorKind> = new Set([
  "unauthorized",
  "forbidden",
  "rate_limited",
  "network",
  "no_key",
  "store",
]);

/** Reasons that concern a single address. A proxy may block or redirect one record's address and pass the next. */
const OF_ONE_ADDRESS: ReadonlySet<AppError["reason"]> = new Set(["intermediary", "redirect"]);

/** True if the request failed because of its own address. The request for the next record may succeed. */
export function isOfOneAddress({ reason }: Pick<AppError, "reason">): boolean {
  return OF_ONE_ADDRESS.has(reason);
}

/** Whether the request for the next record would fail as well. */
export function isLasting({ kind, reason, retryAt }: Pick<AppError, "kind" | "reason" | "retryAt">): boolean {
  if (isOfOneAddress({ reason })) return false;
  // A service that asks to wait answers no request before.
  return LASTING.has(kind) || retryAt !== undefined;
}
