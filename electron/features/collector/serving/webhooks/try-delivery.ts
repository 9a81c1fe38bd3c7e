import {
  EVENT_PRESETS,
  type EventPreset,
  type EventScheme,
} from "../../../../../shared/features/collector/webhook-events.ts";
import {
  MAX_BODY,
  readHeaders,
  secretProblem,
  verifyDelivery,
  type DeliveryHeaders,
} from "./verify-delivery.ts";

/** The result of trying one preset on a delivery. */
export interface TriedScheme {
  readonly name: EventPreset;
  /**
   * Whether the signature is correct. The time is judged separately, because the user tries a delivery minutes after it
   * was signed.
   */
  readonly verifies: boolean;
  /** The problem with the signature; null if it is correct. */
  readonly problem: "missing_headers" | "bad_signature" | "bad_secret" | null;
  /** The headers that the scheme needs and the delivery does not have. */
  readonly missing: readonly string[];
  /**
   * Whether the signed time is still within the tolerance; null without a signed time or without a correct signature.
   */
  readonly isTimely: boolean | null;
}

/** A real delivery that the user has copied. */
interface CopiedDelivery {
  /** Lines with headers ("name: value"), an empty line, and the body. */
  readonly text: string;
  readonly secrets: readonly string[];
  /** The current time, ms since the epoch. */
  readonly now: number;
}

/** The most characters of all copied headers. */
const MAX_HEADERS = 64 * 1024;

/** Tries each preset on one delivery. */
export function tryDelivery({ text, secrets, now }: CopiedDelivery): readonly TriedScheme[] {
  const [, head = text, body = ""] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(text) ?? [];
  const headers = readCopiedHeaders(head);
  const bodies = bodiesOf(body);
  const schemes = Object.entries(EVENT_PRESETS) as [EventPreset, EventScheme][];
  return schemes.map(([name, scheme]) => ({ name, ...tryScheme(headers, bodies, secrets, scheme, now) }));
}

function tryScheme(
  headers: DeliveryHeaders,
  bodies: readonly Buffer[],
  secrets: readonly string[],
  scheme: EventScheme,
  now: number,
): Omit<TriedScheme, "name"> {
  const isTimed = scheme.signed === "id.timestamp.body";
  const needed = isTimed
    ? [scheme.signatureHeader, scheme.idHeader, scheme.timestampHeader]
    : [scheme.signatureHeader];
  const missing = needed.filter((name) => !headers.get(name)?.[0]);
  const fails = { verifies: false, isTimely: null, missing };
  if (missing.length > 0) return { ...fails, problem: "missing_headers" };
  if (secrets.every((secret) => secretProblem(secret, scheme) !== null))
    return { ...fails, problem: "bad_secret" };
  for (const body of bodies) {
    const result = verifyDelivery({ headers, body, scheme, secrets, now });
    if (result.ok || result.refusal === "old_timestamp")
      return { verifies: true, problem: null, missing, isTimely: isTimed ? result.ok : null };
  }
  return { ...fails, problem: "bad_signature" };
}

/** Reads copied headers as Node would have read their original bytes. */
function readCopiedHeaders(text: string): DeliveryHeaders {
  const raw = text
    .slice(0, MAX_HEADERS)
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value] = /^\s*([^\s:]+)\s*:(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined
        ? []
        : [name, Buffer.from(value.trim(), "utf8").toString("latin1")];
    });
  return readHeaders(raw);
}

/**
 * The possible bytes of the body before the user copied it. They differ in the last line end, and in whether line ends
 * are Windows line ends.
 */
function bodiesOf(text: string): readonly Buffer[] {
  const bare = text.replace(/(\r?\n)+$/, "");
  const variants = [
    text,
    bare,
    `${bare}\n`,
    text.replaceAll(/\r?\n/g, "\r\n"),
    text.replaceAll("\r\n", "\n"),
  ];
  return [...new Set(variants)]
    .map((variant) => Buffer.from(variant, "utf8"))
    .filter((body) => body.length <= MAX_BODY);
}
