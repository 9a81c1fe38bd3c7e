import type { ServerResponse } from "node:http";
import { createGzip } from "node:zlib";
import type { Clock } from "../../../base/clock.ts";
import { notReady, tooMany } from "./client-gate.ts";
import type { ServedStore } from "./served-store.ts";

/** The most snapshots at a time. Each snapshot keeps one state of the database readable. */
const MAX_SNAPSHOTS = 4;
/** Ms after which a client that reads nothing is disconnected; below, the most ms for a whole snapshot. */
const [STALL_MS, LONGEST_MS] = [30_000, 30 * 60_000];

/** Sends compressed snapshots. */
export class Snapshots {
  readonly #store: Pick<ServedStore, "openSnapshot" | "snapshotPart" | "closeSnapshot">;
  readonly #clock: Pick<Clock, "after">;
  /** The responses to which snapshots are being sent, with the hashes of their tokens. */
  readonly #open = new Map<ServerResponse, string>();

  constructor(
    store: Pick<ServedStore, "openSnapshot" | "snapshotPart" | "closeSnapshot">,
    clock: Pick<Clock, "after">,
  ) {
    [this.#store, this.#clock] = [store, clock];
  }

  /** The number of snapshots that are being sent. */
  get size(): number {
    return this.#open.size;
  }

  /** Ends the snapshots whose token is not among these hashes. */
  keepOnly(hashes: ReadonlySet<string>): void {
    for (const [response, hash] of this.#open) if (!hashes.has(hash)) response.destroy();
  }

  /**
   * Sends one state of the copy.
   * @param hash the hash of the token, which gets one snapshot at a time.
   * @param onPart called with the number of characters of each part.
   * @throws ServiceError 429 or 503 before the first byte if too many snapshots are being sent.
   */
  async send(response: ServerResponse, hash: string, onPart: (characters: number) => void): Promise<void> {
    if ([...this.#open.values()].includes(hash))
      throw tooMany("A snapshot is already being sent with this token.", 30);
    if (this.#open.size >= MAX_SNAPSHOTS) throw notReady("Too many snapshots are being sent.", 30);
    this.#open.set(response, hash);
    try {
      const number = await this.#store.openSnapshot();
      try {
        await this.#write(response, number, onPart);
      } finally {
        await this.#store.closeSnapshot(number);
      }
    } finally {
      this.#open.delete(response);
    }
  }

  async #write(
    response: ServerResponse,
    number: number,
    onPart: (characters: number) => void,
  ): Promise<void> {
    // The first part is read before the headers are sent, so that a failure can still be answered.
    let part = await this.#store.snapshotPart(number);
    response.writeHead(200, {
      "content-type": "application/x-ndjson",
      "content-encoding": "gzip",
      "cache-control": "no-store",
    });
    const gzip = createGzip({ level: 1 });
    gzip.pipe(response);
    const longest = this.#clock.after(LONGEST_MS, () => response.destroy());
    try {
      while (part !== null && !response.destroyed) {
        // The store reads the next part while this one is compressed.
        const next = this.#store.snapshotPart(number);
        // The promise is awaited below. Until then, its failure must not count as an unhandled rejection.
        next.catch(() => {});
        onPart(part.length);
        if (!gzip.write(part)) await drained(gzip, response, this.#clock);
        part = await next;
      }
      gzip.end();
      await closed(response, this.#clock);
    } catch (thrown) {
      // The last line is missing then, which tells the client that the snapshot is incomplete.
      response.destroy();
      throw thrown;
    } finally {
      longest.stop();
      gzip.destroy();
    }
  }
}

/** Waits until more can be written. A client that reads nothing for too long is disconnected. */
function drained(
  gzip: NodeJS.EventEmitter,
  response: ServerResponse,
  clock: Pick<Clock, "after">,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timer.stop();
      gzip.off("drain", end);
      response.off("close", end);
      resolve();
    };
    const timer = clock.after(STALL_MS, () => response.destroy());
    gzip.on("drain", end);
    response.on("close", end);
    if (response.destroyed) end();
  });
}

function closed(response: ServerResponse, clock: Pick<Clock, "after">): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) return resolve();
    const timer = clock.after(STALL_MS, () => response.destroy());
    response.once("close", () => {
      timer.stop();
      resolve();
    });
  });
}
