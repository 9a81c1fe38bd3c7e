import { AppFailure, toAppError, type AppError, type Result } from "../../shared/base/errors.ts";

/** Turns a call's `Result` into the value, or throws an `AppFailure`: the form that TanStack Query takes. */
export async function unwrap<T>(pending: Promise<Result<T>>): Promise<T> {
  const result = await pending;
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}

/** The `AppError` behind the error of a query or a mutation; null without one. */
export function errorOf(thrown: unknown): AppError | null {
  return thrown === null || thrown === undefined ? null : toAppError(thrown);
}
