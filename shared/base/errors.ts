import type { ErrorKind } from "./error-kinds.ts";
import type { AppError } from "./error-schema.ts";
import { sentences, sentenceText, type Sentence } from "./text/texts.ts";

export type { AppError } from "./error-schema.ts";
export * from "./error-kinds.ts";

/** The answer to every call of the contract: its value or an error. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

/** An `AppError` as an exception within one process. */
export class AppFailure extends Error {
  override readonly name = "AppFailure";
  readonly error: AppError;

  constructor(error: AppError, options?: ErrorOptions) {
    super(error.message, options);
    this.error = error;
  }
}

/**
 * The sentence of an error, as a message and as a translatable text. A plain string is English on purpose: only a
 * command line or a log shows it.
 */
export const said = (sentence: Sentence | string): Pick<AppError, "message" | "text"> =>
  typeof sentence === "string"
    ? { message: sentence }
    : { message: sentence.english, text: { key: sentence.key, values: sentence.values } };

/** The sentence of an error, as an argument of another sentence. */
export const reasonOf = ({ message, text }: Pick<AppError, "message" | "text">): string | Sentence =>
  text ? { english: message, ...text } : message;

/** The sentence of an error in this process's language. */
export const errorText = ({ message, text }: Pick<AppError, "message" | "text">): string =>
  text ? sentenceText({ english: message, ...text }) : message;

/** The service's own words, in this process's language if a collector sent them; null if there are none. */
export function serviceWords({ message, serviceMessage, serviceText }: AppError): string | null {
  if (serviceMessage === undefined || serviceMessage === message) return null;
  try {
    return errorText({ message: serviceMessage, text: serviceText });
  } catch {
    // The arguments are another program's: those of another version, or anything.
    return serviceMessage;
  }
}

/** Makes the refusal of a request. @param sentence tells the user why the request is refused. */
export const invalidInput = (sentence: Sentence | string, options?: ErrorOptions): AppFailure =>
  new AppFailure({ kind: "invalid_input", ...said(sentence) }, options);

/** Makes the error of an action that the policy forbids. @param sentence tells the user what is forbidden. */
export const againstPolicy = (sentence: Sentence | string): AppFailure =>
  new AppFailure({ kind: "policy", ...said(sentence) });

const ERRORS = sentences("errors", {
  cancelled: "Cancelled.",
  internal: "Something went wrong inside Stockdeck. The log has the details.",
});

/** The error of work that was cancelled. */
export const CANCELLED_ERROR: AppError = { kind: "cancelled", ...said(ERRORS.cancelled) };

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });

export const fail = (error: AppError): Result<never> => ({ ok: false, error });

/** A query that cannot be answered. The message names the field, operator or value. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

/** Turns anything thrown into an `AppError`. An unknown error is a defect; its text is not passed on. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  if (thrown instanceof QueryError) return { kind: "invalid_input", message: thrown.message };
  return { kind: "internal", ...said(ERRORS.internal) };
}

/** Kinds of failure that the next request would have as well. */
const LASTING: ReadonlySet<ErrorKind> = new Set([
  "unauthorized",
  "forbidden",
  "rate_limited",
  "network",
  "no_key",
  "store",
]);

/**
 * Reasons that concern a single address. A proxy may block or redirect one record's address but not the next record's.
 */
const OF_ONE_ADDRESS: ReadonlySet<AppError["reason"]> = new Set(["intermediary", "redirect"]);

/** True if the request failed because of its own address. A request for the next record may succeed. */
export function isOfOneAddress({ reason }: Pick<AppError, "reason">): boolean {
  return OF_ONE_ADDRESS.has(reason);
}

/** Whether the request for the next record would fail as well. */
export function isLasting({ kind, reason, retryAt }: Pick<AppError, "kind" | "reason" | "retryAt">): boolean {
  if (isOfOneAddress({ reason })) return false;
  // A service that asks to wait until `retryAt` answers no request before then.
  return LASTING.has(kind) || retryAt !== undefined;
}

/** Ends an exhaustive switch. A missing case is a compile error, and an exception at run time. */
export function assertNever(value: never, message: string): never {
  throw new Error(`${message}: ${JSON.stringify(value)}`);
}
