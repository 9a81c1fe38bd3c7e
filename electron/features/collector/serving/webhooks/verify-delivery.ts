import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { EventScheme, Refusal } from "../../../../../shared/features/collector/webhook-events.ts";
import { parseInstant, toMilliseconds } from "../../../../../shared/base/time/instant.ts";

/** The headers of one delivery: the names in lower case, each with all its values in order. */
export type DeliveryHeaders = ReadonlyMap<string, readonly string[]>;

/** The most bytes of a delivery's body. */
export const MAX_BODY = 256 * 1024;

/**
 * Collects the headers of a request as they arrived.
 * @security Node's header objects join or drop headers that occur twice.
 * @param raw names and values in turn, as in `IncomingMessage.rawHeaders`.
 */
export function readHeaders(raw: readonly string[]): DeliveryHeaders {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at]?.toLowerCase(), raw[at + 1]];
    const known = headers.get(name);
    if (known) known.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

/** A delivery, and the scheme and secrets with which it is verified. */
interface DeliveryToVerify {
  readonly headers: DeliveryHeaders;
  /** The body's bytes as they arrived. */
  readonly body: Buffer;
  readonly scheme: EventScheme;
  readonly secrets: readonly string[];
  /** The current time by the collector's clock, ms since the epoch. */
  readonly now: number;
}

export type Verification =
  /** The id from the service if the scheme signs an id; otherwise an id derived from the body. */
  | { readonly ok: true; readonly deliveryId: string }
  | {
      readonly ok: false;
      readonly refusal: Extract<Refusal, "no_signature" | "bad_signature" | "old_timestamp">;
    };

/** The most characters of the signature's header. Node refuses more than 16 kB for all headers together. */
const MAX_HEADER = 8_192;

/**
 * Verifies one delivery by a scheme. The signature is checked before the time, so that "old_timestamp" implies a valid
 * signature.
 * @security every secret is compared with every signature, in constant time, even after a match. An unreadable delivery
 * is refused.
 */
export function verifyDelivery({ headers, body, scheme, secrets, now }: DeliveryToVerify): Verification {
  const isTimed = scheme.signed === "id.timestamp.body";
  const names = isTimed
    ? [scheme.signatureHeader, scheme.idHeader, scheme.timestampHeader]
    : [scheme.signatureHeader];
  const values = names.map((name) => headers.get(name) ?? []);
  if (values.some((value) => value.length === 0 || value[0] === ""))
    return { ok: false, refusal: "no_signature" };
  if (values.some((value) => value.length > 1 || (value[0]?.length ?? 0) > MAX_HEADER))
    return { ok: false, refusal: "bad_signature" };
  const [signatures = "", id = "", timestamp = ""] = values.map(([value]) => value);
  // Node decodes headers as latin1, so encoding them as latin1 restores their bytes.
  const before = Buffer.from(isTimed ? `${id}.${timestamp}.` : "", "latin1");
  if (!fits(readSignatures(signatures, scheme), before, body, scheme, secrets))
    return { ok: false, refusal: "bad_signature" };
  if (!isTimed) return { ok: true, deliveryId: digestId(body) };
  const signedAt = readTimestamp(timestamp);
  const isTimely = signedAt !== null && Math.abs(now - signedAt) <= scheme.toleranceSeconds * 1_000;
  return isTimely ? { ok: true, deliveryId: id } : { ok: false, refusal: "old_timestamp" };
}

/** Whether one of the signatures was made with one of the secrets. */
function fits(
  signatures: readonly Buffer[],
  before: Buffer,
  body: Buffer,
  scheme: EventScheme,
  secrets: readonly string[],
): boolean {
  let found = false;
  for (const secret of secrets) {
    // @security an unusable secret is skipped: with an empty secret, anyone could sign.
    if (secretProblem(secret, scheme) !== null) continue;
    const digest = createHmac("sha256", keyOf(secret, scheme)).update(before).update(body).digest();
    for (const signature of signatures) found = timingSafeEqual(signature, digest) || found;
  }
  return found;
}

/** Reads the digests in a header. They are separated by blanks, or by commas and blanks. */
function readSignatures(header: string, { signaturePrefix, encoding }: EventScheme): Buffer[] {
  const found: Buffer[] = [];
  const blanks = /\s+/g;
  for (let at = 0; at < header.length; at = blanks.exec(header) ? blanks.lastIndex : header.length) {
    if (!header.startsWith(signaturePrefix, at)) continue;
    const [word = ""] = /^\S*/.exec(header.slice(at + signaturePrefix.length)) ?? [];
    const digest = readDigest(word.replace(/,$/, ""), encoding);
    if (digest) found.push(digest);
  }
  return found;
}

/** Decodes a SHA-256 digest; null if it is not in canonical form. */
function readDigest(text: string, encoding: EventScheme["encoding"]): Buffer | null {
  if (encoding === "hex") return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : null;
  const digest = Buffer.from(text.slice(0, 44), "base64");
  return digest.length === 32 && digest.toString("base64") === text ? digest : null;
}

/** The signed time in ms since the epoch; null if it is unreadable. */
function readTimestamp(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text) * (text.length < 12 ? 1_000 : 1);
  const instant = parseInstant(text);
  return instant === null ? null : toMilliseconds(instant);
}

/** Makes an id for a delivery that has no id. */
export const digestId = (bytes: Buffer | string): string =>
  `sha256-${createHash("sha256").update(bytes).digest("hex")}`;

/** The most characters of a secret. */
const MAX_SECRET = 500;
/** The prefix of secrets in the form of Standard Webhooks. */
const BASE64_MARK = "whsec_";

type SecretEncoding = Pick<EventScheme, "secretEncoding">;

/**
 * The problem with a secret, as the end of a sentence; null if the secret can be used. The text never contains the
 * secret.
 */
export function secretProblem(secret: string, { secretEncoding }: SecretEncoding): string | null {
  if (secret.length > MAX_SECRET) return `is longer than ${MAX_SECRET} characters`;
  if (secretEncoding === "base64" && !/^[A-Za-z0-9+/]*={0,2}$/.test(withoutMark(secret)))
    return "is not base64, as this scheme wants it";
  return keyOf(secret, { secretEncoding }).length === 0 ? "is empty" : null;
}

/** The bytes of a secret with which signatures are made. */
export function keyOf(secret: string, { secretEncoding }: SecretEncoding): Buffer {
  return secretEncoding === "base64"
    ? Buffer.from(withoutMark(secret), "base64")
    : Buffer.from(secret, "utf8");
}

const withoutMark = (secret: string): string =>
  secret.startsWith(BASE64_MARK) ? secret.slice(BASE64_MARK.length) : secret;
