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

/** The result of one preset on a delivery. */
export interface TriedScheme {
  readonly name: EventPreset;
  /**
   * Whether the signature fits. The time is judged separately, because a delivery is tried minutes after it was signed.
   */
  readonly verifies: boolean;
  /** Null if the signature fits. */
  readonly problem: "missing_headers" | "bad_signature" | "bad_secret" | null;
  /** Headers that the scheme needs and the delivery lacks. */
  readonly missing: readonly string[];
  /** Whether the signed time is within the tolerance now; null without a signed time or a matching signature. */
  readonly isTimely: boolean | null;
}

/** A real delivery that the user has copied. */
interface CopiedDelivery {
  /** Header lines ("name: value"), an empty line, and the body. */
  readonly text: string;
  readonly secrets: readonly string[];
  /** Ms since the epoch. */
  readonly now: number;
}

/** The most characters of the headers. */
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

/** The possible bytes of the body before it was copied. They differ in the last line end, and in Windows line ends. */
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
