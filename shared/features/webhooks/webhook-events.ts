import { z } from "zod";
import { RESOURCES, type Resource } from "../../inventory/resource-names.ts";

/** Characters that an id or a type may have; longer ones are cut off. */
export const MAX_EVENT_TEXT = 200;
const text = z.string().max(MAX_EVENT_TEXT);

/**
 * The part of an event that a receiver forwards (specification 2.7). It is a hint to ask the service sooner, and
 * never says what has changed.
 */
export const webhookEventSchema = z.strictObject({
  /** The service's `eventId`; if it has none, made from the delivery. */
  id: text.min(1),
  /** The type as received, even if specification 6 does not name it; null if there is none. */
  type: text.nullable(),
  /** Null if the type names none, or the id of the record was not found. */
  resource: z.enum(RESOURCES).nullable(),
  resourceId: text.min(1).nullable(),
  /** The time as received; null if there is none. */
  occurredAt: text.nullable(),
  /** ISO 8601, by the receiver's clock. */
  receivedAt: z.iso.datetime(),
});
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** Why deliveries are refused, or accepted and not forwarded. */
export const REFUSALS = [
  "no_signature", // the header, or another that the signature needs, is missing
  "bad_signature", // no secret fits
  "old_timestamp", // signed too long ago, or ahead of the clock
  "too_large",
  "too_slow",
  "too_many", // of one sender
  "repeated", // accepted, and known already
  "other_company", // accepted, and not forwarded
  "not_kept", // too many at once, or the disk does not write: the service delivers it again
] as const;
export type Refusal = (typeof REFUSALS)[number];
export type RefusalCounts = Readonly<Partial<Record<Refusal, number>>>;

/** The outcomes of an event at the workstation. */
export const EVENT_OUTCOMES = [
  "waiting",
  "fetched", // the record was requested
  "passed", // a pass found what there was
  "failed", // the service did not answer; polling finds it
  "ignored", // nothing may be requested: there is no copy yet, or the user has to act
] as const;
export type EventOutcome = (typeof EVENT_OUTCOMES)[number];

/** The resource that a type of event is about (specification 6); null for a type that it does not name. */
export function resourceOfType(type: string): Resource | null {
  const [area, kind] = type.split(".");
  if (area !== "inventory") return null;
  return kind === "item" ? "items" : kind === "type" ? "types" : kind === "location" ? "locations" : null;
}

/** The events of the stream that a receiver offers its workstations. */
export const STREAM_EVENTS = {
  /** A `WebhookEvent`; its id is the place in the stream. */
  change: "change",
  /** The receiver no longer keeps some events after the place that the workstation asked for. */
  gap: "gap",
  /** Every 15 s: `{ refused: RefusalCounts }` since the receiver started. */
  status: "status",
} as const;
/** Seconds between two `status` events. */
export const STATUS_EVERY = 15;

/** A header's name in lower case (RFC 9110, 5.6.2), or nothing. */
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]*$/;
const headerName = z.string().max(100).regex(HEADER_NAME, "a header name in lower case");
const NO_HEADER = "names no header";

/** Most secrets at a time: the one in use, and others while they are replaced. */
export const MAX_SECRETS = 5;

/**
 * How the service signs its deliveries and what they look like. The specification shows neither (section 6, gaps), so all of
 * it is set by the user, beginning with a preset.
 */
export const eventSchemeSchema = z
  .strictObject({
    /** The content that the signature covers. */
    signed: z.enum(["body", "id.timestamp.body"]),
    encoding: z.enum(["hex", "base64"]),
    /** The form of the secret: plain text, or base64 with an optional prefix "whsec_". */
    secretEncoding: z.enum(["text", "base64"]),
    signatureHeader: headerName.min(1, NO_HEADER),
    /** The prefix of each signature in its header, such as "sha256=" or "v1,". */
    signaturePrefix: z.string().max(40),
    /** The headers with the delivery's id and time. Only `id.timestamp.body` uses them. */
    idHeader: headerName,
    timestampHeader: headerName,
    /** Seconds by which the signed time may differ from the receiver's clock. */
    toleranceSeconds: z.int().min(1).max(86_400),
    /** The path to the record's id in the envelope, names joined by full stops. Empty if it has no id. */
    resourceIdPath: z.string().max(200),
  })
  .check(({ value, issues }) => {
    if (value.signed === "body") return;
    for (const name of ["idHeader", "timestampHeader"] as const)
      if (value[name] === "")
        issues.push({ code: "custom", message: NO_HEADER, path: [name], input: value[name] });
  });
export type EventScheme = z.infer<typeof eventSchemeSchema>;

/** Schemes to begin with. */
export const EVENT_PRESETS = {
  "standard-webhooks": {
    signed: "id.timestamp.body",
    encoding: "base64",
    secretEncoding: "base64",
    signatureHeader: "webhook-signature",
    signaturePrefix: "v1,",
    idHeader: "webhook-id",
    timestampHeader: "webhook-timestamp",
    toleranceSeconds: 300,
    resourceIdPath: "data.id",
  },
  "hmac-body": {
    signed: "body",
    encoding: "hex",
    secretEncoding: "text",
    signatureHeader: "x-signature",
    signaturePrefix: "",
    idHeader: "",
    timestampHeader: "",
    toleranceSeconds: 300,
    resourceIdPath: "data.id",
  },
} as const satisfies Readonly<Record<string, EventScheme>>;
export type EventPreset = keyof typeof EVENT_PRESETS;
export const PRESET_NAMES = Object.keys(EVENT_PRESETS) as readonly EventPreset[];
