import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type { Result } from "../../shared/base/errors.ts";
import { unwrap } from "./unwrap.ts";

/** Makes a mutation that runs a call. The button uses its state, the notice its `AppError`. */
export function useMutationCall<Input, Output>(
  call: (input: Input) => Promise<Result<Output>>,
  onSuccess?: (output: Output) => void,
): UseMutationResult<Output, unknown, Input> {
  return useMutation({
    mutationFn: (input: Input) => unwrap(call(input)),
    ...(onSuccess ? { onSuccess } : {}),
    // SECURITY: the input may be the API key, and keys must not stay in the mutation cache.
    gcTime: 0,
  });
}
