import type { ServerResponse } from "node:http";
import { STREAM_EVENTS, type RefusalCounts } from "../../../../shared/features/webhooks/webhook-events.ts";
import type { EventPage, KeptEvent } from "./event-log-store.ts";

/** The most workstations that may read at once. */
export const MAX_SUBSCRIBERS = 500;
/** Events per page for a subscriber that catches up. */
const PAGE = 500;
/** Bytes that may wait for a slow subscriber. Beyond them it reads the log at its own speed. */
const MAX_WAITING = 1024 * 1024;
/** Ms between two writes. Many events a second then cost each connection at most fifty writes. */
const WRITE_EVERY = 20;

interface Subscriber {
  readonly response: ServerResponse;
  readonly tokenHash: string;
  /** The number of the last event written to the subscriber; -1 if it has seen another log. */
  position: number;
  /** Whether it gets new events at once; otherwise it is reading the log. */
  isLive: boolean;
}

export interface StreamOptions {
  /** The log's id. */
  readonly log: string;
  /** The newest number so far. */
  readonly newest: number;
  readonly page: (after: number, limit: number) => Promise<EventPage>;
  readonly refused: () => RefusalCounts;
  /** Ms for which a subscriber may read nothing while data waits for it. */
  readonly stallTimeout: number;
}

/** The stream of server-sent events that workstations read. */
export class EventStream {
  readonly #options: StreamOptions;
  readonly #subscribers = new Set<Subscriber>();
  /** Committed events that are not written yet. */
  #unwritten: KeptEvent[] = [];
  #timer: NodeJS.Timeout | null = null;
  /** The number of the last event written to live subscribers. */
  #written: number;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#written = options.newest;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  /** The number of streams of a token. */
  sizeOf(tokenHash: string): number {
    return [...this.#subscribers].filter((subscriber) => subscriber.tokenHash === tokenHash).length;
  }

  /** Begins a workstation's stream after its last event, or with the next new event. */
  add(response: ServerResponse, tokenHash: string, lastEventId: string | undefined): void {
    const isNew = lastEventId === undefined || lastEventId === "";
    const newest = this.#unwritten.at(-1)?.number ?? this.#written;
    const position = isNew ? newest : this.#positionOf(lastEventId);
    const subscriber: Subscriber = { response, tokenHash, position, isLive: isNew };
    this.#subscribers.add(subscriber);
    response.on("close", () => this.#subscribers.delete(subscriber));
    response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    if (isNew) response.write(`id: ${this.#options.log}-${position}\n${this.#status()}`);
    else this.#catchUp(subscriber, true).catch(() => response.destroy());
  }

  /** Sends new events to all subscribers in order. Events within a few ms are sent together. */
  publish(events: readonly KeptEvent[]): void {
    this.#unwritten.push(...events);
    if (this.#timer) return;
    this.#writeAll();
    this.#timer = setInterval(() => {
      if (this.#unwritten.length > 0) return this.#writeAll();
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
    }, WRITE_EVERY);
  }

  /** Sends the number of refused deliveries to the live subscribers. It also shows that the stream is alive. */
  writeStatus(): void {
    const status = Buffer.from(this.#status());
    for (const { response, isLive } of this.#subscribers)
      if (isLive && !response.writableNeedDrain) response.write(status);
  }

  /** Ends the streams with other tokens. */
  keepOnly(hashes: ReadonlySet<string>): void {
    for (const { response, tokenHash } of this.#subscribers) if (!hashes.has(tokenHash)) response.destroy();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    if (this.#unwritten.length > 0) this.#writeAll();
    for (const { response } of this.#subscribers) response.end();
  }

  #positionOf(lastEventId: string): number {
    const [, log, number] = /^([0-9a-f]{1,40})-(\d{1,15})$/.exec(lastEventId) ?? [];
    return log === this.#options.log ? Number(number) : -1;
  }

  #writeAll(): void {
    const events = this.#unwritten;
    this.#unwritten = [];
    const [first, last] = [events[0]?.number ?? 0, events.at(-1)?.number ?? 0];
    this.#written = last;
    const text = Buffer.from(this.#format(events));
    for (const subscriber of this.#subscribers) {
      const { response, position, isLive } = subscriber;
      if (!isLive || position >= last) continue;
      if (response.writableLength > MAX_WAITING) {
        subscriber.isLive = false;
        this.#catchUp(subscriber, false).catch(() => response.destroy());
        continue;
      }
      // A subscriber that has just caught up may have some of these events already.
      response.write(
        position < first ? text : this.#format(events.filter((event) => event.number > position)),
      );
      subscriber.position = last;
    }
  }

  /**
   * Sends the log's events after the subscriber's position, page by page. It waits until each page is read, until the
   * subscriber has all events and is live.
   */
  async #catchUp(subscriber: Subscriber, isFirst: boolean): Promise<void> {
    const { response } = subscriber;
    let needsStatus = isFirst;
    for (;;) {
      await this.#drained(response);
      if (response.destroyed) return;
      const { events, pruned, newest } = await this.#options.page(subscriber.position, PAGE);
      if (response.destroyed) return;
      const isGap = subscriber.position < pruned || subscriber.position > newest;
      if (isGap) {
        response.write(`id: ${this.#options.log}-${pruned}\nevent: ${STREAM_EVENTS.gap}\ndata: {}\n\n`);
        subscriber.position = pruned;
      }
      if (needsStatus) response.write(this.#status());
      needsStatus = false;
      const next = events.filter(({ number }) => number > subscriber.position);
      if (next.length > 0) response.write(this.#format(next));
      subscriber.position = next.at(-1)?.number ?? subscriber.position;
      // No other write can happen between this check and the end of this turn of the event loop.
      if (subscriber.position >= this.#written) break;
    }
    subscriber.isLive = true;
  }

  /** Waits until all waiting bytes are read. A subscriber that reads nothing is disconnected, and may connect again. */
  #drained(response: ServerResponse): Promise<void> {
    if (!response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        response.off("drain", end).off("close", end);
        resolve();
      };
      const timer = setTimeout(() => {
        response.destroy();
        end();
      }, this.#options.stallTimeout);
      response.on("drain", end).on("close", end);
    });
  }

  #format(events: readonly KeptEvent[]): string {
    const { log } = this.#options;
    return events
      .map(({ number, json }) => `id: ${log}-${number}\nevent: ${STREAM_EVENTS.change}\ndata: ${json}\n\n`)
      .join("");
  }

  #status(): string {
    const data = JSON.stringify({ refused: this.#options.refused() });
    return `event: ${STREAM_EVENTS.status}\ndata: ${data}\n\n`;
  }
}
