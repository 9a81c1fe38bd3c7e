import { randomBytes, createHmac } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { Webhook } from "standardwebhooks";
import { timeoutSignal, type Clock, type Timer } from "../base/clock.ts";
import { EVENT_PRESETS, type EventScheme } from "../../shared/features/collector/webhook-events.ts";
import type { SampleChange } from "./live-changes.ts";

/** An endpoint that a company's admin registers for deliveries (specification 6). */
export interface WebhookOptions {
  /** The endpoint's URL: https, or http on this machine. */
  readonly url: string;
  readonly secret: string;
  /** The scheme of the signatures; by default Standard Webhooks. */
  readonly scheme?: EventScheme;
}

/** Makes the body of the event for a change (specification 6). */
export const eventOf = (
  companyId: string,
  { type, id, occurredAt }: Pick<SampleChange, "type" | "id" | "occurredAt">,
): string =>
  JSON.stringify({
    eventId: `evt_${randomBytes(8).toString("hex")}`,
    type,
    occurredAt,
    companyId,
    data: { id },
  });

const AT_ONCE = 16;
const ATTEMPTS = 12;
const MOST_QUEUED = 100_000;
/** Ms after which an attempt without an answer counts as failed. */
const TIMEOUT = 5_000;
const FIRST_BACKOFF = 250;
const LONGEST_BACKOFF = 10_000;

/** A signed request, ready to be sent. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An event that is being delivered to an endpoint. */
interface Delivery {
  readonly id: string;
  readonly body: string;
  readonly attempt: number;
  /** Called when the delivery has ended. True if an attempt was answered with 2xx; false if all attempts failed. */
  readonly end: (isAccepted: boolean) => void;
}

/** Delivers events to one endpoint. Each delivery is repeated until it is answered with 2xx, or the attempts end. */
export class WebhookEndpoint {
  readonly #url: URL;
  readonly #signer: Signer;
  readonly #agent: http.Agent;
  readonly #clock: Clock;
  readonly #queue: Delivery[] = [];
  readonly #timers = new Set<Timer>();
  #underWay = 0;
  #isClosed = false;

  /** @throws Error for a URL or a secret that cannot be used. */
  constructor({ url, secret, scheme = EVENT_PRESETS["standard-webhooks"] }: WebhookOptions, clock: Clock) {
    this.#clock = clock;
    this.#url = checkWebhook({ url, secret, scheme });
    this.#signer = { scheme, secret };
    const options = { keepAlive: true, maxSockets: AT_ONCE };
    this.#agent = this.#url.protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
  }

  /**
   * Delivers an event.
   * @returns whether it was accepted. The promise never settles if the endpoint is closed before.
   */
  send(body: string, id = `msg_${randomBytes(8).toString("hex")}`): Promise<boolean> {
    if (this.#queue.length >= MOST_QUEUED) return Promise.resolve(false);
    return new Promise((end) => {
      this.#queue.push({ id, body, attempt: 1, end });
      this.#pump();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.length = 0;
    for (const timer of this.#timers) timer.stop();
    this.#timers.clear();
    this.#agent.destroy();
  }

  /** Signs an event; each attempt has its own signature. @param at ms since the epoch. */
  protected sign(id: string, body: string, at = this.#clock.now()): SignedEvent {
    const headers = { ...signDelivery(this.#signer, id, at, body), "content-type": "application/json" };
    return { headers, body };
  }

  #pump(): void {
    while (this.#underWay < AT_ONCE && !this.#isClosed) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#underWay += 1;
      void this.#attempt(next).finally(() => {
        this.#underWay -= 1;
        this.#pump();
      });
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { id, body, attempt, end } = delivery;
    if (await this.post(this.sign(id, body))) return end(true);
    if (attempt >= ATTEMPTS || this.#isClosed) return end(false);
    const backoff =
      Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1)) * (0.5 + this.#clock.random() / 2);
    const timer = this.#clock.after(backoff, () => {
      this.#timers.delete(timer);
      this.#queue.push({ ...delivery, attempt: attempt + 1 });
      this.#pump();
    });
    this.#timers.add(timer);
  }

  /** Sends an event once. @returns whether the answer was 2xx. */
  protected async post({ headers, body }: SignedEvent): Promise<boolean> {
    const { request } = this.#url.protocol === "https:" ? https : http;
    try {
      const status = await new Promise<number>((resolve, reject) => {
        const sent = request(
          this.#url,
          {
            method: "POST",
            agent: this.#agent,
            signal: timeoutSignal(this.#clock, TIMEOUT),
            headers: { ...headers, "content-length": Buffer.byteLength(body) },
          },
          (answer) => {
            answer.resume();
            answer.on("end", () => resolve(answer.statusCode ?? 0));
            answer.on("error", reject);
          },
        );
        sent.on("error", reject);
        sent.end(body);
      });
      return status >= 200 && status < 300;
    } catch {
      // An unreachable endpoint is retried like an endpoint that refuses.
      return false;
    }
  }
}

/** @throws Error for a URL or a secret that cannot be used; its message contains neither. */
export function checkWebhook({
  url,
  secret,
  scheme = EVENT_PRESETS["standard-webhooks"],
}: WebhookOptions): URL {
  checkSecret({ scheme, secret });
  return checkUrl(url);
}

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function checkUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username || url?.password) throw new Error("a webhook's URL has no user name or password");
  if (url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname))) return url;
  throw new Error("a webhook's URL begins with https://, or with http:// on this machine");
}

/** The scheme and the secret that sign a delivery. */
interface Signer {
  readonly scheme: EventScheme;
  readonly secret: string;
}

/**
 * The headers that sign a body. The library of the Standard Webhooks project signs those, so that the receiver is
 * checked against independent code.
 * @param at ms since the epoch.
 */
function signDelivery(
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
function checkSecret(signer: Signer): void {
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
