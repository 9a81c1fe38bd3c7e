import type { Sentence } from "../../../../shared/base/text/texts.ts";
import { REFUSALS } from "./messages.ts";
import type http from "node:http";
import { invalid, ServiceError } from "../../../api-server/answers.ts";
import { unauthorized } from "../../../api-server/bearer.ts";
import { RateLimiter } from "../../../api-server/rate-limiter.ts";
import type { Clock } from "../../../base/clock.ts";
import { sharedRuns } from "../../../base/one-at-a-time.ts";
import type { Connections } from "./webhooks/http-server.ts";
import { SenderLimits } from "./webhooks/sender.ts";
import type { ServedStore } from "./served-store.ts";
import { findToken, hasToken, type CollectorToken } from "./token-table.ts";

/** The most waiting requests of one token. */
const MOST_WAITING = 64;
/** The number of characters of an answer that cost the same as one request. */
const COST_CHARACTERS = 256 * 1024;

interface GateOptions {
  readonly store: Pick<ServedStore, "tokens" | "noteUse">;
  readonly connections: Pick<Connections, "recognise">;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  /** The most requests a minute with one token; 0 for no limit. */
  readonly perMinute: number;
  /** Called with the hashes of all tokens each time the tokens were read. */
  onTokens(hashes: ReadonlySet<string>): void;
}

/** The queue of answers for one token. */
interface Turns {
  /** Resolves when the last answer of the queue has ended. */
  last: Promise<void>;
  /** The answer that is being sent, and the answers that are waiting. */
  readonly open: Set<http.ServerResponse>;
}

/**
 * Decides whether and when a request is answered. It checks the token and the number of its requests, and lets the
 * answers for a token take turns.
 */
export class ClientGate {
  readonly #options: GateOptions;
  readonly #refused: SenderLimits;
  readonly #limiter = new RateLimiter<string>();
  readonly #turns = new Map<string, Turns>();
  /** The hashes of the tokens that were used since the last note. */
  readonly #used = new Set<string>();
  /** The tokens when they were last read. */
  #known: readonly CollectorToken[] = [];

  constructor(options: GateOptions) {
    this.#options = options;
    this.#refused = new SenderLimits(options.clock);
  }

  /** Reads the tokens. Callers share this, so that any number of requests causes one statement at a time. */
  readonly tokens = sharedRuns(async () => {
    this.#known = await this.#options.store.tokens();
    const hashes = new Set(this.#known.map(({ hash }) => hash));
    for (const [hash, { open }] of this.#turns)
      if (!hashes.has(hash)) for (const response of open) response.destroy();
    this.#options.onTokens(hashes);
    return this.#known;
  });

  /**
   * Finds the token of a request, and counts the request. If a token or sender must wait, the store is not read.
   * @param sender the sender whose wrong tokens are counted together.
   * @throws ServiceError 401 (specification 5, rule 6), 429 with `Retry-After` (specification 8).
   */
  async admit(request: http.IncomingMessage, sender: string): Promise<CollectorToken> {
    const { authorization } = request.headers;
    const known = findToken(authorization, this.#known);
    if (known) this.#count(known);
    else if (!hasToken(authorization) || this.#refused.waitOf(sender) > 0) throw this.#refusal(sender);
    // The tokens are read for each request, so that a removed token loses access at once.
    const token = findToken(authorization, await this.tokens());
    if (!token) throw this.#refusal(sender);
    this.#options.connections.recognise(request.socket);
    if (!known) this.#count(token);
    this.#used.add(token.hash);
    return token;
  }

  #refusal(sender: string): ServiceError {
    const seconds = this.#refused.refuse(sender);
    if (seconds > 0) return tooMany(REFUSALS.tooManyWithoutToken, seconds);
    return unauthorized(REFUSALS.noToken({ header: "Authorization: Bearer <TOKEN>" }));
  }

  /** Counts a request of a token. @throws ServiceError 429. */
  #count({ hash }: CollectorToken): void {
    const { clock, perMinute } = this.#options;
    const wait = this.#limiter.check(hash, perMinute, clock.monotonic());
    if (wait !== null) throw tooMany(REFUSALS.tooMany, wait);
  }

  /**
   * Charges the cost of an answer, besides its request.
   * @param characters the number of characters in the answer.
   */
  charge({ hash }: CollectorToken, characters: number): void {
    const cost = Math.max(0, characters) / COST_CHARACTERS;
    this.#limiter.charge(hash, cost, this.#options.clock.monotonic());
  }

  /** Charges the cost of a whole answer. The request itself was already counted. */
  chargeAnswer(token: CollectorToken, characters: number): void {
    this.charge(token, characters - COST_CHARACTERS);
  }

  /**
   * Waits until the client has received the earlier answers for this token. A token gets only one answer at a time. So
   * the requests of other tokens wait for at most one of its answers, and answers that are not read yet take little
   * memory.
   * @throws ServiceError 429 if too many requests wait; 400 if the client has disconnected.
   */
  async turn({ hash }: CollectorToken, response: http.ServerResponse): Promise<void> {
    const turns = this.#turns.get(hash) ?? { last: Promise.resolve(), open: new Set() };
    if (turns.open.size > MOST_WAITING) throw tooMany("Too many requests at a time with this token.", 1);
    if (hasLeft(response)) throw invalid("The client has left.");
    this.#turns.set(hash, turns);
    turns.open.add(response);
    const before = turns.last;
    const ended = new Promise<void>((resolve) => {
      response.once("finish", resolve).once("close", resolve);
    });
    const end = async (): Promise<void> => {
      await before;
      await ended;
      turns.open.delete(response);
      if (turns.open.size === 0) this.#turns.delete(hash);
    };
    turns.last = end();
    await before;
    if (hasLeft(response)) throw invalid("The client has left.");
  }

  /** Stores the last use of all used tokens together. Each write waits for the disk. */
  async noteUses(): Promise<void> {
    const hashes = [...this.#used];
    this.#used.clear();
    const { store, clock } = this.#options;
    // The last use of a token is only for information, so a failure is ignored.
    if (hashes.length > 0) await store.noteUse(hashes, clock.now()).catch(() => {});
  }
}

/**
 * Whether a client has disconnected. An answer that waits behind other answers does not notice the end of its
 * connection.
 */
export const hasLeft = (response: http.ServerResponse): boolean =>
  response.destroyed || response.req.socket.destroyed;

/** Makes a 429 with its header. @param seconds the seconds until the next request may succeed. */
export const tooMany = (message: string | Sentence, seconds: number): ServiceError =>
  new ServiceError(429, "rate_limited", message, {
    headers: { "retry-after": String(seconds) },
    retryAfter: seconds,
  });

/** Makes a 503 with its header, because the collector cannot answer yet. */
export const notReady = (message: string | Sentence, seconds: number): ServiceError =>
  new ServiceError(503, "not_ready", message, {
    headers: { "retry-after": String(seconds) },
    retryAfter: seconds,
  });
