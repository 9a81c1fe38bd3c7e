import { z } from "zod";

/** A header's name in lower case (RFC 9110, 5.6.2), or nothing. */
export const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]*$/;
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
