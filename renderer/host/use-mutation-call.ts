import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type { Result } from "../../shared/domain/errors.ts";
import { unwrap } from "./unwrap.ts";

/** A call of the contract as a mutation: its state for the button, its `AppError` for the notice. */
export function useMutationCall<Input, Output>(
  call: (input: Input) => Promise<Result<Output>>,
  onSuccess?: (output: Output) => void,
): UseMutationResult<Output, unknown, Input> {
  return useMutation({
    mutationFn: (input: Input) => unwrap(call(input)),
    ...(onSuccess ? { onSuccess } : {}),
    // What a call was given may be the key, and must not stay in the cache of mutations.
    gcTime: 0,
  });
}
