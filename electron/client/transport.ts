import { AppFailure, type AppError } from "../../shared/domain/errors.ts";
import { NETWORK_MESSAGES, networkReason } from "./network-reason.ts";

/** The part of `fetch` that the client needs: `session.fetch` of Electron has it, and `nodeFetch`. */
export type Fetch = (
  url: string,
  init: {
    readonly headers: Record<string, string>;
    readonly signal: AbortSignal;
    readonly redirect: "error";
  },
) => Promise<HttpAnswer>;

/** The part of a `Response` that the client needs. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: {
    /** @param name in lower case. */
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

/** One answer, body and all. */
export interface Exchange {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
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
  const watchdog = new Watchdog(options.timeout, signal);
  try {
    const response = await options.fetch(url, {
      headers: { Authorization: `Bearer ${key}`, Accept: "application/json" },
      signal: watchdog.signal,
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

async function readBody(response: HttpAnswer, maxBytes: number, watchdog: Watchdog): Promise<string> {
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
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { value } = await reader.read();
    if (!value) return text + decoder.decode();
    watchdog.feed();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Aborts when nothing has happened for a while, or when the caller aborts. */
class Watchdog {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #other: AbortSignal | undefined;
  readonly #follow = (): void => this.#controller.abort(this.#other?.reason);

  constructor(timeout: number, other: AbortSignal | undefined) {
    this.#timer = setTimeout(() => this.#controller.abort(new Error("ETIMEDOUT")), timeout);
    this.#other = other;
    // By hand: `AbortSignal.any` holds on to each of a pass's requests until a full collection of the garbage.
    if (other?.aborted) this.#follow();
    else other?.addEventListener("abort", this.#follow);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout after progress. */
  feed(): void {
    this.#timer.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#other?.removeEventListener("abort", this.#follow);
  }
}
