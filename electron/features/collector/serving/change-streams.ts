import type { ServerResponse } from "node:http";
import { notReady, tooMany } from "./client-gate.ts";
import type { CollectorToken } from "./token-table.ts";

/**
 * The most streams of all clients; below, of one token. A workstation has one stream, and for a moment a second one.
 */
const [MAX_STREAMS, MAX_STREAMS_OF_TOKEN] = [500, 8];

interface Stream {
  readonly response: ServerResponse;
  readonly tokenHash: string;
  /** Whether data of an earlier message are still waiting for the client. */
  waits: boolean;
}

/**
 * Sends the last number to clients, as server-sent events. A client that missed messages needs only the newest message.
 */
export class ChangeStreams {
  readonly #streams = new Set<Stream>();
  readonly #confirm: () => Promise<unknown>;
  #state = { sequence: 0, epoch: "", documents: 0 };
  #message = "";

  /** @param confirm ends the streams whose token was removed. It is called before each message. */
  constructor(confirm: () => Promise<unknown> = () => Promise.resolve()) {
    this.#confirm = confirm;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Begins a stream with the last number. @throws ServiceError 429 or 503 if there are too many streams. */
  add(response: ServerResponse, { hash }: CollectorToken): void {
    // If the client disconnected during the token check, no "close" event follows, so the stream would never end.
    if (response.destroyed) return;
    const ofToken = [...this.#streams].filter(({ tokenHash }) => tokenHash === hash).length;
    if (ofToken >= MAX_STREAMS_OF_TOKEN) throw tooMany("Too many streams with this token.", 30);
    if (this.#streams.size >= MAX_STREAMS) throw notReady("Too many streams are open.", 30);
    const stream: Stream = { response, tokenHash: hash, waits: false };
    this.#streams.add(stream);
    response.on("close", () => this.#streams.delete(stream));
    response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    response.write(this.#message);
  }

  /**
   * Sends the last number to all clients, if the message differs from the last message. @param state further fields of
   * the message.
   */
  publish(last: number, epoch: string, state: object = {}): void {
    this.#state = { ...this.#state, sequence: last, epoch, ...state };
    this.#send();
  }

  /** Sends the last number of the team's records, if it changed. */
  publishTeam(last: number): void {
    this.#state = { ...this.#state, documents: last };
    this.#send();
  }

  #send(): void {
    const message = `event: sequence\nid: ${this.#state.sequence}\ndata: ${JSON.stringify(this.#state)}\n\n`;
    if (message === this.#message) return;
    this.#message = message;
    this.#writeAll();
  }

  /**
   * Sends the last number again, which shows that the stream works. A client that has read nothing since the last time
   * is disconnected.
   */
  beat(): void {
    for (const stream of this.#streams) {
      const { response, waits } = stream;
      stream.waits = response.writableNeedDrain;
      if (waits && stream.waits) response.destroy();
    }
    this.#writeAll();
  }

  /** Ends the streams whose token is not among these hashes. */
  keepOnly(hashes: ReadonlySet<string>): void {
    for (const { response, tokenHash } of this.#streams) if (!hashes.has(tokenHash)) response.destroy();
  }

  close(): void {
    for (const { response } of this.#streams) response.end();
  }

  #writeAll(): void {
    if (this.#streams.size === 0) return;
    const write = (): void => {
      for (const { response } of this.#streams)
        if (!response.destroyed && !response.writableNeedDrain) response.write(this.#message);
    };
    // If the tokens cannot be read, it is not known which tokens were removed, and the message is sent to all.
    this.#confirm().then(write, write);
  }
}
