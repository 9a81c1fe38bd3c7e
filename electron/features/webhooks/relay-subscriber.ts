import { createParser, type EventSourceMessage } from "eventsource-parser";
import { z } from "zod";
import {
  webhookEventSchema,
  REFUSALS,
  STATUS_EVERY,
  STREAM_EVENTS,
  type WebhookEvent,
  type Refusal,
  type RefusalCounts,
} from "../../../shared/features/webhooks/webhook-events.ts";
import type { Live } from "../../../shared/inventory/status.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { Clock } from "../../base/clock.ts";
import { networkReason, NETWORK_MESSAGES } from "../../client/network-reason.ts";
import type { Fetch, HttpBody } from "../../client/transport.ts";

/** The relay whose events are followed. */
export interface Relay {
  /** The URL as `normalizeBaseUrl` returns it. */
  readonly url: string;
  readonly token: string;
}

export interface SubscriberOptions extends Relay {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The position in the stream to continue from; null for new events only. */
  readonly place: string | null;
  /** Ms without any data from the relay after which the connection counts as lost. */
  readonly silence?: number | undefined;
  onEvent(event: WebhookEvent, place: string): void;
  /** Called when events after the position are no longer stored. */
  onGap(): void;
  onRefused(counts: RefusalCounts): void;
  /** @param problem the message for the user; null while events arrive. */
  onState(state: Live["state"], problem: string | null): void;
}

/** Three intervals of a relay's status events. */
const SILENCE = 3 * STATUS_EVERY * 1_000;
const FIRST_BACKOFF = 1_000;
const LONGEST_BACKOFF = 60_000;
/** Ms before a refused token is tried again, as after the service's 403. */
const REFUSED_WAIT = 60 * 60_000;
/** The most characters of one event; a relay sends a few hundred. */
const MAX_EVENT = 64 * 1024;
/** The form of a position. It is sent back in a header, so other characters would make every further request fail. */
const PLACE = /^[\x21-\x7e]{1,200}$/;

const count = z.int().exactOptional();
const counts = Object.fromEntries(REFUSALS.map((reason) => [reason, count])) as Record<Refusal, typeof count>;
// Unknown fields of a newer relay are ignored.
const statusSchema = z.object({ refused: z.object(counts) });
const forwardedSchema = webhookEventSchema.strip();

/** The failure if the relay does not accept the token. */
class Refused extends Error {}

/**
 * Subscribes to a relay's events (server-sent events). After a failure it reconnects from its last position, with
 * growing waits; once an hour if the relay refuses the token.
 */
export class RelaySubscriber {
  readonly #options: SubscriberOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #place: string | null;
  /** Failed connections in a row. */
  #failures = 0;

  constructor(options: SubscriberOptions) {
    this.#options = options;
    this.#place = options.place;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("closed"));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    this.#options.onState("connecting", null);
    while (!signal.aborted) {
      try {
        await this.#listen();
      } catch (thrown) {
        if (signal.aborted) return;
        const problem = problemOf(thrown);
        const isRefused = thrown instanceof Refused;
        this.#options.onState(isRefused ? "refused" : "failed", problem);
        // The refusal may come from a proxy and be temporary.
        if (isRefused) {
          await clock.sleep(REFUSED_WAIT, signal).catch(() => {});
          continue;
        }
      }
      const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** this.#failures);
      this.#failures += 1;
      await clock.sleep(longest * (0.5 + clock.random() / 2), signal).catch(() => {});
    }
  }

  /** Reads one connection until it ends. @throws Refused; the errors of `fetch`. */
  async #listen(): Promise<void> {
    const connection = new AbortController();
    const end = (): void => connection.abort(new Error("ETIMEDOUT"));
    const watchdog = setTimeout(end, this.#options.silence ?? SILENCE);
    this.#closing.signal.addEventListener("abort", end);
    try {
      const body = await connect(this.#options, this.#place, connection.signal);
      await this.#read(body, () => watchdog.refresh());
    } catch (thrown) {
      // For an aborted stream, the reader only reports that it broke off.
      throw connection.signal.aborted ? connection.signal.reason : thrown;
    } finally {
      clearTimeout(watchdog);
      this.#closing.signal.removeEventListener("abort", end);
      connection.abort();
    }
  }

  async #read(body: HttpBody, onProgress: () => void): Promise<void> {
    const parser = createParser({ onEvent: (message) => this.#take(message), maxBufferSize: MAX_EVENT });
    const reader = body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { value } = await reader.read();
      if (!value) throw new Error("ECONNRESET");
      onProgress();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  /** Handles one message. A malformed one is ignored: polling finds the change. */
  #take({ event, id, data }: EventSourceMessage): void {
    this.#failures = 0;
    if (id !== undefined && PLACE.test(id)) this.#place = id;
    this.#options.onState("live", null);
    if (event === STREAM_EVENTS.gap) this.#options.onGap();
    else if (event === STREAM_EVENTS.status) {
      const status = statusSchema.safeParse(parseJson(data));
      if (status.success) this.#options.onRefused(status.data.refused);
    } else if (event === STREAM_EVENTS.change && this.#place !== null) {
      const change = forwardedSchema.safeParse(parseJson(data));
      if (change.success) this.#options.onEvent(change.data, this.#place);
    }
  }
}

/** Asks a relay once whether it accepts the token. @returns the problem for the user; null if events would arrive. */
export async function testRelay({
  fetch,
  ...relay
}: Relay & Pick<SubscriberOptions, "fetch">): Promise<string | null> {
  const connection = new AbortController();
  const watchdog = setTimeout(() => connection.abort(new Error("ETIMEDOUT")), TEST_TIMEOUT);
  try {
    await connect({ fetch, ...relay }, null, connection.signal);
    return null;
  } catch (thrown) {
    return problemOf(thrown);
  } finally {
    clearTimeout(watchdog);
    connection.abort();
  }
}

const TEST_TIMEOUT = 10_000;

/** @throws Refused; Error if the answer is no stream of events; the errors of `fetch`. */
async function connect(
  { fetch, url, token }: Relay & Pick<SubscriberOptions, "fetch">,
  place: string | null,
  signal: AbortSignal,
): Promise<HttpBody> {
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: "text/event-stream",
    "Cache-Control": "no-store",
    ...(place === null ? {} : { "Last-Event-ID": place }),
  };
  const answer = await fetch(`${url}/events`, { headers, signal, redirect: "error" });
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status === 200 && answer.body && type.startsWith("text/event-stream")) return answer.body;
  await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403) throw new Refused();
  throw new NoStream(answer.status);
}

/** The failure if the answer is no stream of events. */
class NoStream extends Error {
  constructor(status: number) {
    super(`The relay answered with status ${status} instead of a stream of events. Check its URL.`);
  }
}

const REDIRECT =
  "The relay answered with a redirect, which is not followed, so that the token reaches no other server. Enter the final address.";

function problemOf(thrown: unknown): string {
  if (thrown instanceof Refused)
    return "The relay does not accept this token. Ask its administrator for a new one, and enter it here.";
  if (thrown instanceof NoStream) return thrown.message;
  const reason = networkReason(thrown);
  return reason === "redirect" ? REDIRECT : NETWORK_MESSAGES[reason];
}
