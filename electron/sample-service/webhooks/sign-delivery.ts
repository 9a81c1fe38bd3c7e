import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { EVENT_PRESETS, type EventScheme } from "../../../shared/features/webhooks/event-scheme.ts";

/** The scheme and secret with which a delivery is signed. */
export interface Signer {
  readonly scheme: EventScheme;
  readonly secret: string;
}

/**
 * The headers that sign a body. Standard Webhooks are signed by that project's own library, so that a receiver is checked
 * against other code than its own.
 * @param at ms since the epoch.
 */
export function signDelivery(
  { scheme, secret }: Signer,
  id: string,
  at: number,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const isTimed = scheme.signed === "id.timestamp.body";
  const timed = isTimed ? { [scheme.idHeader]: id, [scheme.timestampHeader]: timestamp } : {};
  if (isStandard(scheme))
    return { ...timed, [scheme.signatureHeader]: new Webhook(secret).sign(id, new Date(at), body) };
  const bytes =
    scheme.secretEncoding === "base64" ? Buffer.from(secret.replace(/^whsec_/, ""), "base64") : secret;
  const signature = createHmac("sha256", bytes)
    .update(isTimed ? `${id}.${timestamp}.${body}` : body)
    .digest(scheme.encoding);
  return { ...timed, [scheme.signatureHeader]: scheme.signaturePrefix + signature };
}

/** @throws Error if deliveries cannot be signed with that secret; its message does not contain it. */
export function checkSecret(signer: Signer): void {
  try {
    signDelivery(signer, "msg_0", 0, "");
  } catch {
    throw new Error("the secret cannot be used: Standard Webhooks want base64, with or without whsec_");
  }
}

function isStandard(scheme: EventScheme): boolean {
  const { toleranceSeconds: _tolerance, resourceIdPath: _path, ...signed } = scheme;
  const { toleranceSeconds: _own, resourceIdPath: _place, ...standard } = EVENT_PRESETS["standard-webhooks"];
  return JSON.stringify(signed) === JSON.stringify(standard);
}
