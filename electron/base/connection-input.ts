import { invalidInput } from "../../shared/base/errors.ts";

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an origin is on this computer. */
export const isLoopbackOrigin = (origin: string): boolean => LOOPBACK.test(new URL(origin).hostname);

/**
 * Checks and normalises the base URL that the user typed. It has no credentials, query or fragment, and uses
 * https. Plain http is allowed on loopback only, because the key could otherwise be read in transit.
 * @throws AppFailure of kind `invalid_input`.
 */
export function normalizeBaseUrl(input: string): string {
  const refuse = (message: string): never => {
    throw invalidInput(message);
  };
  const text = input.trim();
  const parsed = URL.canParse(text)
    ? new URL(text)
    : refuse("The base URL is not a URL. It looks like https://api.example.com/v1.");
  if (parsed.protocol === "http:" && !LOOPBACK.test(parsed.hostname)) {
    refuse("The base URL must begin with https://. Plain http is allowed on this machine (loopback) only.");
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    refuse("The base URL must begin with https://.");
  }
  if (parsed.username || parsed.password) refuse("The base URL must not contain a user name or password.");
  if (parsed.search || parsed.hash) refuse("The base URL must not contain a query or a fragment.");
  return parsed.href.replace(/\/+$/, "");
}

/**
 * Trims a pasted key, and refuses one that an HTTP header cannot carry. The platform's own error would quote the key.
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
