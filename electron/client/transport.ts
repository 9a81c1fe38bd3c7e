import { AppFailure, CANCELLED_ERROR, said, type AppError } from "../../shared/base/errors.ts";
import type { Clock, Timer } from "../base/clock.ts";
import { ANSWERS, NETWORK_SENTENCES } from "./messages.ts";
import { networkReason } from "./network-reason.ts";

/** The part of `fetch` that is used: Electron's `session.fetch`, or `nodeFetch`. */
export type Fetch = (
  url: string,
  init: {
    /** Absent for GET. */
    readonly method?: "POST";
    readonly body?: string;
    readonly headers: Record<string, string>;
    readonly signal: AbortSignal;
    readonly redirect: "error";
  },
) => Promise<HttpAnswer>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: {
    /** @param name the header's name in lower case. */
    get(name: string): string | null;
  };
  readonly body: HttpBody | null;
}

export interface HttpBody {
  cancel(): Promise<void>;
  getReader(): {
    read(): Promise<{
      readonly done?: boolean | undefined;
      readonly value?: Uint8Array<ArrayBuffer> | undefined;
    }>;
    cancel(): Promise<void>;
  };
}

/** A complete answer of the service. */
export interface Exchange {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** The `Date` header in ms since the epoch; null if absent or malformed. */
  readonly serverTime: number | null;
  readonly retryAfter: string | null;
}

/** The least rate at which a body must arrive. Without it, a service that sends single bytes would block a pass. */
export interface Pace {
  /** The length in milliseconds of the window over which the rate is measured. */
  readonly windowMs: number;
  readonly leastBytesPerSecond: number;
  /** The most milliseconds for the whole body. */
  readonly totalMs: number;
}

export interface TransportOptions {
  readonly fetch: Fetch;
  readonly clock: Pick<Clock, "after" | "every">;
  /** The most milliseconds until the headers, and then until the first byte of the body. */
  readonly timeout: number;
  /** The least rate of a body after its first byte; the default is in `DEFAULT_TRANSPORT`. */
  readonly pace: Pace;
  /** The most bytes of a body after decompression. */
  readonly maxBodyBytes: number;
}

/** A page of 250 records has about 100 kB. The limit leaves space for very long names and unknown fields. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
const TIMEOUT = 30_000;
/** The size of the first buffer for a body of unknown length, in bytes. Most pages fit into it. */
const FIRST_BUFFER = 256 * 1024;

const PACE: Pace = { windowMs: 30_000, leastBytesPerSecond: 1_000, totalMs: 5 * 60_000 };

export const DEFAULT_TRANSPORT = { timeout: TIMEOUT, pace: PACE, maxBodyBytes: MAX_BODY_BYTES } as const;

/**
 * Sends one request and reads the whole body of its answer. Redirects are errors, so that the key never reaches another
 * origin.
 * @param key null to send no key.
 * @param posted JSON that is sent by POST; null for GET.
 * @throws AppFailure of kind `network`, `protocol` (the body is too large or not UTF-8) or `cancelled`. The error never
 * contains the key.
 */
export async function exchange(
  url: string,
  key: string | null,
  options: TransportOptions,
  signal?: AbortSignal,
  posted: string | null = null,
): Promise<Exchange> {
  const watchdog = new Watchdog(options, signal);
  try {
    const response = await options.fetch(url, {
      ...(posted !== null && { method: "POST", body: posted }),
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(posted !== null && { "Content-Type": "application/json" }),
        Accept: "application/json",
      },
      signal: watchdog.signal,
      redirect: "error",
    });
    watchdog.headersArrived();
    return { ...headOf(response), body: await readBody(response, options.maxBodyBytes, watchdog) };
  } catch (error) {
    if (error instanceof AppFailure) throw error;
    throw new AppFailure(describe(error, signal, watchdog), { cause: error });
  } finally {
    watchdog.stop();
  }
}

/** A body that is read while it arrives. */
export interface Streamed {
  /** Reads the next piece; null at the end. @throws AppFailure as `exchange`. */
  next(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The `Date` header in ms since the epoch; null if absent or malformed. */
  readonly serverTime: number | null;
  /** Closes the connection. */
  close(): void;
}

/**
 * Sends one GET, and returns its body while it arrives.
 * @param accept the expected content type.
 * @param options `timeout` is the most ms without a byte.
 * @returns the stream; for another status or content type the whole answer, like `exchange`.
 * @throws AppFailure as `exchange`.
 */
export async function openStream(
  url: string,
  key: string,
  accept: string,
  options: TransportOptions,
  signal: AbortSignal | undefined,
): Promise<Streamed | Exchange> {
  const watchdog = new Watchdog(options, signal);
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      watchdog.stop();
      if (error instanceof AppFailure) throw error;
      throw new AppFailure(describe(error, signal, watchdog), { cause: error });
    }
  };
  return guarded(async () => {
    const headers = { Authorization: `Bearer ${key}`, Accept: accept, "Cache-Control": "no-store" };
    const response = await options.fetch(url, { headers, signal: watchdog.signal, redirect: "error" });
    watchdog.headersArrived();
    const head = headOf(response);
    if (response.status !== 200 || !head.contentType.startsWith(accept) || !response.body) {
      const body = await readBody(response, options.maxBodyBytes, watchdog);
      watchdog.stop();
      return { ...head, body };
    }
    const reader = response.body.getReader();
    return {
      serverTime: head.serverTime,
      next: () =>
        guarded(async () => {
          watchdog.headersArrived();
          const { value } = await reader.read();
          return value ?? null;
        }),
      close: () => {
        watchdog.stop();
        // The rest of the body is not needed, so its failure is ignored.
        reader.cancel().catch(() => {});
        watchdog.end();
      },
    };
  });
}

function headOf({ status, headers }: HttpAnswer): Omit<Exchange, "body"> {
  const date = Date.parse(headers.get("date") ?? "");
  return {
    status,
    contentType: headers.get("content-type") ?? "",
    serverTime: Number.isNaN(date) ? null : date,
    retryAfter: headers.get("retry-after"),
  };
}

function describe(error: unknown, signal: AbortSignal | undefined, watchdog: Watchdog): AppError {
  if (signal?.aborted) return CANCELLED_ERROR;
  const reason = watchdog.signal.aborted ? "timeout" : networkReason(error);
  return { kind: "network", reason, ...said(NETWORK_SENTENCES[reason]) };
}

async function readBody(response: HttpAnswer, maxBytes: number, watchdog: Watchdog): Promise<string> {
  const tooLarge = (): AppFailure =>
    new AppFailure({
      kind: "protocol",
      status: response.status,
      ...said(ANSWERS.tooLarge({ megabytes: String(maxBytes / 1024 / 1024) })),
    });
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  if (length > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (!response.body) return "";
  const reader = response.body.getReader();
  // Chunks are copied into one buffer, because keeping all chunks until the end would take twice the memory.
  let bytes = Buffer.allocUnsafeSlow(length > 0 ? length : FIRST_BUFFER);
  let size = 0;
  for (;;) {
    const { value } = await reader.read();
    if (!value) break;
    watchdog.bytesArrived(value.byteLength);
    const begin = size;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    if (size > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(size, 2 * bytes.length), maxBytes));
      bytes.copy(larger, 0, 0, begin);
      bytes = larger;
    }
    bytes.set(value, begin);
  }
  const body = bytes.subarray(0, size);
  // An error answer may have any encoding, because its text is only shown.
  return response.status === 200 ? decodeStrictly(body) : new TextDecoder().decode(body);
}

/**
 * Decodes the text of an answer as a whole; parts would take twice the memory.
 * @throws AppFailure `protocol` if the text is not UTF-8, because records with replacement characters would be stored
 * as if the service had sent them; `network` if the text ends inside a character.
 */
function decodeStrictly(bytes: Uint8Array<ArrayBuffer>): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (length: number): string | null => {
    try {
      return decoder.decode(bytes.subarray(0, length));
    } catch {
      return null;
    }
  };
  const text = decode(bytes.length);
  if (text !== null) return text;
  const isCutOff = [1, 2, 3].some(
    (missing) => bytes.length >= missing && decode(bytes.length - missing) !== null,
  );
  const last = bytes.at(-1) ?? 0;
  if (isCutOff && last >= 0x80)
    throw new AppFailure({ kind: "network", reason: "reset", ...said(NETWORK_SENTENCES.reset) });
  throw new AppFailure({ kind: "protocol", status: 200, ...said(ANSWERS.notText) });
}

/**
 * The number of parts of the window in which bytes are counted. So a slow body is aborted at most a tenth of the window
 * late.
 */
const WINDOW_PARTS = 10;

/**
 * Aborts an answer that begins too late or arrives too slowly. It also aborts when the caller's signal does. It listens
 * to this signal itself, because `AbortSignal.any` would keep each of a pass's requests in memory until a full garbage
 * collection.
 */
class Watchdog {
  readonly #controller = new AbortController();
  readonly #options: TransportOptions;
  #timer: Timer;
  readonly #other: AbortSignal | undefined;
  readonly #follow = (): void => this.#controller.abort(this.#other?.reason);
  /** The number of bytes in each part of the window, the latest last; null before the first byte. */
  #parts: number[] | null = null;
  #partsSinceFirst = 0;
  #ticker: Timer | null = null;

  constructor(options: TransportOptions, other: AbortSignal | undefined) {
    this.#options = options;
    this.#timer = this.#begin();
    this.#other = other;
    if (other?.aborted) this.#follow();
    else other?.addEventListener("abort", this.#follow);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Begins the wait for the first byte of the body. */
  headersArrived(): void {
    this.#timer.stop();
    this.#timer = this.#begin();
  }

  bytesArrived(count: number): void {
    if (this.#parts === null) {
      this.#timer.stop();
      this.#parts = [0];
      const { clock, pace } = this.#options;
      this.#ticker = clock.every(pace.windowMs / WINDOW_PARTS, () => this.#tick());
    }
    this.#parts[this.#parts.length - 1] = (this.#parts.at(-1) ?? 0) + count;
  }

  stop(): void {
    this.#timer.stop();
    this.#ticker?.stop();
    this.#other?.removeEventListener("abort", this.#follow);
  }

  /** Closes the connection. */
  end(): void {
    this.#controller.abort(new Error("closed"));
  }

  #begin(): Timer {
    return this.#options.clock.after(this.#options.timeout, () => this.#giveUp());
  }

  /** Checks the part of the window that ends now. */
  #tick(): void {
    const { windowMs, leastBytesPerSecond, totalMs } = this.#options.pace;
    const parts = this.#parts ?? [];
    this.#partsSinceFirst += 1;
    const sum = parts.reduce((total, bytes) => total + bytes, 0);
    const tooSlow = parts.length === WINDOW_PARTS && sum < (leastBytesPerSecond * windowMs) / 1_000;
    if (tooSlow || (this.#partsSinceFirst * windowMs) / WINDOW_PARTS >= totalMs) return this.#giveUp();
    if (parts.length === WINDOW_PARTS) parts.shift();
    parts.push(0);
  }

  #giveUp(): void {
    this.#controller.abort(new Error("ETIMEDOUT"));
  }
}
