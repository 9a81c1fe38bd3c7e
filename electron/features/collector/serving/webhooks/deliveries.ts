import type http from "node:http";
import {
  type EventScheme,
  type WebhookEvent,
  type Refusal,
  type RefusalCounts,
  MAX_EVENT_TEXT,
  resourceOfType,
} from "../../../../../shared/features/collector/webhook-events.ts";
import type { Clock } from "../../../../base/clock.ts";
import { verifyDelivery, readHeaders, MAX_BODY, digestId } from "./verify-delivery.ts";
import { answer, answerUnread } from "./http-server.ts";
import { readBody, type Body } from "./read-body.ts";
import type { SenderLimits } from "./sender.ts";
import { unsafePart, parseJson } from "../../../../../shared/base/text/json.ts";

export interface DeliveryOptions {
  readonly scheme: EventScheme;
  readonly secrets: readonly string[];
  /** The only company whose events have an effect. If absent, the events of all companies have an effect. */
  readonly companyId?: string | undefined;
}

/** The numbers of all deliveries since the start. */
export interface DeliveryCounts {
  /** The number of deliveries that were passed on. */
  readonly accepted: number;
  readonly refused: RefusalCounts;
}

/** The status codes of refusals before the signature is checked. */
const STATUS = { too_large: 413, too_slow: 408, busy: 503 } as const;

/**
 * Handles deliveries. A delivery is checked for size and time, signature, and the sender's rate. Then its event is
 * passed on, and the answer is 202.
 */
export class Deliveries {
  readonly #options: DeliveryOptions;
  readonly #limits: SenderLimits;
  readonly #clock: Pick<Clock, "now" | "after" | "every">;
  readonly #accept: (event: WebhookEvent) => boolean;
  readonly #bodyTimeout: number;
  readonly #refused = new Map<Refusal, number>();
  #accepted = 0;

  /** @param accept takes an event. @returns whether the event is new. @throws if the event cannot be taken now. */
  constructor(
    options: DeliveryOptions,
    limits: SenderLimits,
    clock: Pick<Clock, "now" | "after" | "every">,
    accept: (event: WebhookEvent) => boolean,
    bodyTimeout: number,
  ) {
    [this.#options, this.#limits, this.#clock] = [options, limits, clock];
    [this.#accept, this.#bodyTimeout] = [accept, bodyTimeout];
  }

  counts(): DeliveryCounts {
    return { accepted: this.#accepted, refused: Object.fromEntries(this.#refused) };
  }

  #count(refusal: Refusal): void {
    this.#refused.set(refusal, (this.#refused.get(refusal) ?? 0) + 1);
  }

  /** Handles one delivery. @param sender the sender whose limit applies. */
  async take(request: http.IncomingMessage, response: http.ServerResponse, sender: string): Promise<void> {
    const body = await readBody(request, {
      clock: this.#clock,
      most: MAX_BODY,
      timeout: this.#bodyTimeout,
      reserve: (bytes) => reserve(sender, bytes),
    });
    if (!Buffer.isBuffer(body)) return this.#refuseUnread(body, request, response, sender);
    const now = this.#clock.now();
    const { scheme, secrets } = this.#options;
    const headers = readHeaders(request.rawHeaders);
    const verified = verifyDelivery({ headers, body, scheme, secrets, now });
    if (!verified.ok) {
      const wait = this.#refuse(verified.refusal, sender);
      // @security the answer does not contain the reason for the refusal, because the reason would help an attacker to
      // guess.
      return wait > 0 ? answer(response, 429, { "retry-after": String(wait) }) : answer(response, 401);
    }
    const seconds = this.#limits.accept(sender);
    if (seconds > 0) {
      this.#count("too_many");
      return answer(response, 429, { "retry-after": String(seconds) });
    }
    answer(response, this.#passOn(body, verified.deliveryId, now));
  }

  /**
   * Counts a refusal. A sender with too many refusals gets nothing but 429.
   * @returns the seconds for which the sender must wait; 0 if it need not wait.
   */
  #refuse(refusal: Refusal, sender: string): number {
    const wait = this.#limits.refuse(sender);
    this.#count(wait > 0 ? "too_many" : refusal);
    return wait;
  }

  #refuseUnread(
    body: Exclude<Body, Buffer>,
    request: http.IncomingMessage,
    response: http.ServerResponse,
    sender: string,
  ): void {
    if (body === "gone") return;
    if (body === "busy") this.#count("not_kept");
    else this.#refuse(body, sender);
    const headers = body === "busy" ? { "retry-after": "1" } : {};
    answerUnread(request, response, this.#clock, STATUS[body], headers);
  }

  /** Passes on a verified delivery. @returns the status of the answer. */
  #passOn(body: Buffer, deliveryId: string, receivedAt: number): 202 | 503 {
    const { scheme, companyId: wanted } = this.#options;
    const { event, companyId } = readEvent({ body, deliveryId, scheme, receivedAt });
    // A delivery that names no company has an unknown format. It is passed on.
    if (wanted !== undefined && companyId !== null && companyId !== wanted) {
      this.#count("other_company");
      return 202;
    }
    try {
      if (this.#accept(event)) this.#accepted += 1;
      else this.#count("repeated");
      return 202;
    } catch {
      // The answer makes the service deliver the event again.
      this.#count("not_kept");
      return 503;
    }
  }
}

/** The most bytes of all bodies that are being read at the same time. */
const MAX_BODIES = 32 * 1024 * 1024;
/** The most of these bytes that come from one sender. */
const MAX_OF_SENDER = MAX_BODIES / 4;
let reading = 0;
const readingOf = new Map<string, number>();

/** Counts bytes of bodies that are being read. @returns false if there are too many. */
function reserve(sender: string, bytes: number): boolean {
  reading += bytes;
  const ofSender = (readingOf.get(sender) ?? 0) + bytes;
  if (ofSender > 0) readingOf.set(sender, ofSender);
  else readingOf.delete(sender);
  return reading <= MAX_BODIES && ofSender <= MAX_OF_SENDER;
}

/** A verified delivery. */
interface DeliveryToRead {
  readonly body: Buffer;
  readonly deliveryId: string;
  readonly scheme: Pick<EventScheme, "resourceIdPath">;
  /** The time of receipt by the collector's clock, ms since the epoch. */
  readonly receivedAt: number;
}

export interface ReadEvent {
  readonly event: WebhookEvent;
  /** The id of the company; null if the delivery names no company. */
  readonly companyId: string | null;
}

/** Printable characters, few enough to be kept without cutting. */
const PLAIN = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_EVENT_TEXT}}$`, "u");

/**
 * Reads the part of a delivery that is used. A delivery of an unknown type or form is also an event, with at least an
 * id and a time.
 * @security only a resource's name, its id and three short texts of the body are used.
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

/** The text at a path of names, which are separated by full stops; null if there is no text. */
function textAt(value: unknown, path: string): string | null {
  if (path === "") return null;
  let part = value;
  for (const name of path.split(".")) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return null;
    part = (part as Record<string, unknown>)[name];
  }
  return typeof part === "string" ? part : null;
}

/** The text at a path, if it is plain. An id must not be cut, because a part of it could name another record. */
function plainAt(value: unknown, path: string): string | null {
  const text = textAt(value, path);
  return text !== null && PLAIN.test(text) ? text : null;
}

const cut = (text: string | null): string | null =>
  text === null ? null : text.slice(0, MAX_EVENT_TEXT).toWellFormed();
