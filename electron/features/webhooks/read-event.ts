import type { EventScheme } from "../../../shared/features/webhooks/event-scheme.ts";
import {
  MAX_EVENT_TEXT,
  resourceOfType,
  type WebhookEvent,
} from "../../../shared/features/webhooks/webhook-events.ts";
import { unsafePart, parseJson } from "../../../shared/base/text/json.ts";
import { digestId } from "./verify-delivery.ts";

/** A verified delivery. */
export interface DeliveryToRead {
  readonly body: Buffer;
  readonly deliveryId: string;
  readonly scheme: Pick<EventScheme, "resourceIdPath">;
  /** Ms since the epoch, by the receiver's clock. */
  readonly receivedAt: number;
}

export interface ReadEvent {
  readonly event: WebhookEvent;
  /** Null if the delivery names no company. */
  readonly companyId: string | null;
}

/** Printable, and short enough to be kept whole. */
const PLAIN = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_EVENT_TEXT}}$`, "u");

/**
 * The forwarded part of a delivery. A delivery of an unknown type or shape is an event as well: it has at least an id
 * and a time.
 * @security a name of a resource, its id and three short texts; nothing else of the body is forwarded.
 */
export function readEvent({ body, deliveryId, scheme, receivedAt }: DeliveryToRead): ReadEvent {
  const parsed = parseJson(body.toString("utf8"));
  const envelope = unsafePart(parsed) === null ? parsed : null;
  const type = textAt(envelope, "type");
  const resourceId = plainAt(envelope, scheme.resourceIdPath);
  const resource = type === null || resourceId === null ? null : resourceOfType(type);
  return {
    event: {
      id: plainAt(envelope, "eventId") ?? (PLAIN.test(deliveryId) ? deliveryId : digestId(deliveryId)),
      type: cut(type),
      resource,
      resourceId: resource === null ? null : resourceId,
      occurredAt: cut(textAt(envelope, "occurredAt")),
      receivedAt: new Date(receivedAt).toISOString(),
    },
    companyId: textAt(envelope, "companyId"),
  };
}

/** The text at a path of names separated by full stops; null if there is no text. */
function textAt(value: unknown, path: string): string | null {
  if (path === "") return null;
  let part = value;
  for (const name of path.split(".")) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return null;
    part = (part as Record<string, unknown>)[name];
  }
  return typeof part === "string" ? part : null;
}

/** An id has to be whole: a part of it would name something else. */
function plainAt(value: unknown, path: string): string | null {
  const text = textAt(value, path);
  return text !== null && PLAIN.test(text) ? text : null;
}

const cut = (text: string | null): string | null =>
  text === null ? null : text.slice(0, MAX_EVENT_TEXT).toWellFormed();
