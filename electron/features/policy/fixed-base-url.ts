import { againstPolicy } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/features/policy/policy.ts";
import { normalizeBaseUrl } from "../../client/base-url.ts";

/** @throws AppFailure `policy` if an administrator has set another base URL; `invalid_input` for an unusable URL. */
export function requireBaseUrl({ baseUrl: fixed }: Policy, baseUrl: string): void {
  if (fixed === undefined || normalizeBaseUrl(baseUrl) === fixed) return;
  throw againstPolicy(`Your administrator has set the base URL to ${fixed}. No other may be used.`);
}
