import type { AppError } from "./error-schema.ts";
import { QueryError } from "./query-error.ts";

/**
 * Every way in which a call can fail, as a closed set. The screen, the headless exit codes and the engine's
 * next step are all chosen by the kind, never by a message's text.
 */
export const ERROR_KINDS = [
  "unauthorized", // 401: the key is missing, invalid or revoked
  "forbidden", // 403: company inactive, not on Pro, or the key lacks scope
  "not_found", // 404: no such resource in this company
  "bad_request", // 400: the service refused the request (or its cursor)
  "rate_limited", // 429 past what the client waits for
  "server", // 5xx
  "network", // no answer: DNS, TLS, refused, reset, timed out
  "protocol", // an answer that the specification does not allow
  "store", // local data: disk full, not writable, corrupt, locked, newer than the app
  "keychain", // the OS keychain refused
  "no_key", // nothing to authenticate with
  "invalid_input", // a call outside the contract, or a query that names what does not exist
  "other_company", // nothing that is known here is known to the service: another company's key?
  "mass_removal", // a full check did not see over 5 % of the items: the user has to say what that means
  "cancelled", // the user stopped it
  "internal", // a defect of Stockdeck
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Kinds of failure that the next request would meet as well. */
const LASTING: ReadonlySet<ErrorKind> = new Set([
  "unauthorized",
  "forbidden",
  "rate_limited",
  "network",
  "no_key",
  "store",
]);

/** Whether there is no use in asking for the next record after this failure. */
export function isLasting({ kind }: Pick<AppError, "kind">): boolean {
  return LASTING.has(kind);
}

/** Why no answer came, where the platform tells. */
export const NETWORK_REASONS = [
  "dns",
  "tls",
  "refused",
  "reset",
  "timeout",
  "proxy",
  "redirect",
  "offline",
  "other",
] as const;
export type NetworkReason = (typeof NETWORK_REASONS)[number];

/** What ails the local data. */
export const STORE_REASONS = ["full", "not_writable", "newer", "corrupt", "locked", "other"] as const;
export type StoreReason = (typeof STORE_REASONS)[number];

export type { AppError } from "./error-schema.ts";

/** What every call of the contract answers. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

/** An `AppError` that travels as an exception inside one process. */
export class AppFailure extends Error {
  override readonly name = "AppFailure";
  readonly error: AppError;

  constructor(error: AppError, options?: ErrorOptions) {
    super(error.message, options);
    this.error = error;
  }
}

/** Wraps a value as a success. */
export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });

/** Wraps an error as a failure. */
export const fail = (error: AppError): Result<never> => ({ ok: false, error });

/** Turns anything thrown into an `AppError`; what is not one of ours is a defect, and its text stays inside. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  if (thrown instanceof QueryError) return { kind: "invalid_input", message: thrown.message };
  return { kind: "internal", message: "Something went wrong inside Stockdeck. The log has the details." };
}
