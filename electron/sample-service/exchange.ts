import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse, type Server } from "node:http";
import { failure, invalid, ServiceError, success, type Answer } from "../api-server/answers.ts";
import type { Clock } from "../base/clock.ts";
import type { SampleCompany } from "./company.ts";
import { deliver } from "./deliver.ts";
import type { Faults } from "./fault-settings.ts";
import type { FaultState, Outcome } from "./faults.ts";
import type { KeyRing } from "./keys.ts";
import { parseListQuery } from "../api-server/list-query.ts";
import type { RateLimiter } from "../api-server/rate-limiter.ts";
import { noSuchRecord, queryOf, targetOf, unknownTarget, type Target } from "../api-server/target.ts";
import type { Pager } from "./pages.ts";
import type { RequestLog } from "./request-log.ts";

/** The parts of the service that handle a request. */
export interface ExchangeParts {
  readonly keys: KeyRing;
  readonly limiter: RateLimiter<number>;
  readonly faults: FaultState;
  readonly pager: Pager;
  readonly log: RequestLog;
  readonly clock: Pick<Clock, "now" | "after">;
}

/** Answers one request: faults, key, rate limit and operation, in this order. */
export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #prefix = `req_${randomBytes(4).toString("hex")}`;
  #requests = 0;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { faults: state, keys, log, clock } = this.#parts;
    const [path = ""] = (request.url ?? "").split("?", 1);
    const query = queryOf(request.url);
    const requestId = `${this.#prefix}${String(++this.#requests).padStart(8, "0")}`;
    const outcome = state.plan({ path, hasCursor: query.has("cursor") });
    const finish = log.begin({
      at: clock.now(),
      method: request.method ?? "",
      path,
      query: Object.fromEntries(query),
      requestId,
      keyLabel: keys.find(request.headers.authorization)?.label ?? null,
      outcome,
    });

    const faults = state.on(path);
    // An answer that is delayed does not keep the process alive.
    if (faults.latencyMs > 0) await new Promise<void>((end) => clock.after(faults.latencyMs, end));
    const target = targetOf(request.method, request.url);
    const answer = this.#decide(request, { target, query, requestId, faults, outcome });
    const status = deliver(response, { answer, faults, outcome, now: clock.now() });
    if (status !== null) finish(status);
  }

  #decide(
    request: IncomingMessage,
    seen: {
      readonly target: ReturnType<typeof targetOf>;
      readonly query: URLSearchParams;
      readonly requestId: string;
      readonly faults: Faults;
      readonly outcome: Outcome;
    },
  ): Answer {
    const { target, query, requestId, faults, outcome } = seen;
    try {
      const struck = faultAnswer(outcome, faults, requestId);
      if (struck !== undefined) return struck;
      if (typeof target === "string") throw unknownTarget(target);
      const { keys, limiter, pager, clock } = this.#parts;
      const now = clock.now();
      const key = keys.authorize(request.headers.authorization);
      const wait = limiter.check(key.id, faults.rateLimit, now);
      if (wait !== null) throw tooMany({ "retry-after": String(wait) }, wait);
      return operate(target, { company: key.company, requestId, query, faults, now, pager });
    } catch (error) {
      return failure(error, requestId);
    }
  }
}

const tooMany = (headers: Readonly<Record<string, string>>, retryAfter: number | undefined): ServiceError =>
  new ServiceError(429, "rate_limited", "Too many requests with this API key.", {
    headers,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });

/** The answer of a fault instead of the operation's; undefined if the operation runs. */
function faultAnswer(outcome: Outcome, faults: Faults, requestId: string): Answer | undefined {
  switch (outcome) {
    case "redirect":
      return { status: 302, headers: { location: faults.redirectTo }, body: "" };
    case "tooMany": {
      const headers: Readonly<Record<string, string>> =
        faults.retryAfter === "" ? {} : { "retry-after": faults.retryAfter };
      return failure(tooMany(headers, faults.retryAfterBody ?? undefined), requestId);
    }
    case "serverError":
      return failure(
        new ServiceError(faults.serverErrorStatus, "server_error", "The service failed."),
        requestId,
      );
    case "badCursor":
      return failure(invalid("The cursor is not valid. Restart the listing without a cursor."), requestId);
    default:
      return undefined;
  }
}

/** Longer than clients keep an idle connection, so that no request meets a closing one. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Makes the server of the paths of specification 4. The exchange makes every answer, refusals included. Bodies are
 * never read: the API is read-only, so any body is answered with 405.
 */
export function makeServer(exchange: Exchange): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    // Only a broken socket rejects here: errors of operations are answers already.
    exchange.answer(request, response).catch(() => response.destroy());
  });
}

/** The parts of an accepted request that an operation needs. */
interface Call {
  readonly company: SampleCompany;
  readonly requestId: string;
  readonly query: URLSearchParams;
  readonly faults: Faults;
  readonly now: number;
  readonly pager: Pager;
}

/** Runs one of the six operations of specification 4. */
function operate({ resource, id }: Target, call: Call): Answer {
  const { company, query, faults, now, pager, requestId } = call;
  if (id === null) {
    const page = pager.page({ company, query: parseListQuery(resource, query), faults, now });
    return success({
      data: page.data,
      meta: { requestId, hasMore: page.hasMore, nextCursor: page.nextCursor },
    });
  }
  const record = company[resource].get(id);
  if (record === undefined) throw noSuchRecord(resource);
  return success({ data: record, meta: { requestId, hasMore: false, nextCursor: null } });
}
