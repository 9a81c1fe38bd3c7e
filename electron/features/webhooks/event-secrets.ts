import type { EventScheme } from "../../../shared/features/webhooks/event-scheme.ts";

/** Characters that a secret may have. */
const MAX_SECRET = 500;
/** The prefix of secrets of Standard Webhooks. */
const BASE64_MARK = "whsec_";

type SecretEncoding = Pick<EventScheme, "secretEncoding">;

/** The problem with a secret, as the end of a sentence; null if it can be used. It never contains the secret. */
export function secretProblem(secret: string, { secretEncoding }: SecretEncoding): string | null {
  if (secret.length > MAX_SECRET) return `is longer than ${MAX_SECRET} characters`;
  if (secretEncoding === "base64" && !/^[A-Za-z0-9+/]*={0,2}$/.test(withoutMark(secret)))
    return "is not base64, as this scheme wants it";
  return keyOf(secret, { secretEncoding }).length === 0 ? "is empty" : null;
}

/** The bytes that signatures are made with. */
export function keyOf(secret: string, { secretEncoding }: SecretEncoding): Buffer {
  return secretEncoding === "base64"
    ? Buffer.from(withoutMark(secret), "base64")
    : Buffer.from(secret, "utf8");
}

const withoutMark = (secret: string): string =>
  secret.startsWith(BASE64_MARK) ? secret.slice(BASE64_MARK.length) : secret;
