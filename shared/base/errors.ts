import type { AppError } from "./error-schema.ts";
import { QueryError } from "./query-error.ts";

export type { AppError } from "./error-schema.ts";
export * from "./error-kinds.ts";

/** The answer to every call of the contract: its value or an error. */
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

/** The refusal of a caller's request, in a sentence for the user. */
export const invalidInput = (message: string, options?: ErrorOptions): AppFailure =>
  new AppFailure({ kind: "invalid_input", message }, options);

/** The error for an action that this computer's policy forbids. @param message a sentence for the user. */
export const againstPolicy = (message: string): AppFailure => new AppFailure({ kind: "policy", message });

/** Wraps a value as a success. */
export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });

/** Wraps an error as a failure. */
export const fail = (error: AppError): Result<never> => ({ ok: false, error });

/** Turns anything thrown into an `AppError`. An unknown error is a defect; its text is not passed on. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  if (thrown instanceof QueryError) return { kind: "invalid_input", message: thrown.message };
  return { kind: "internal", message: "Something went wrong inside Stockdeck. The log has the details." };
}
