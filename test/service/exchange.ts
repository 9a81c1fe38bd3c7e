import type { IncomingMessage, ServerResponse } from "node:http";
import { failure, invalid, ServiceError, type Answer } from "../../electron/api-server/answers.ts";
import { RateLimiter } from "../../electron/api-server/rate-limiter.ts";
import { queryOf } from "../../electron/api-server/target.ts";
import type { Clock } from "../../electron/base/clock.ts";
import { answerRequest, requestIds } from "../../electron/sample-service/exchange.ts";
import { deliver } from "./deliver.ts";
import type { Faults } from "./fault-settings.ts";
import type { FaultState, Outcome } from "./faults.ts";
import { FaultyPager } from "./faulty-pager.ts";
import type { KeyRing } from "./keys.ts";
import type { RequestLog } from "./request-log.ts";

/** The parts of the service that handle a request. */
interface ExchangeParts {
  readonly keys: KeyRing;
  readonly faults: FaultState;
  readonly log: RequestLog;
  readonly clock: Pick<Clock, "now" | "after">;
}

/** Logs each request. Answers it with a fault, or like the product's sample service. */
export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #limiter = new RateLimiter<number>();
  readonly #pager: FaultyPager;
  readonly #nextId = requestIds();

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.#pager = new FaultyPager(parts.faults);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { faults: state, keys, log, clock } = this.#parts;
    const [path = ""] = (request.url ?? "").split("?", 1);
    const query = queryOf(request.url);
    const requestId = this.#nextId();
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
    // A delayed answer does not keep the process alive.
    if (faults.latencyMs > 0) await new Promise<void>((end) => clock.after(faults.latencyMs, end));
    const answer = faultAnswer(outcome, faults, requestId) ?? this.#operate(request, requestId, faults);
    const status = deliver(response, { answer, faults, outcome, now: clock.now() });
    if (status !== null) finish(status);
  }

  #operate(request: IncomingMessage, requestId: string, faults: Faults): Answer {
    const now = this.#parts.clock.now();
    return answerRequest(request, requestId, {
      companyOf: () => {
        const key = this.#parts.keys.authorize(request);
        const wait = this.#limiter.check(key.id, faults.rateLimit, now);
        if (wait !== null) throw tooMany({ "retry-after": String(wait) }, wait);
        return key.company;
      },
      page: (company, query) => this.#pager.page({ company, query, now }, faults),
    });
  }
}

const tooMany = (headers: Readonly<Record<string, string>>, retryAfter: number | undefined): ServiceError =>
  new ServiceError(429, "rate_limited", "Too many requests with this API key.", {
    headers,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });

/** The answer of a fault in place of the operation's answer; undefined if the operation runs. */
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
