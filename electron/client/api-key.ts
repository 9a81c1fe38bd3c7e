import { invalidInput } from "../../shared/base/errors.ts";

/**
 * Trims a key that was pasted, and refuses one that an HTTP header cannot carry. The check is ours because the
 * platform's own error would quote the key.
 * @throws AppFailure of kind `invalid_input`, without the key.
 */
export function normalizeKey(input: string): string {
  const key = input.trim();
  if (key === "") throw invalidInput("The API key is empty.");
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw invalidInput(
      "The API key contains a space or a character that no key has. Was something else pasted?",
    );
  }
  return key;
}
