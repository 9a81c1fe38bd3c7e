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

/** The intervals of a stream's messages, checks of tokens, and notes of their use, ms. */
const [BEAT_EVERY_MS, TOKENS_EVERY_MS, USES_EVERY_MS] = [15_000, 250, 60_000];
/** Timeouts of a request's headers and body, ms. */
const HEADERS_MS = 5_000;
export const BODY_MS = 10_000;
/** Ms in which a client must have read an answer. */
const UNREAD_MS = 30_000;
/** Seconds after which a client should ask again while the first pull runs. */
const FIRST_PULL_RETRY = 30;

/** The address, TLS and limits of a collector's server. */
export interface ListenOptions {
  readonly host: string;
  /** 0 chooses any free port. */
  readonly port: number;
  /** Null for plain HTTP: then only this computer and the trusted proxies get answers. */
  readonly tls: Tls | null;
  readonly trusted: TrustedProxies;
  /** Requests a minute of one token; 0 for no limit. */
  readonly perMinute: number;
}

/** The parts of a collector that its server reads. */
export interface ServerParts {
  readonly store: ServedStore;
  readonly time: ServiceTime;
  readonly clock: Clock;
  readonly log: Log;
  /** Identifies the numbering of the changes. */
  readonly epoch: () => string;
  readonly status: () => SyncStatus;
  /** The number of requests to the service so far. */
  readonly requests: () => number;
  /** The figures of its mail; null if it sends none. */
  readonly mail: () => MailFigures | null;
  /** The handler of the service's deliveries; null if it delivers none. */
  readonly deliveries: Deliveries | null;
  /** Called after a workstation has edited the team's records. */
  readonly onEdits: () => Promise<void> | void;
  /** The collector's role in a shared store; absent if it has its own store. */
  readonly shared?: () => SharedState;
}

/** A collector's role in a store that several collectors may share. */
export interface SharedState {
  /** "leader" writes; "follower" waits to take over, and answers clients in the meantime. */
  readonly role: "leader" | "follower";
  /** "away" if the store cannot be reached. */
  readonly store: "ok" | "away";
}

/** One request that is being answered. */
interface Exchange {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestId: string;
  /** Ms since the epoch, read before anything is answered. */
  readonly now: number;
  /** The token of the request; null before it was admitted. */
  token: CollectorToken | null;
}

type Handler = (exchange: Exchange) => Promise<Answer | "sent"> | Answer;

/** The HTTP server of a collector: the six operations of the specification, and Stockdeck's own under `/stockdeck/v1`. */
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
  /** The kept numbers. Clients without a token may ask for them, so all requests share one statement at a time. */
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

  /** Listens. @returns the address, without a path. @throws the error of `listen` for an address that is not available. */
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

  /** Ends the answers of removed tokens: another process may have removed one. */
  #endRemoved(): void {
    // A failed reading is repeated at the next interval.
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
    // An unread body must not block the connection.
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

  /** @security without TLS a token is readable on its way, so only this computer and named proxies may send one. */
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

  /** The additions to the specification, by path. */
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
   * Checks the token, and that the copy is complete. An incomplete copy would look like a company that lost its
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

  /** Checks the token as `#admit`, and waits until its earlier answers are read. */
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

  /** The collector's state, without names, ids or texts of the service: it needs no token. */
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

  /** Ends the connection of a client that does not read its answer. */
  async #endUnread(response: http.ServerResponse): Promise<void> {
    const isRead = new AbortController();
    response.once("finish", () => isRead.abort()).once("close", () => isRead.abort());
    // Nearly every answer is already on its way then and needs no timer.
    await nextTurn();
    if (!hasLeft(response) && !response.writableFinished)
      await pause(this.#parts.clock, UNREAD_MS, isRead.signal);
    if (response.writableFinished) return;
    response.req.socket.destroy();
    // An answer that waits behind other answers emits no "close" event, which the next turn needs.
    response.emit("close");
  }
}

/** The paths that need no token. A monitor may ask for their headers alone. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/stockdeck/v1", "/stockdeck/v1/health"]);

/** The path of a request, without a slash at its end. */
const pathOf = ({ url = "" }: http.IncomingMessage): string => url.replace(/\?.*/s, "").replace(/\/$/, "");

const json = (value: object): Answer => ({ status: 200, headers: {}, body: JSON.stringify(value) });

const notAllowed = (): ServiceError =>
  new ServiceError(403, "not_allowed", "Without TLS, only this computer and trusted proxies are answered.");
