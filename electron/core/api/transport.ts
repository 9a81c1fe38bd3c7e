import { AppFailure, type AppError } from "../../../shared/errors.ts";
import { NETWORK_MESSAGES, networkReason } from "./network-reason.ts";

/** The part of `fetch` that the client needs: Node's own, or `session.fetch` of Electron. */
export type Fetch = (
  url: string,
  init: {
    readonly headers: Record<string, string>;
    readonly signal: AbortSignal;
    readonly redirect: "error";
  },
) => Promise<Response>;

/** One answer, body and all. */
export interface Exchange {
  readonly status: number;
  readonly contentType: string;
  /** UTF-8 where it is text. */
  readonly body: Uint8Array;
  /** The `Date` header in ms since the epoch; null where absent or malformed. */
  readonly serverTime: number | null;
  readonly retryAfter: string | null;
}

export interface TransportOptions {
  readonly fetch: Fetch;
  /** Milliseconds without progress: until the headers, and again from chunk to chunk. */
  readonly timeout: number;
  /** The most bytes that a body may have, unpacked. */
  readonly maxBodyBytes: number;
}

/** A page of 250 records is about 100 kB; this leaves room for very long names and unknown fields. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
const TIMEOUT = 30_000;

export const DEFAULT_TRANSPORT = { timeout: TIMEOUT, maxBodyBytes: MAX_BODY_BYTES } as const;

/**
 * Sends one GET and reads its whole body. Redirects are errors, so that the key never reaches another origin.
 * @throws AppFailure of kind `network`, `protocol` (body too large) or `cancelled`; never with the key in it.
 */
export async function exchange(
  url: string,
  key: string,
  options: TransportOptions,
  signal?: AbortSignal,
): Promise<Exchange> {
  const watchdog = new Watchdog(options.timeout);
  const either = signal ? AbortSignal.any([signal, watchdog.signal]) : watchdog.signal;
  try {
    const response = await options.fetch(url, {
      headers: { Authorization: `Bearer ${key}`, Accept: "application/json" },
      signal: either,
      redirect: "error",
    });
    watchdog.feed();
    const body = await readBody(response, options.maxBodyBytes, watchdog);
    const date = Date.parse(response.headers.get("date") ?? "");
    return {
      status: response.status,
      contentType: response.headers.get("content-type") ?? "",
      body,
      serverTime: Number.isNaN(date) ? null : date,
      retryAfter: response.headers.get("retry-after"),
    };
  } catch (error) {
    if (error instanceof AppFailure) throw error;
    throw new AppFailure(describe(error, signal, watchdog), { cause: error });
  } finally {
    watchdog.stop();
  }
}

function describe(error: unknown, signal: AbortSignal | undefined, watchdog: Watchdog): AppError {
  if (signal?.aborted) return { kind: "cancelled", message: "Cancelled." };
  const reason = watchdog.signal.aborted ? "timeout" : networkReason(error);
  return { kind: "network", reason, message: NETWORK_MESSAGES[reason] };
}

async function readBody(response: Response, maxBytes: number, watchdog: Watchdog): Promise<Uint8Array> {
  const tooLarge = (): AppFailure =>
    new AppFailure({
      kind: "protocol",
      status: response.status,
      message: `The answer is larger than ${maxBytes / 1024 / 1024} MB. That is not a page of this API.`,
    });
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  if (length > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks, size);
    watchdog.feed();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Aborts when nothing has happened for a while. */
class Watchdog {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(timeout: number) {
    this.#timer = setTimeout(() => this.#controller.abort(new Error("ETIMEDOUT")), timeout);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the wait anew: there was progress. */
  feed(): void {
    this.#timer.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
