import { randomBytes, createHmac } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { Webhook } from "standardwebhooks";
import { timeoutSignal, type Clock, type Timer } from "../../base/clock.ts";
import { EVENT_PRESETS, type EventScheme } from "../../../shared/features/collector/webhook-events.ts";

/** The endpoint of deliveries that a company admin registers (specification 6). */
export interface WebhookOptions {
  /** https, or http on this machine. */
  readonly url: string;
  readonly secret: string;
  /** Standard Webhooks by default. */
  readonly scheme?: EventScheme;
}

/** One event on its way to an endpoint. */
export interface Delivery {
  readonly body: string;
  /** The fault of the first attempt; later attempts have no fault. */
  readonly fault?: "badSignature" | "oldTimestamp";
  /** Whether failed attempts are repeated; false for a delivery that a real service would not send again. */
  readonly retries: boolean;
}

/** The counts of deliveries to one endpoint. */
export interface WebhookCounts {
  /** Answered with 2xx. */
  readonly accepted: number;
  readonly failedAttempts: number;
  /** Deliveries that were given up. */
  readonly lost: number;
  readonly pending: number;
}

const AT_ONCE = 16;
const ATTEMPTS = 12;
const MOST_QUEUED = 100_000;
/** Ms until an attempt counts as failed. */
const TIMEOUT = 5_000;
const FIRST_BACKOFF = 250;
const LONGEST_BACKOFF = 10_000;
/** Ms: no client should accept a delivery that is an hour old. */
const OLD = 3_600_000;

/** A request as it went out. */
interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Delivers events to one endpoint, and repeats each delivery until it is answered with 2xx. */
export class WebhookEndpoint {
  readonly #url: URL;
  readonly #signer: Signer;
  readonly #agent: http.Agent;
  readonly #clock: Clock;
  readonly #queue: { readonly delivery: Delivery; readonly attempt: number; readonly id: string }[] = [];
  readonly #timers = new Set<Timer>();
  #underWay = 0;
  #counts = { accepted: 0, failedAttempts: 0, lost: 0 };
  #first: Sent | null = null;
  #isClosed = false;

  /** @throws Error for a URL or a secret that cannot be used. */
  constructor({ url, secret, scheme = EVENT_PRESETS["standard-webhooks"] }: WebhookOptions, clock: Clock) {
    this.#clock = clock;
    this.#url = checkWebhook({ url, secret, scheme });
    this.#signer = { scheme, secret };
    const options = { keepAlive: true, maxSockets: AT_ONCE };
    this.#agent = this.#url.protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
  }

  get counts(): WebhookCounts {
    return { ...this.#counts, pending: this.#queue.length + this.#underWay + this.#timers.size };
  }

  send(delivery: Delivery): void {
    if (this.#queue.length >= MOST_QUEUED) {
      this.#counts.lost += 1;
      return;
    }
    this.#queue.push({ delivery, attempt: 0, id: `msg_${randomBytes(8).toString("hex")}` });
    this.#pump();
  }

  /** Sends the first accepted delivery again, byte for byte. */
  replay(): void {
    // A receiver that is away gets no second copy.
    if (this.#first) void this.#post(this.#first).catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.length = 0;
    for (const timer of this.#timers) timer.stop();
    this.#timers.clear();
    this.#agent.destroy();
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

  async #attempt({
    delivery,
    attempt,
    id,
  }: {
    delivery: Delivery;
    attempt: number;
    id: string;
  }): Promise<void> {
    const fault = attempt === 0 ? delivery.fault : undefined;
    const { body } = delivery;
    const at = this.#clock.now() - (fault === "oldTimestamp" ? OLD : 0);
    const signed = signDelivery(this.#signer, id, at, fault === "badSignature" ? `${body} ` : body);
    const sent = { headers: { ...signed, "content-type": "application/json" }, body };
    // A receiver that is away is tried again, as one that refuses.
    const status = await this.#post(sent).catch(() => 0);
    if (status >= 200 && status < 300) {
      this.#counts.accepted += 1;
      this.#first ??= sent;
      return;
    }
    this.#counts.failedAttempts += 1;
    if (!delivery.retries || attempt + 1 >= ATTEMPTS || this.#isClosed) {
      this.#counts.lost += 1;
      return;
    }
    const backoff =
      Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** attempt) * (0.5 + this.#clock.random() / 2);
    const timer = this.#clock.after(backoff, () => {
      this.#timers.delete(timer);
      this.#queue.push({ delivery, attempt: attempt + 1, id });
      this.#pump();
    });
    this.#timers.add(timer);
  }

  #post({ headers, body }: Sent): Promise<number> {
    const { request } = this.#url.protocol === "https:" ? https : http;
    return new Promise((resolve, reject) => {
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

/** The scheme and secret with which a delivery is signed. */
interface Signer {
  readonly scheme: EventScheme;
  readonly secret: string;
}

/**
 * The headers that sign a body. Standard Webhooks are signed by that project's own library, so that the receiver is
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
