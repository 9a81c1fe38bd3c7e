import { randomBytes } from "node:crypto";
import type http from "node:http";
import { isIP, type AddressInfo } from "node:net";
import { failure, ServiceError, type Answer } from "../../../api-server/answers.ts";
import { queryOf, targetOf, unknownTarget } from "../../../api-server/target.ts";
import { nextTurn, pause, type Clock, type Timer } from "../../../base/clock.ts";
import { sharedRuns } from "../../../base/one-at-a-time.ts";
import type { Log } from "../../../base/log.ts";
import { TEAM_PATH } from "../../../../shared/features/team/team-protocol.ts";
import type { SyncStatus } from "../../../../shared/inventory/status.ts";
import { createServer, listen, type Tls } from "./webhooks/http-server.ts";
import { isTrusted, senderOf, type TrustedProxies } from "./webhooks/sender.ts";
import type { Deliveries } from "./webhooks/deliveries.ts";
import { ChangeStreams } from "./change-streams.ts";
import type { MailFigures } from "../collector-mail.ts";
import { ClientGate, hasLeft, notReady } from "./client-gate.ts";
import { BODY_TIMEOUT_MS, readDocuments, storeEdits } from "./documents-api.ts";
import { InventoryApi } from "./inventory-api.ts";
import { metricsText } from "./metrics.ts";
import { answerChanges, answerDays, type AnswerPage } from "./paged-answers.ts";
import { Snapshots } from "./send-snapshot.ts";
import type { ServedStore } from "./served-store.ts";
import type { ServiceTime } from "./service-time.ts";
import type { CollectorToken } from "./token-table.ts";

/** The ms between two messages of a stream; two checks of the tokens; two notes of their use. */
const [BEAT_EVERY_MS, TOKENS_EVERY_MS, USES_EVERY_MS] = [15_000, 250, 60_000];
/** The most ms for the headers of a request. */
const HEADERS_MS = 5_000;
export const BODY_MS = 10_000;
/** The ms within which a client must have read an answer. */
const UNREAD_MS = 30_000;
/** The seconds after which a client should try again while the first pull runs. */
const FIRST_PULL_RETRY = 30;

/** The address, TLS and limits of a collector's server. */
export interface ListenOptions {
  readonly host: string;
  /** The port; 0 for any free port. */
  readonly port: number;
  /**
   * The certificate and key; null for plain HTTP. Without TLS, only this computer and the trusted proxies get answers.
   */
  readonly tls: Tls | null;
  readonly trusted: TrustedProxies;
  /** The most requests a minute with one token; 0 for no limit. */
  readonly perMinute: number;
}

/** The parts of a collector that its server needs. */
export interface ServerParts {
  readonly store: ServedStore;
  readonly time: ServiceTime;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the name of the changes' numbering. */
  readonly epoch: () => string;
  readonly status: () => SyncStatus;
  /** Returns the number of requests to the service since the start. */
  readonly requests: () => number;
  /** Returns the numbers about mail; null if the collector sends no mail. */
  readonly mail: () => MailFigures | null;
  /** The handler of the service's deliveries; null if the service delivers no events. */
  readonly deliveries: Deliveries | null;
  /** Called after a workstation has changed the team's records. */
  readonly onEdits: () => Promise<void> | void;
  /** Returns the collector's role in a shared store; absent if the collector has its own store. */
  readonly shared?: () => SharedState;
}

/** A collector's role in a store that several collectors may share. */
export interface SharedState {
  /** "leader": the collector writes. "follower": it waits to take over, and answers clients meanwhile. */
  readonly role: "leader" | "follower";
  /** "away": the store cannot be reached. */
  readonly store: "ok" | "away";
}

/** One request that is being answered. */
interface Exchange {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestId: string;
  /** The time before anything was read for the answer, ms since the epoch. */
  readonly now: number;
  /** The token of the request; null until the request was admitted. */
  token: CollectorToken | null;
}

type Handler = (exchange: Exchange) => Promise<Answer | "sent"> | Answer;

/**
 * The HTTP server of a collector. It answers the six operations of the specification, and Stockdeck's own paths under
 * `/stockdeck/v1`.
 */
export class CollectorServer {
  readonly #parts: ServerParts;
  readonly #listen: ListenOptions;
  readonly #server: http.Server;
  readonly #gate: ClientGate;
  readonly #inventory: InventoryApi;
  readonly #snapshots: Snapshots;
  readonly #answers = new Map<number, number>();
  readonly #prefix = `req_${randomBytes(4).toString("hex")}`;
  readonly #timers: readonly Timer[];
  readonly streams = new ChangeStreams(() => this.#gate.tokens());
  /**
   * The numbers of the kept changes. Clients without a token may request them, so all requests share one statement at a
   * time.
   */
  readonly #sequence = sharedRuns(() => this.#parts.store.sequence());
  #requests = 0;

  /** @throws Error for a certificate or key that cannot be used. */
  constructor(parts: ServerParts, options: ListenOptions) {
    [this.#parts, this.#listen] = [parts, options];
    const { store, clock } = parts;
    const { server, connections } = createServer(
      clock,
      HEADERS_MS,
      BODY_TIMEOUT_MS,
      options.trusted,
      options.tls,
    );
    this.#server = server;
    this.#gate = new ClientGate({
      store,
      clock,
      connections,
      perMinute: options.perMinute,
      onTokens: (hashes) => {
        this.streams.keepOnly(hashes);
        this.#snapshots.keepOnly(hashes);
      },
    });
    this.#inventory = new InventoryApi(store);
    this.#snapshots = new Snapshots(store, clock);
    server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
      response.on("error", () => response.destroy());
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#timers = [
      clock.every(BEAT_EVERY_MS, () => this.streams.beat()),
      clock.every(TOKENS_EVERY_MS, () => this.#endRemoved()),
      clock.every(USES_EVERY_MS, () => void this.#gate.noteUses()),
    ];
  }

  /** Listens. @returns the address without a path. @throws the error of `listen` for an unavailable address. */
  async start(): Promise<string> {
    const { host, port, tls } = this.#listen;
    await listen(this.#server, host, port);
    const bound = this.#server.address() as AddressInfo;
    const name = isIP(bound.address) === 6 ? `[${bound.address}]` : bound.address;
    return `${tls ? "https" : "http"}://${name}:${bound.port}`;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) timer.stop();
    this.streams.close();
    await this.#gate.noteUses();
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Ends the answers for removed tokens, because another process may have removed a token. */
  #endRemoved(): void {
    // If the tokens cannot be read, the next interval tries again.
    if (this.streams.size + this.#snapshots.size > 0) void this.#gate.tokens().catch(() => {});
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (await this.#take(request, response)) return;
    const now = this.#parts.time.now();
    this.#requests += 1;
    const requestId = `${this.#prefix}${String(this.#requests).padStart(8, "0")}`;
    const path = pathOf(request);
    const query = queryOf(request.url);
    const exchange: Exchange = { request, response, path, query, requestId, now, token: null };
    response.setHeader("date", new Date(now).toUTCString());
    const answer = await this.#decide(exchange);
    // A body that is not read must not block the connection.
    request.resume();
    if (answer !== "sent" && !response.headersSent) {
      if (exchange.token) this.#gate.chargeAnswer(exchange.token, answer.body.length);
      this.#send(exchange, answer);
    }
    this.#answers.set(response.statusCode, (this.#answers.get(response.statusCode) ?? 0) + 1);
  }

  /** Handles a delivery of the service. @returns false for any other request. */
  async #take(request: http.IncomingMessage, response: http.ServerResponse): Promise<boolean> {
    const { deliveries } = this.#parts;
    if (
      !deliveries
      || pathOf(request) !== "/webhooks"
      || request.method !== "POST"
      || !this.#mayAnswer(request)
    )
      return false;
    await deliveries.take(request, response, senderOf(request, this.#listen.trusted));
    return true;
  }

  async #decide(exchange: Exchange): Promise<Answer | "sent"> {
    try {
      if (!this.#mayAnswer(exchange.request)) throw notAllowed();
      return await this.#handlerOf(exchange)(exchange);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError))
        this.#parts.log.warn("a request failed", { requestId: exchange.requestId, cause: thrown });
      return failure(thrown, exchange.requestId);
    }
  }

  /**
   * Whether a request may be answered. @security without TLS a token can be read in transit, so only this computer and
   * trusted proxies may send one.
   */
  #mayAnswer({ socket }: http.IncomingMessage): boolean {
    const { tls, trusted } = this.#listen;
    const address = socket.remoteAddress ?? "";
    const isHere = address === "::1" || /^(?:::ffff:)?127\./.test(address);
    return tls !== null || isHere || isTrusted(address, trusted);
  }

  #handlerOf({ request, path }: Exchange): Handler {
    const own = Object.hasOwn(this.#own, path) ? this.#own[path] : undefined;
    if (!own) return (exchange) => this.#operation(exchange);
    if (request.method === "GET" || (request.method === "HEAD" && OPEN_PATHS.has(path))) return own;
    if (path !== TEAM_PATH || request.method !== "POST") throw unknownTarget("wrongMethod");
    return (exchange) => this.#storeEdits(exchange);
  }

  /** The answers to paths that are not in the specification, by path. */
  readonly #own: Readonly<Record<string, Handler>> = {
    "/stockdeck/v1": () => json({ name: "Stockdeck collector", version: 1, epoch: this.#parts.epoch() }),
    "/stockdeck/v1/health": () => this.#health(),
    "/stockdeck/v1/changes": (exchange) => this.#page(exchange, answerChanges),
    "/stockdeck/v1/days": (exchange) => this.#page(exchange, answerDays),
    "/stockdeck/v1/snapshot": async (exchange): Promise<"sent"> => {
      const token = await this.#admit(exchange);
      const onPart = (characters: number): void => this.#gate.charge(token, characters);
      await this.#snapshots.send(exchange.response, token.hash, onPart);
      return "sent";
    },
    "/stockdeck/v1/stream": async (exchange): Promise<"sent"> => {
      this.streams.add(exchange.response, await this.#admit(exchange));
      return "sent";
    },
    [TEAM_PATH]: async (exchange) => {
      const { store, epoch } = this.#parts;
      return readDocuments(store, epoch(), await this.#admitInTurn(exchange, false), exchange.query);
    },
    "/stockdeck/v1/metrics": (exchange) => this.#metrics(exchange),
  };

  async #operation(exchange: Exchange): Promise<Answer> {
    const { request, query, requestId, now } = exchange;
    const target = targetOf(request.method, request.url);
    if (typeof target === "string") throw unknownTarget(target);
    await this.#admitInTurn(exchange);
    return this.#inventory.answer({ target, query, requestId, now });
  }

  /**
   * Checks the token, and whether the copy is complete. An incomplete copy would look like a company that lost its
   * items.
   */
  async #admit(exchange: Exchange, isReading = true): Promise<CollectorToken> {
    const { request } = exchange;
    const token = await this.#gate.admit(request, senderOf(request, this.#listen.trusted));
    exchange.token = token;
    if (isReading && !this.#parts.status().firstPullComplete)
      throw notReady("The first pull from the service has not ended yet.", FIRST_PULL_RETRY);
    return token;
  }

  /** Checks the token like `#admit`, and waits until the client has read earlier answers. */
  async #admitInTurn(exchange: Exchange, isReading = true): Promise<CollectorToken> {
    const token = await this.#admit(exchange, isReading);
    await this.#gate.turn(token, exchange.response);
    return token;
  }

  async #page(exchange: Exchange, answer: AnswerPage): Promise<Answer> {
    await this.#admitInTurn(exchange);
    return answer(this.#parts.store, exchange.query, this.#parts.status().error?.kind ?? null);
  }

  async #storeEdits(exchange: Exchange): Promise<Answer> {
    const { store, clock } = this.#parts;
    const answer = await storeEdits(
      store,
      await this.#admitInTurn(exchange, false),
      exchange.request,
      exchange.now,
      clock,
    );
    this.streams.publishTeam(await store.teamSequence());
    void this.#parts.onEdits();
    return answer;
  }

  /**
   * Answers with the state of the collector. It needs no token, because the state has no names, ids or texts of the
   * service.
   */
  async #health(): Promise<Answer> {
    const { status, epoch } = this.#parts;
    const shared = this.#parts.shared?.();
    const { state, error, question, firstPullComplete, completeAsOf, lastPassAt, lastFullCheckAt } = status();
    const isAway = shared?.store === "away";
    const numbers = isAway ? null : await this.#sequence();
    const ok = firstPullComplete && error === null && question === null && !isAway;
    const health = {
      ok,
      state,
      error: error?.kind ?? null,
      question: question?.kind ?? null,
      firstPullComplete,
      completeAsOf,
      lastPassAt,
      lastFullCheckAt,
      sequence: numbers?.last ?? null,
      firstKept: numbers?.first ?? null,
      epoch: epoch(),
      ...shared,
    };
    return { ...json(health), status: firstPullComplete && !isAway ? 200 : 503 };
  }

  async #metrics(exchange: Exchange): Promise<Answer> {
    await this.#admitInTurn(exchange, false);
    const { store, status, requests } = this.#parts;
    const [sequence, bytes] = await Promise.all([store.sequence(), store.bytes()]);
    const deliveries = this.#parts.deliveries?.counts() ?? null;
    const figures = {
      status: status(),
      sequence,
      bytes,
      leads: this.#parts.shared?.().role !== "follower",
      deliveries,
      mail: this.#parts.mail(),
      requests: requests(),
      answers: this.#answers,
    };
    const body = metricsText({ ...figures, streams: this.streams.size });
    return { status: 200, headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" }, body };
  }

  /** Sends an answer. A request with another method may have a body, which is not read. */
  #send({ request, response }: Exchange, { status, headers, body }: Answer): void {
    const closes = request.method === "GET" || request.method === "HEAD" ? {} : { connection: "close" };
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
      ...closes,
      "content-length": String(Buffer.byteLength(body)),
    });
    response.end(body);
    void this.#endUnread(response);
  }

  /** Ends the connection if the client does not read its answer. */
  async #endUnread(response: http.ServerResponse): Promise<void> {
    const isRead = new AbortController();
    response.once("finish", () => isRead.abort()).once("close", () => isRead.abort());
    // By then nearly every answer has been sent, and needs no timer.
    await nextTurn();
    if (!hasLeft(response) && !response.writableFinished)
      await pause(this.#parts.clock, UNREAD_MS, isRead.signal);
    if (response.writableFinished) return;
    response.req.socket.destroy();
    // If the answer waits behind other answers, no "close" event follows, but the next turn needs this event.
    response.emit("close");
  }
}

/** The paths that need no token. A monitor may request only their headers. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/stockdeck/v1", "/stockdeck/v1/health"]);

/** The path of a request, without a slash at its end. */
const pathOf = ({ url = "" }: http.IncomingMessage): string => url.replace(/\?.*/s, "").replace(/\/$/, "");

const json = (value: object): Answer => ({ status: 200, headers: {}, body: JSON.stringify(value) });

const notAllowed = (): ServiceError =>
  new ServiceError(403, "not_allowed", "Without TLS, only this computer and trusted proxies are answered.");
