import { AppFailure, toAppError, type AppError, type Result } from "../../shared/base/errors.ts";

/** Returns the value of a call's `Result`, or throws an `AppFailure`, as TanStack Query expects. */
export async function unwrap<T>(pending: Promise<Result<T>>): Promise<T> {
  const result = await pending;
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}

/** The `AppError` with which a query or a mutation failed; null if it did not fail. */
export function errorOf(thrown: unknown): AppError | null {
  return thrown === null || thrown === undefined ? null : toAppError(thrown);
}
