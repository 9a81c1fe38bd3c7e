import { createParser } from "eventsource-parser";
import { toAppError, type AppError } from "../../../shared/base/errors.ts";
import type { CollectorStatus } from "../../../shared/inventory/status.ts";
import type { ApiClient } from "../../client/api-client.ts";
import { pause, type Clock } from "../../base/clock.ts";
import { openChangeStream, readMessage, type StreamMessage } from "./collector-api.ts";

export interface FollowerOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Called with each message, even with a repeated one. */
  onMessage(message: StreamMessage): void;
  /** Called when the stream begins or breaks. */
  onState(state: CollectorStatus["stream"]): void;
  /** Called when the collector refuses the token. Then the stream has ended for good. */
  onRefused(): void;
}

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1_000, 60_000];
/** The most characters of one message. */
const MOST_CHARACTERS = 64 * 1024;

/**
 * Follows a collector's stream (server-sent events). After a failure it connects again, each time after a longer pause.
 */
export class CollectorFollower {
  readonly #options: FollowerOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  /** The number of failed connections in a row. */
  #failures = 0;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("closed"));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    const { clock } = this.#options;
    while (!signal.aborted) {
      const error = await this.#listen();
      if (signal.aborted) return;
      this.#options.onState("failed");
      if (error?.kind === "unauthorized" || error?.kind === "forbidden") return this.#options.onRefused();
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
      this.#failures += 1;
      await pause(clock, longest * (0.5 + clock.random() / 2), signal);
    }
  }

  /** Reads one stream to its end. @returns the failure; null if the collector ended it. */
  async #listen(): Promise<AppError | null> {
    const parser = createParser({ onEvent: ({ data }) => this.#take(data), maxBufferSize: MOST_CHARACTERS });
    const decoder = new TextDecoder();
    try {
      const stream = await openChangeStream(this.#options.client, this.#closing.signal);
      try {
        for (let bytes = await stream.next(); bytes !== null; bytes = await stream.next())
          parser.feed(decoder.decode(bytes, { stream: true }));
      } finally {
        stream.close();
      }
      return null;
    } catch (thrown) {
      return toAppError(thrown);
    }
  }

  #take(data: string): void {
    const message = readMessage(data);
    if (!message) return;
    this.#failures = 0;
    this.#options.onState("live");
    this.#options.onMessage(message);
  }
}
