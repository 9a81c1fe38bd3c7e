import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type http from "node:http";
import type { Clock } from "../../../base/clock.ts";
import type { KeptToken } from "./event-log-store.ts";
import type { EventLog } from "./event-log.ts";
import { MAX_SUBSCRIBERS, type EventStream } from "./event-stream.ts";
import { answer, answerUnread, type Connections } from "./http-server.ts";
import { SenderLimits } from "./sender.ts";

/** A new token for one workstation. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The stored form of a token: its SHA-256 in hex. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Finds the stored token of an Authorization header; null without a match. @security in constant time. */
export function findToken<Kept extends Pick<KeptToken, "hash">>(
  header: string | undefined,
  tokens: readonly Kept[],
): Kept | null {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(header ?? "") ?? [];
  const given = Buffer.from(hashOf(token ?? ""), "hex");
  let found: Kept | null = null;
  for (const kept of tokens) if (timingSafeEqual(Buffer.from(kept.hash, "hex"), given)) found = kept;
  return token === undefined ? null : found;
}

/** The most streams of one token: a workstation has one, and for a moment a second one when it reconnects. */
const MAX_STREAMS_OF_TOKEN = 8;
/** Ms for which uses of tokens are collected before they are stored. */
const NOTE_AFTER = 1_000;

/** Handles requests for the stream: checks tokens, and ends streams whose token was removed. */
export class StreamRequests {
  readonly #log: EventLog;
  readonly #stream: EventStream;
  readonly #connections: Pick<Connections, "recognise">;
  readonly #limits: SenderLimits;
  readonly #clock: Clock;
  readonly #used = new Set<string>();
  #noting: NodeJS.Timeout | undefined;

  constructor(log: EventLog, stream: EventStream, connections: Pick<Connections, "recognise">, clock: Clock) {
    [this.#log, this.#stream, this.#clock] = [log, stream, clock];
    this.#connections = connections;
    this.#limits = new SenderLimits(clock);
  }

  async take(request: http.IncomingMessage, response: http.ServerResponse, sender: string): Promise<void> {
    request.resume();
    const token = findToken(request.headers.authorization, await this.#log.store.tokens());
    if (response.destroyed) return;
    if (!token) {
      const seconds = this.#limits.refuse(sender);
      if (seconds > 0) return answerUnread(request, response, 429, { "retry-after": String(seconds) });
      return answer(response, 401, { "www-authenticate": "Bearer" });
    }
    this.#connections.recognise(request.socket);
    if (this.#limits.accept(token.hash) > 0 || this.#stream.sizeOf(token.hash) >= MAX_STREAMS_OF_TOKEN)
      return answer(response, 429, { "retry-after": "30" });
    if (this.#stream.size >= MAX_SUBSCRIBERS) return answer(response, 503, { "retry-after": "30" });
    this.#note(token.hash);
    const last = request.headers["last-event-id"];
    this.#stream.add(response, token.hash, typeof last === "string" ? last : undefined);
  }

  /** Ends the streams whose tokens were removed. */
  async lookForRemoved(): Promise<void> {
    if (this.#stream.size === 0) return;
    try {
      const tokens = await this.#log.store.tokens();
      this.#stream.keepOnly(new Set(tokens.map(({ hash }) => hash)));
    } catch {
      // A failed check is repeated at the next interval.
    }
  }

  async close(): Promise<void> {
    this.#stream.close();
    clearTimeout(this.#noting);
    await this.#noteUse();
  }

  #note(hash: string): void {
    this.#used.add(hash);
    this.#noting ??= setTimeout(() => void this.#noteUse(), NOTE_AFTER);
  }

  async #noteUse(): Promise<void> {
    this.#noting = undefined;
    const hashes = [...this.#used];
    this.#used.clear();
    // The last use of a token is only informative, so a failure is ignored.
    if (hashes.length > 0) await this.#log.store.noteUse(hashes, this.#clock.now()).catch(() => {});
  }
}
