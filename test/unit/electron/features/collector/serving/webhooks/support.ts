import { createHmac } from "node:crypto";
import {
  EVENT_PRESETS,
  type EventScheme,
} from "../../../../../../../shared/features/collector/webhook-events.ts";
import { keyOf } from "../../../../../../../electron/features/collector/serving/webhooks/verify-delivery.ts";

export const STANDARD: EventScheme = EVENT_PRESETS["standard-webhooks"];
export const HMAC_BODY: EventScheme = EVENT_PRESETS["hmac-body"];
/** A secret that tests search for. No place may contain it. */
export const SECRET = `whsec_${Buffer.from("CanaryOfTheWebhooks_0123456789").toString("base64")}`;
export const NOW = Date.parse("2026-03-01T12:00:00.000Z");

/** The parameters of a service's signature. */
interface Signed {
  readonly scheme: EventScheme;
  readonly secret: string;
  readonly body: Buffer;
  readonly id?: string;
  readonly timestamp?: string;
}

/** The headers of a delivery, signed by its scheme. */
export function signedHeaders({ scheme, secret, body, id = "", timestamp = "" }: Signed): [string, string][] {
  const isTimed = scheme.signed === "id.timestamp.body";
  const signature = createHmac("sha256", keyOf(secret, scheme))
    .update(Buffer.from(isTimed ? `${id}.${timestamp}.` : "", "latin1"))
    .update(body)
    .digest(scheme.encoding);
  const signed: [string, string][] = [[scheme.signatureHeader, scheme.signaturePrefix + signature]];
  return isTimed ? [...signed, [scheme.idHeader, id], [scheme.timestampHeader, timestamp]] : signed;
}

/** An event of the specification. */
export const envelope = (more: Readonly<Record<string, unknown>> = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      eventId: "evt_1",
      type: "inventory.item.updated",
      occurredAt: "2026-03-01T11:59:58Z",
      companyId: "com_1",
      data: { id: "itm_1" },
      ...more,
    }),
  );
