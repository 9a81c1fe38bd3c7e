import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import { failure, invalid, notFound, ServiceError, success, type Answer } from "./answers.ts";
import type { SampleCompany } from "./company.ts";
import { deliver } from "./deliver.ts";
import type { Faults } from "./fault-settings.ts";
import type { FaultState, Outcome } from "./faults.ts";
import type { KeyRing, RateLimiter } from "./keys.ts";
import { parseListQuery } from "./list-query.ts";
import type { Pager } from "./pages.ts";
import type { RequestLog } from "./request-log.ts";

/** The parts of the service that handle a request. */
export interface ExchangeParts {
  readonly keys: KeyRing;
  readonly limiter: RateLimiter;
  readonly faults: FaultState;
  readonly pager: Pager;
  readonly log: RequestLog;
  readonly now: () => number;
}

/** The target of a request: an operation and its path parameter, or an unknown path or method. */
export type Target = { readonly operation: Operation; readonly id: string } | "unknownPath" | "wrongMethod";

/** Answers one request: faults, key, rate limit and operation, in this order. */
export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #prefix = `req_${randomBytes(4).toString("hex")}`;
  #requests = 0;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  async answer(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
    const { faults: state, keys, log, now } = this.#parts;
    const [path = "", search = ""] = splitOnce(request.url ?? "", "?");
    const query = new URLSearchParams(search);
    const requestId = `${this.#prefix}${String(++this.#requests).padStart(8, "0")}`;
    const outcome = state.plan({ path, hasCursor: query.has("cursor") });
    const finish = log.begin({
      at: now(),
      method: request.method ?? "",
      path,
      query: Object.fromEntries(query),
      requestId,
      keyLabel: keys.find(request.headers.authorization)?.label ?? null,
      outcome,
    });

    const faults = state.on(path);
    if (faults.latencyMs > 0) await sleep(faults.latencyMs, undefined, { ref: false });
    const answer = this.#decide(request, { target, query, requestId, faults, outcome });
    const status = deliver(response, { answer, faults, outcome, now: now() });
    if (status !== null) finish(status);
  }

  #decide(
    request: IncomingMessage,
    seen: {
      readonly target: Target;
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
      if (target === "unknownPath") throw notFound("There is no such endpoint.");
      if (target === "wrongMethod") {
        throw new ServiceError(405, "method_not_allowed", "Every inventory endpoint is read-only: use GET.", {
          headers: { allow: "GET" },
        });
      }
      const { keys, limiter, pager, now } = this.#parts;
      const key = keys.authorize(request.headers.authorization);
      const wait = limiter.check(key.id, faults.rateLimit, now());
      if (wait !== null) throw tooMany({ "retry-after": String(wait) }, wait);
      const { operation, id } = target;
      return operation({ company: key.company, requestId, query, faults, now: now(), pager, id });
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

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

const PATH = /^\/inventory\/(items|types|locations)(?:\/([^/]+))?$/;

/** Longer than clients keep an idle connection, so that no request meets a closing one. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Makes the server of the paths of specification 4. The exchange makes every answer, refusals included. Bodies are
 * never read: the API is read-only, so any body is answered with 405.
 */
export function makeServer(exchange: Exchange): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    // Only a broken socket rejects here: errors of operations are answers already.
    exchange.answer(request, response, targetOf(request.method, request.url)).catch(() => response.destroy());
  });
}

function targetOf(method: string | undefined, url = ""): Target {
  const match = PATH.exec(url.replace(/[?#].*$/s, ""));
  if (!match) return "unknownPath";
  if (method !== "GET") return "wrongMethod";
  const [, name, encoded] = match;
  const resource = name as Resource;
  if (encoded === undefined) return { operation: listOperation(resource), id: "" };
  try {
    return { operation: getOperation(resource), id: decodeURIComponent(encoded) };
  } catch {
    return "unknownPath";
  }
}

/** The parts of an accepted request that an operation needs. */
interface Call {
  readonly company: SampleCompany;
  readonly requestId: string;
  readonly query: URLSearchParams;
  readonly faults: Faults;
  readonly now: number;
  readonly pager: Pager;
  /** The path parameter, decoded; "" for a list. */
  readonly id: string;
}

/** One of the six operations of specification 4. */
type Operation = (call: Call) => Answer;

const NOUNS = { items: "item", types: "material type", locations: "location" } as const;

/** `listItems`, `listMaterialTypes` or `listLocations`. */
const listOperation =
  (resource: Resource): Operation =>
  (call) => {
    const query = parseListQuery(resource, call.query);
    const page = call.pager.page({ company: call.company, query, faults: call.faults, now: call.now });
    const meta = { requestId: call.requestId, hasMore: page.hasMore, nextCursor: page.nextCursor };
    return success({ data: page.data, meta });
  };

/** `getItem`, `getMaterialType` or `getLocation`. */
const getOperation =
  (resource: Resource): Operation =>
  (call) => {
    const record = call.company[resource].get(call.id);
    if (record === undefined) throw notFound(`There is no such ${NOUNS[resource]} in this company.`);
    return success({ data: record, meta: { requestId: call.requestId, hasMore: false, nextCursor: null } });
  };
