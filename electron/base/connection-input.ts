import type { Sentence } from "../../shared/base/text/texts.ts";
import { CONNECTION_INPUT } from "./messages.ts";
import { invalidInput } from "../../shared/base/errors.ts";

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an origin is on this computer. */
export const isLoopbackOrigin = (origin: string): boolean => LOOPBACK.test(new URL(origin).hostname);

/**
 * Checks and normalises the base URL that the user typed. The URL may have no credentials, query or fragment, and must
 * use https. Plain http is allowed on loopback only, because the key could otherwise be read in transit.
 * @throws AppFailure of kind `invalid_input`.
 */
export function normalizeBaseUrl(input: string): string {
  const refuse = (sentence: Sentence): never => {
    throw invalidInput(sentence);
  };
  const text = input.trim();
  const parsed = URL.canParse(text) ? new URL(text) : refuse(CONNECTION_INPUT.notAUrl);
  if (parsed.protocol === "http:" && !LOOPBACK.test(parsed.hostname)) {
    refuse(CONNECTION_INPUT.plainHttp);
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    refuse(CONNECTION_INPUT.otherScheme);
  }
  if (parsed.username || parsed.password) refuse(CONNECTION_INPUT.credentials);
  if (parsed.search || parsed.hash) refuse(CONNECTION_INPUT.query);
  return parsed.href.replace(/\/+$/, "");
}

/**
 * Trims a pasted key and refuses a key that an HTTP header cannot carry. The platform's own error would quote the
 * key.
 * @throws AppFailure of kind `invalid_input`, without the key.
 */
export function normalizeKey(input: string): string {
  const key = input.trim();
  if (key === "") throw invalidInput(CONNECTION_INPUT.noKey);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw invalidInput(CONNECTION_INPUT.oddKey);
  }
  return key;
}
