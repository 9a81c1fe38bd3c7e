import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import type { Ref } from "react";

/** The field for an API key. SECURITY: uncontrolled, so that the key is never in React's state; the owner empties it. */
export function KeyField({ ref, ...props }: PasswordInputProps & { readonly ref: Ref<HTMLInputElement> }) {
  return (
    <PasswordInput
      ref={ref}
      autoComplete="off"
      spellCheck={false}
      autoCorrect="off"
      autoCapitalize="off"
      data-1p-ignore
      maxLength={4_096}
      {...props}
    />
  );
}

/** Reads a key field. */
export function readKey(input: HTMLInputElement | null): string {
  return input?.value.trim() ?? "";
}

/** Empties a key field. */
export function clearKey(input: HTMLInputElement | null): void {
  if (input) input.value = "";
}
