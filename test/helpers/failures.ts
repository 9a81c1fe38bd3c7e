import { AppFailure, type AppError } from "../../shared/base/errors.ts";

/** The error with which a promise rejects. @throws Error if it resolves, or rejects with another value. */
export async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  if ("thrown" in outcome && outcome.thrown instanceof AppFailure) return outcome.thrown.error;
  throw new Error(
    `expected an AppFailure, got ${JSON.stringify(outcome)} ${String("thrown" in outcome ? outcome.thrown : "")}`,
  );
}
