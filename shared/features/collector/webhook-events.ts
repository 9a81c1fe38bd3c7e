import { z } from "zod";
import type { Resource } from "../../inventory/resource-names.ts";

/** The most characters of an event's id or type. Longer texts are cut. */
export const MAX_EVENT_TEXT = 200;

/**
 * The part of an event that Stockdeck uses (specification 2.7). An event only causes a request for data; the event
 * itself never contains the change.
 */
export interface WebhookEvent {
  /** The service's `eventId`; if the event has no id, an id derived from the delivery. */
  readonly id: string;
  /** The type as received, even if specification 6 does not define it; null if the event has no type. */
  readonly type: string | null;
  /** The resource that changed; null if the type concerns no resource, or the record's id was not found. */
  readonly resource: Resource | null;
  readonly resourceId: string | null;
  /** The time in the event as received; null if the event has no time. */
  readonly occurredAt: string | null;
  /** The time of receipt by the collector's clock, ISO 8601. */
  readonly receivedAt: string;
}

/** The reasons why a delivery is refused, or is accepted without an effect. */
const REFUSALS = [
  "no_signature", // a header that the signature needs is missing
  "bad_signature", // no secret fits the signature
  "old_timestamp", // signed too long ago, or later than the collector's clock
  "too_large",
  "too_slow",
  "too_many", // too many deliveries from one sender
  "repeated", // accepted, but the event is already known
  "other_company", // accepted, but ignored because it is for another company
  "not_kept", // too many events at once, or the collector does not lead: the service delivers the event again
] as const;
export type Refusal = (typeof REFUSALS)[number];
export type RefusalCounts = Readonly<Partial<Record<Refusal, number>>>;

/** The resource of an event type (specification 6); null for an unknown type. */
export function resourceOfType(type: string): Resource | null {
  const [area, kind] = type.split(".");
  if (area !== "inventory") return null;
  return kind === "item" ? "items" : kind === "type" ? "types" : kind === "location" ? "locations" : null;
}

/** A header's name in lower case (RFC 9110, 5.6.2), or an empty text. */
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]*$/;
const headerName = z.string().max(100).regex(HEADER_NAME, "a header name in lower case");
const NO_HEADER = "names no header";

/** The most secrets at a time. There are several secrets only while one of them is being replaced. */
export const MAX_SECRETS = 5;

/**
 * The form and the signature of the service's deliveries. The specification defines neither (section 6, gaps), so the
 * user sets both, starting from a preset.
 */
export const eventSchemeSchema = z
  .strictObject({
    /** The content that the signature covers: the body alone, or the body with the delivery's id and time. */
    signed: z.enum(["body", "id.timestamp.body"]),
    encoding: z.enum(["hex", "base64"]),
    /** The form of the secret: plain text, or base64 with an optional prefix "whsec_". */
    secretEncoding: z.enum(["text", "base64"]),
    signatureHeader: headerName.min(1, NO_HEADER),
    /** The text before each signature in its header, such as "sha256=" or "v1,". */
    signaturePrefix: z.string().max(40),
    /** The headers with the id and the time of the delivery. They are used only if `signed` is "id.timestamp.body". */
    idHeader: headerName,
    timestampHeader: headerName,
    /** The most seconds between the signed time and the collector's clock. */
    toleranceSeconds: z.int().min(1).max(86_400),
    /** The path to the record's id in the envelope, as names joined by full stops; empty if the envelope has no id. */
    resourceIdPath: z.string().max(200),
  })
  .check(({ value, issues }) => {
    if (value.signed === "body") return;
    for (const name of ["idHeader", "timestampHeader"] as const)
      if (value[name] === "")
        issues.push({ code: "custom", message: NO_HEADER, path: [name], input: value[name] });
  });
export type EventScheme = z.infer<typeof eventSchemeSchema>;

/** The presets from which the user can start. */
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
