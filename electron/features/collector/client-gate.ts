import type http from "node:http";
import { ServiceError } from "../../api-server/answers.ts";
import { unauthorized } from "../../api-server/bearer.ts";
import { RateLimiter } from "../../api-server/rate-limiter.ts";
import type { Clock } from "../../base/clock.ts";
import type { Connections } from "./webhooks/http-server.ts";
import { SenderLimits } from "./webhooks/sender.ts";
import type { ServedStore } from "./served-store.ts";
import { findToken, type CollectorToken } from "./token-table.ts";

interface GateOptions {
  readonly store: Pick<ServedStore, "tokens" | "noteUse">;
  readonly connections: Pick<Connections, "recognise">;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  /** Requests a minute of one token; 0 for no limit. */
  readonly perMinute: number;
}

/** Decides whether a request may be answered: its token, and how many requests that token has made. */
export class ClientGate {
  readonly #options: GateOptions;
  readonly #refused: SenderLimits;
  readonly #limiter = new RateLimiter<string>();
  /** The hashes of the tokens that were used since the last note. */
  readonly #used = new Set<string>();

  constructor(options: GateOptions) {
    this.#options = options;
    this.#refused = new SenderLimits(options.clock);
  }

  /**
   * Finds the token of a request, and counts the request.
   * @param sender the sender whose wrong tokens are counted together.
   * @throws ServiceError 401 (specification 5, rule 6), 429 with `Retry-After` (specification 8).
   */
  async admit(request: http.IncomingMessage, sender: string): Promise<CollectorToken> {
    // Read for each request, so that a removed token ends at once.
    const token = findToken(request.headers.authorization, await this.#options.store.tokens());
    if (!token) {
      const seconds = this.#refused.refuse(sender);
      if (seconds > 0) throw tooMany("Too many requests without a valid token.", seconds);
      throw unauthorized("A valid token is required: Authorization: Bearer <TOKEN>.");
    }
    this.#options.connections.recognise(request.socket);
    const { clock, perMinute } = this.#options;
    const wait = this.#limiter.check(token.hash, perMinute, clock.monotonic());
    if (wait !== null) throw tooMany("Too many requests with this token.", wait);
    this.#used.add(token.hash);
    return token;
  }

  /** Stores which tokens were used since the last call: together, because each write waits for the disk. */
  async noteUses(): Promise<void> {
    const hashes = [...this.#used];
    this.#used.clear();
    const { store, clock } = this.#options;
    // The last use of a token is only informative, so a failure is ignored.
    if (hashes.length > 0) await store.noteUse(hashes, clock.now()).catch(() => {});
  }
}

/** 429 with its header. @param seconds until the next request may succeed. */
export const tooMany = (message: string, seconds: number): ServiceError =>
  new ServiceError(429, "rate_limited", message, {
    headers: { "retry-after": String(seconds) },
    retryAfter: seconds,
  });

/** 503 with its header: the collector cannot answer yet. */
export const notReady = (message: string, seconds: number): ServiceError =>
  new ServiceError(503, "not_ready", message, {
    headers: { "retry-after": String(seconds) },
    retryAfter: seconds,
  });
