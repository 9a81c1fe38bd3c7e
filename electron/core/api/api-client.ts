import { AppFailure, type AppError } from "../../../shared/errors.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import type { Clock } from "../clock.ts";
import { normalizeKey } from "./api-key.ts";
import { normalizeBaseUrl } from "./base-url.ts";
import { listEnvelope, singleEnvelope } from "./envelope.ts";
import { refusal } from "./refusal.ts";
import { RequestQueue, type Priority, type RunOptions } from "./request-queue.ts";
import { DEFAULT_TRANSPORT, exchange, type Exchange, type Fetch } from "./transport.ts";

/** One page of a listing. Records are as received: whoever stores them checks them one by one. */
export interface Page {
  readonly records: readonly unknown[];
  readonly hasMore: boolean;
  /** Null where the service gave none, or an empty one. */
  readonly nextCursor: string | null;
  readonly requestId: string | null;
  /** The service's clock (`Date` header) in ms since the epoch; null where it did not tell. */
  readonly serverTime: number | null;
}

/** The parameters of a listing that are frozen for a pass (design 4.1); only the cursor varies. */
export interface ListParameters {
  readonly limit: number;
  /** ISO 8601; items only (specification 4.2). */
  readonly updatedSince?: string;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Milliseconds without progress before a request is given up. */
  readonly timeout?: number;
  /** Told when a wait begins (its end, ms since the epoch; why) and when it is over (null). */
  readonly onWait?: (
    wait: { readonly until: number; readonly reason: "rate_limited" | "retrying" } | null,
  ) => void;
}

/** What the client has done since it was made. */
export interface Traffic {
  readonly requests: number;
  readonly retries: number;
  readonly waitedMs: number;
}

export interface RequestOptions {
  readonly priority: Priority;
  readonly signal?: AbortSignal | undefined;
  /** Tries after a failure that may pass; 3 unless set (design 3). */
  readonly retries?: number;
}

/** The paths of specification 4. */
const PATHS: Readonly<Record<Resource, string>> = {
  items: "/inventory/items",
  types: "/inventory/types",
  locations: "/inventory/locations",
};

const RETRIES = 3;
const FIRST_BACKOFF = 1_000;
/** Design 4.3: a cursor is dropped after a wait of over ten minutes. */
const CURSOR_GOOD_FOR = 10 * 60_000;
/** How long somebody who looks at a record waits for a rate limit to pass before hearing of it. */
const USER_PATIENCE = 5_000;

/**
 * The HTTP client of the specification, for one base URL and one key. It holds the key in memory only; no error,
 * no event and no property gives it out.
 */
export class ApiClient {
  readonly #baseUrl: string;
  readonly #key: string;
  readonly #options: ClientOptions;
  readonly #queue: RequestQueue;
  #requests = 0;
  #retries = 0;

  /** @throws AppFailure `invalid_input` for a base URL or key that cannot be used. */
  constructor(options: ClientOptions) {
    this.#baseUrl = normalizeBaseUrl(options.baseUrl);
    this.#key = normalizeKey(options.key);
    this.#options = options;
    this.#queue = new RequestQueue({
      clock: options.clock,
      onWait: (until) => options.onWait?.(until === null ? null : { until, reason: "rate_limited" }),
    });
  }

  get traffic(): Traffic {
    return { requests: this.#requests, retries: this.#retries, waitedMs: Math.round(this.#queue.waited) };
  }

  /**
   * Gets one page of a listing (specification 4.4).
   * @throws AppFailure; `bad_request` with a cursor means: restart the listing (specification 4.4.4).
   * @throws WaitedTooLong when a rate limit outlasted the cursor: restart as well.
   */
  async listPage(
    resource: Resource,
    parameters: ListParameters,
    cursor: string | null,
    options: RequestOptions,
  ): Promise<Page> {
    const search = new URLSearchParams({ limit: String(parameters.limit) });
    if (parameters.updatedSince !== undefined) search.set("updatedSince", parameters.updatedSince);
    if (cursor !== null) search.set("cursor", cursor);
    const goodFor = cursor === null ? {} : { goodFor: CURSOR_GOOD_FOR };
    const answer = await this.#get(`${PATHS[resource]}?${search.toString()}`, { ...options, ...goodFor });
    const body = parseJson(answer);
    const parsed = listEnvelope.safeParse(body);
    if (!parsed.success) throw new AppFailure(notThisApi(answer, "a list of this API"));
    const { data, meta } = parsed.data;
    return {
      records: data,
      hasMore: meta.hasMore,
      nextCursor: meta.nextCursor || null,
      requestId: meta.requestId ?? null,
      serverTime: answer.serverTime,
    };
  }

  /**
   * Gets one record (getItem, getMaterialType, getLocation).
   * @throws AppFailure; `not_found` where this company has no such record.
   */
  async getRecord(
    resource: Resource,
    id: string,
    options: RequestOptions,
  ): Promise<{
    readonly record: Record<string, unknown>;
    readonly requestId: string | null;
    readonly serverTime: number | null;
  }> {
    const answer = await this.#get(`${PATHS[resource]}/${encodeURIComponent(id)}`, options);
    const parsed = singleEnvelope.safeParse(parseJson(answer));
    if (!parsed.success) throw new AppFailure(notThisApi(answer, "a record of this API"));
    return {
      record: parsed.data.data,
      requestId: parsed.data.meta?.requestId ?? null,
      serverTime: answer.serverTime,
    };
  }

  async #get(path: string, options: RequestOptions & Pick<RunOptions, "goodFor">): Promise<Exchange> {
    const { clock, onWait } = this.#options;
    const patience = options.priority === "user" ? { patience: USER_PATIENCE } : {};
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#queue.run(() => this.#send(path, options.signal), { ...options, ...patience });
      } catch (thrown) {
        const left = (options.retries ?? RETRIES) - attempt;
        if (!(thrown instanceof AppFailure) || !mayPass(thrown.error) || left <= 0) throw thrown;
        // Exponential, spread over half to one and a half times, so that clients do not come back in step.
        const backoff = FIRST_BACKOFF * 2 ** attempt * (0.5 + clock.random());
        if (options.priority === "background") onWait?.({ until: clock.now() + backoff, reason: "retrying" });
        await clock.sleep(backoff, options.signal).catch(() => {
          throw new AppFailure({ kind: "cancelled", message: "Cancelled." });
        });
        if (options.priority === "background") onWait?.(null);
        this.#retries += 1;
      }
    }
  }

  async #send(path: string, signal: AbortSignal | undefined): Promise<Exchange> {
    this.#requests += 1;
    const transport = {
      fetch: this.#options.fetch,
      ...DEFAULT_TRANSPORT,
      ...(this.#options.timeout === undefined ? {} : { timeout: this.#options.timeout }),
    };
    const answer = await exchange(this.#baseUrl + path, this.#key, transport, signal);
    if (answer.status === 200) return answer;
    // A service that quotes the key in its error must not carry it into a log or onto the screen.
    const body = answer.body.replaceAll(this.#key, "[API key]");
    throw refusal({ ...answer, body }, this.#options.clock);
  }
}

/** Failures that another try may mend: no answer, and the service's own mishaps. */
function mayPass(error: AppError): boolean {
  if (error.kind === "server") return true;
  return error.kind === "network" && error.reason !== "tls" && error.reason !== "redirect";
}

function parseJson(answer: Exchange): unknown {
  try {
    return JSON.parse(answer.body);
  } catch (cause) {
    const cutOff = /json/i.test(answer.contentType);
    throw new AppFailure(notThisApi(answer, cutOff ? "whole JSON" : "JSON"), { cause });
  }
}

function notThisApi(answer: Exchange, wanted: string): AppError {
  const got = answer.contentType.split(";")[0] || "no content type";
  return {
    kind: "protocol",
    status: answer.status,
    message: `The answer is not ${wanted} (${got}). Is the base URL that of the inventory API?`,
  };
}
