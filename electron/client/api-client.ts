import type { Call } from "../../shared/inventory/call.ts";
import { ANSWERS } from "./messages.ts";
import { AppFailure, CANCELLED_ERROR, said, type AppError } from "../../shared/base/errors.ts";
import { limitRecord } from "../../shared/inventory/record-limits.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { SyncStatus } from "../../shared/inventory/status.ts";
import type { Clock } from "../base/clock.ts";
import { normalizeBaseUrl, normalizeKey } from "../base/connection-input.ts";
import { CallLog } from "./call-log.ts";
import { keyLimit, type KeyLimit } from "./key-limits.ts";
import { refusal, readAny, readList, readSingle, type Read } from "./read-answer.ts";
import { RetryLater, type Priority, type Wait } from "./request-queue.ts";
import { isAddressable, mayPass, NOT_ADDRESSABLE, type Answered, type Target } from "./request-target.ts";
import {
  DEFAULT_TRANSPORT,
  exchange,
  openStream,
  type Exchange,
  type Fetch,
  type Pace,
  type Streamed,
} from "./transport.ts";

/** The position of the next page (specification 4.4). Its value is opaque, and valid for ten minutes (design 4.3). */
export interface Cursor {
  readonly value: string;
  /** The time at which the page with this cursor arrived, in the clock's monotonic ms. */
  readonly receivedAt: number;
}

/** One page of a listing. */
export interface Page {
  /** The records as received; the store checks them one by one. */
  readonly records: readonly unknown[];
  readonly hasMore: boolean;
  /** Null if the service sent no cursor, or an empty cursor. */
  readonly nextCursor: Cursor | null;
  readonly requestId: string | null;
  /** The time by the service's clock (`Date` header) in ms since the epoch; null without the header. */
  readonly serverTime: number | null;
}

/** The parameters of a listing. They stay the same during a pass (design 4.1); only the cursor changes. */
export interface ListParameters {
  readonly limit: number;
  /** A time as ISO 8601, for items only (specification 4.2). */
  readonly updatedSince?: string;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Ms after which a request without an answer fails. */
  readonly timeout?: number;
  /** The least speed at which the rest of an answer must arrive. */
  readonly pace?: Pace;
  /** The log of the calls; a new log unless given. If the key is replaced, the connection keeps its log. */
  readonly log?: CallLog;
  /** The state of the key's limit (`KeyLimits`); a new state unless given. */
  readonly limit?: KeyLimit;
  /** Called with the wait when it begins, and with null when it ends. */
  readonly onWait?: (wait: Wait | null) => void;
}

export interface RequestOptions {
  readonly priority: Priority;
  readonly signal?: AbortSignal | undefined;
  /** The number of retries after a failure that may pass; 3 unless given (design 3). */
  readonly retries?: number;
}

interface StreamOptions {
  /** The most ms without a byte. */
  readonly silence: number;
  readonly signal: AbortSignal | undefined;
  /**
   * False for a request that is not counted for the key's limit. If the service refuses this request, no other request
   * waits.
   */
  readonly isQueued: boolean;
}

/** The paths of the operations in specification 4. */
const PATHS: Readonly<Record<Resource, string>> = {
  items: "/inventory/items",
  types: "/inventory/types",
  locations: "/inventory/locations",
};

/** A page may have four times its limit of records, and at least 1,000. Some services ignore `limit`. */
const PAGES_IN_ONE = 4;
const ALWAYS_ALLOWED_RECORDS = 1_000;

const tooManyRecords = (records: number, limit: number): AppError => ({
  kind: "protocol",
  ...said(ANSWERS.tooManyRecords({ records: String(records), limit: String(limit) })),
});

const RETRIES = 3;
const FIRST_BACKOFF = 1_000;
/** Ms after which a cursor is too old to be used: ten minutes (design 4.3). */
const CURSOR_GOOD_FOR = 10 * 60_000;
/** Ms for which a user's request waits for a rate limit before it fails. */
const USER_TIMEOUT = 5_000;

/**
 * The HTTP client of the specification, for one base URL and one key. The key stays in memory: no error, event or
 * property contains it.
 */
export class ApiClient {
  readonly #baseUrl: string;
  readonly #key: string;
  readonly #options: ClientOptions;
  readonly #limit: KeyLimit;
  readonly #log: CallLog;
  readonly #waitedBefore: number;
  #requests = 0;
  #retries = 0;

  /** @throws AppFailure `invalid_input` for a base URL or key that cannot be used. */
  constructor(options: ClientOptions) {
    this.#baseUrl = normalizeBaseUrl(options.baseUrl);
    this.#key = normalizeKey(options.key);
    this.#options = options;
    this.#log = options.log ?? new CallLog(options.clock);
    this.#limit = options.limit ?? keyLimit(options.clock);
    const { queue } = this.#limit;
    this.#waitedBefore = queue.waited;
    const { onWait } = options;
    if (onWait) queue.listen(onWait);
  }

  /** The numbers of requests and retries, and the waiting time, since the client was made. */
  get traffic() {
    const waitedMs = Math.round(this.#limit.queue.waited - this.#waitedBefore);
    return { requests: this.#requests, retries: this.#retries, waitedMs };
  }

  /** The wait that the service demanded for this key; null if there is no wait. */
  get wait(): Wait | null {
    return this.#limit.queue.wait;
  }

  /** The last 50 calls, the latest last. They contain no key and no cursor. */
  get calls(): readonly Call[] {
    return this.#log.calls;
  }

  /** The used share of the service's limit, as far as this client knows. */
  get budget(): Omit<NonNullable<SyncStatus["budget"]>, "nextCost"> {
    const { spacingMs, foreignUse } = this.#limit.pacing;
    return { requestsLastHour: this.#log.requestsLastHour, spacingMs, foreignUse };
  }

  /**
   * Gets one page of a listing (specification 4.4).
   * @throws AppFailure; after `bad_request` with a cursor, the listing must restart (specification 4.4.4).
   * @throws WaitedTooLong if the cursor has become older than ten minutes during all tries; then the listing must
   * restart too.
   */
  async listPage(
    resource: Resource,
    parameters: ListParameters,
    cursor: Cursor | null,
    options: RequestOptions,
  ): Promise<Page> {
    const search = new URLSearchParams({ limit: String(parameters.limit) });
    if (parameters.updatedSince !== undefined) search.set("updatedSince", parameters.updatedSince);
    // The log contains the parameters of a pass, never the cursor.
    const logged = `${PATHS[resource]}?${decodeURIComponent(search.toString())}`;
    if (cursor !== null) search.set("cursor", cursor.value);
    const path = `${PATHS[resource]}?${search.toString()}`;
    const goodUntil = cursor === null ? undefined : cursor.receivedAt + CURSOR_GOOD_FOR;
    const target = { path, logged, isRecord: false, goodUntil, read: readList };
    const { body, requestId, serverTime } = await this.#get(target, options);
    const { hasMore, nextCursor } = body.meta;
    const receivedAt = this.#options.clock.monotonic();
    const most = Math.max(ALWAYS_ALLOWED_RECORDS, PAGES_IN_ONE * parameters.limit);
    if (body.data.length > most) throw new AppFailure(tooManyRecords(body.data.length, parameters.limit));
    return {
      records: body.data.map((record) => limitRecord(resource, record)),
      hasMore,
      nextCursor: nextCursor ? { value: nextCursor, receivedAt } : null,
      requestId,
      serverTime,
    };
  }

  /**
   * Gets one record (getItem, getMaterialType, getLocation).
   * @throws AppFailure; `not_found` if this company has no such record, `not_addressable` if no URL can contain the id.
   */
  async getRecord(resource: Resource, id: string, options: RequestOptions) {
    if (!isAddressable(id)) throw new AppFailure(NOT_ADDRESSABLE);
    const path = `${PATHS[resource]}/${encodeURIComponent(id)}`;
    const target = {
      path,
      logged: this.#scrub(path),
      isRecord: true,
      goodUntil: undefined,
      read: readSingle,
    };
    const { body, requestId, serverTime } = await this.#get(target, options);
    return { record: limitRecord(resource, body.data) as typeof body.data, requestId, serverTime };
  }

  /**
   * Requests something that a collector offers in addition to the specification.
   * @param path the path with its query, which contains no secret.
   * @throws AppFailure.
   */
  async getAddition(path: string, options: RequestOptions) {
    const target = { path, logged: path, isRecord: false, goodUntil: undefined, read: readAny };
    const { body, serverTime } = await this.#get(target, options);
    return { body, serverTime };
  }

  /**
   * Sends JSON to an endpoint that a collector offers in addition to the specification. If an answer is lost, the JSON
   * is sent again.
   * @throws AppFailure.
   */
  async postAddition(path: string, posted: string, options: RequestOptions) {
    const target = { path, logged: path, isRecord: false, goodUntil: undefined, read: readAny, posted };
    const { body, serverTime } = await this.#get(target, options);
    return { body, serverTime };
  }

  /**
   * Opens an answer of a collector that is read while it arrives. The request is tried once.
   * @param accept the expected content type.
   * @throws AppFailure.
   */
  async openAddition(path: string, accept: string, options: StreamOptions): Promise<Streamed> {
    const { silence, signal, isQueued } = options;
    const open = (): Promise<Streamed> =>
      this.#logged(path, async () => {
        const transport = { ...this.#transport, timeout: silence };
        const answer = await openStream(this.#baseUrl + path, this.#key, accept, transport, signal);
        if ("next" in answer) return answer;
        if (answer.status === 200) readAny(answer);
        throw refusal({ ...answer, body: this.#scrub(answer.body) }, this.#options.clock);
      });
    if (isQueued) return this.#limit.queue.run(() => this.#paced(open), { priority: "background", signal });
    return open().catch((thrown: unknown) => {
      throw thrown instanceof RetryLater ? new AppFailure(thrown.error, { cause: thrown }) : thrown;
    });
  }

  /**
   * Sends a request without the key, to identify the service at the base URL. The request obeys `Retry-After` like any
   * other request.
   * @throws AppFailure if there is no answer, or after a 503 that demands a wait.
   */
  getGreeting(path: string, timeout: number, signal: AbortSignal | undefined): Promise<Exchange> {
    const ask = async (): Promise<Exchange> => {
      const answer = await exchange(this.#baseUrl + path, null, { ...this.#transport, timeout }, signal);
      const refused = answer.status === 200 ? null : refusal(answer, this.#options.clock);
      if (refused instanceof RetryLater) throw refused;
      return answer;
    };
    return this.#limit.queue.run(ask, { priority: "background", signal });
  }

  async #get<T>(target: Target<T>, options: RequestOptions): Promise<Answered<T>> {
    const { clock, onWait } = this.#options;
    const background = options.priority === "background";
    const timeout = background ? {} : { timeout: USER_TIMEOUT };
    // All tries together are one request: its waiting time and the age of its cursor are measured from the first try.
    const begun = clock.monotonic();
    for (let attempt = 0; ; attempt += 1) {
      if (background) await this.#limit.pacing.turn(options.signal);
      try {
        return await this.#limit.queue.run(() => this.#send(target, options), {
          ...options,
          ...timeout,
          begun,
          goodUntil: target.goodUntil,
        });
      } catch (thrown) {
        const left = (options.retries ?? RETRIES) - attempt;
        if (!(thrown instanceof AppFailure) || !mayPass(thrown.error, target) || left <= 0) throw thrown;
        this.#retries += 1;
        // The queue itself waits until the time that the service named.
        if (this.wait !== null) continue;
        // Delays grow exponentially, with a random factor of 0.5 to 1.5, so that clients do not retry together.
        const backoff = FIRST_BACKOFF * 2 ** attempt * (0.5 + clock.random());
        if (background) onWait?.({ until: clock.now() + backoff, reason: "retrying" });
        await clock.wait(backoff, options.signal).catch(() => {
          throw new AppFailure(CANCELLED_ERROR);
        });
        if (background) onWait?.(null);
      }
    }
  }

  /** Sends the request once, and logs the outcome. */
  async #send<T>(target: Target<T>, { priority, signal }: RequestOptions): Promise<Answered<T>> {
    this.#limit.pacing.sent(priority);
    return this.#paced(() => this.#logged(target.logged, () => this.#exchange(target, signal)));
  }

  /** Learns from the outcome of a request, if the request counts for the key's limit. */
  async #paced<T>(work: () => Promise<T>): Promise<T> {
    const { pacing } = this.#limit;
    try {
      const value = await work();
      pacing.succeeded();
      return value;
    } catch (thrown) {
      if (thrown instanceof RetryLater && thrown.error.kind === "rate_limited") pacing.refused();
      throw thrown;
    }
  }

  async #logged<T extends object>(path: string, work: () => Promise<T>): Promise<T> {
    this.#requests += 1;
    const end = this.#log.begin(path);
    try {
      const value = await work();
      const requestId = "requestId" in value && typeof value.requestId === "string" ? value.requestId : null;
      end({ status: 200, error: null, reason: null, requestId });
      return value;
    } catch (thrown) {
      if (thrown instanceof AppFailure || thrown instanceof RetryLater) {
        const { status = null, kind, reason = null, requestId = null } = thrown.error;
        end({ status, error: kind, reason, requestId });
      } else end({ status: null, error: "internal", reason: null, requestId: null });
      throw thrown;
    }
  }

  async #exchange<T>(target: Target<T>, signal: AbortSignal | undefined): Promise<Answered<T>> {
    const { path, posted = null } = target;
    const answer = await exchange(this.#baseUrl + path, this.#key, this.#transport, signal, posted);
    if (answer.status === 200) {
      const { body, requestId } = this.#read(target, answer);
      const { serverTime } = answer;
      return { body, requestId: requestId === null ? null : this.#scrub(requestId), serverTime };
    }
    // A service may quote the key in its error text. The key must reach neither a log nor the screen.
    throw refusal({ ...answer, body: this.#scrub(answer.body) }, this.#options.clock);
  }

  get #transport() {
    const {
      fetch,
      clock,
      timeout = DEFAULT_TRANSPORT.timeout,
      pace = DEFAULT_TRANSPORT.pace,
    } = this.#options;
    return { ...DEFAULT_TRANSPORT, fetch, clock, timeout, pace };
  }

  /**
   * Reads an answer. @throws AppFailure. Its message may contain names from the answer; these are scrubbed, because
   * they might quote the key.
   */
  #read<T>(target: Target<T>, answer: Exchange): Read<T> {
    try {
      return target.read(answer);
    } catch (thrown) {
      if (!(thrown instanceof AppFailure)) throw thrown;
      const { message, text } = thrown.error;
      const values = Object.entries(text?.values ?? {}).map(([name, value]) => [
        name,
        typeof value === "string" ? this.#scrub(value) : value,
      ]);
      throw new AppFailure({
        ...thrown.error,
        message: this.#scrub(message),
        ...(text && { text: { key: text.key, values: Object.fromEntries(values) } }),
      });
    }
  }

  #scrub(text: string): string {
    return text.replaceAll(this.#key, "[API key]");
  }
}
