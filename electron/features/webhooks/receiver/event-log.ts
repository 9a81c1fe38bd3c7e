import { AppFailure } from "../../../../shared/base/errors.ts";
import type { WebhookEvent } from "../../../../shared/features/webhooks/webhook-events.ts";
import type { Clock } from "../../../base/clock.ts";
import { threadLocation } from "../../../base/thread.ts";
import { storeError } from "../../../store/database/store-error.ts";
import { restartable, startWorker, type Remote } from "../../../store/database/worker-rpc.ts";
import type { EventLogStore, KeptEvent, NewEvent } from "./event-log-store.ts";

/** The limits of stored events. */
export interface Retention {
  readonly days: number;
  readonly events: number;
}
export const RETENTION: Retention = { days: 7, events: 200_000 };

/** The most events of one commit, and the most events waiting for one. */
const [MOST_AT_ONCE, MOST_WAITING] = [1_000, 20_000];
/** Events and ms after which old events are deleted. */
const [PRUNE_AFTER, PRUNE_EVERY] = [10_000, 10 * 60_000];
const DAY = 86_400_000;

interface Waiting extends NewEvent {
  readonly resolve: (isNew: boolean) => void;
  readonly reject: (thrown: unknown) => void;
}

/** The event log of a running receiver. Its database is in a thread, so that the server never waits for the disk. */
export class EventLog {
  readonly store: Remote<EventLogStore>;
  /** Distinguishes this log from all others. */
  readonly id: string;
  /** The newest number at the opening. */
  readonly newest: number;
  readonly #retention: Retention;
  readonly #clock: Pick<Clock, "now">;
  readonly #onCommit: (events: readonly KeptEvent[]) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: Waiting[] = [];
  #committing: Promise<void> | null = null;
  #sincePruned = 0;

  private constructor(
    store: Remote<EventLogStore>,
    { log, newest }: ReturnType<EventLogStore["describe"]>,
    retention: Retention,
    clock: Pick<Clock, "now">,
    onCommit: (events: readonly KeptEvent[]) => void,
  ) {
    [this.store, this.id, this.newest] = [store, log, newest];
    [this.#retention, this.#clock, this.#onCommit] = [retention, clock, onCommit];
    this.#timer = setInterval(() => void this.#prune().catch(() => {}), PRUNE_EVERY).unref();
  }

  /**
   * Opens the log in a file, which is created if missing.
   * @param onCommit called with new events in their order, once they are on the disk.
   * @throws AppFailure of kind `store`.
   */
  static async open(
    file: string,
    retention: Retention,
    clock: Pick<Clock, "now">,
    onCommit: (events: readonly KeptEvent[]) => void,
  ): Promise<EventLog> {
    const store = restartable<EventLogStore>((onDeath) =>
      startWorker(threadLocation(import.meta.url, "event-log-worker"), file, undefined, onDeath),
    );
    try {
      const log = new EventLog(store, await store.describe(), retention, clock, onCommit);
      await log.#prune();
      return log;
    } catch (thrown) {
      await store.close().catch(() => {});
      throw thrown;
    }
  }

  /**
   * Stores an event. Events that arrive during a commit are stored together in the next one.
   * @returns whether the event's id is new, once it is on the disk.
   * @throws AppFailure of kind `store`.
   */
  append(event: WebhookEvent): Promise<boolean> {
    if (this.#waiting.length >= MOST_WAITING)
      return Promise.reject(new AppFailure(storeError("other", "too many events wait for the disk")));
    return new Promise((resolve, reject) => {
      const { id, receivedAt } = event;
      this.#waiting.push({
        id,
        receivedAt: Date.parse(receivedAt),
        json: JSON.stringify(event),
        resolve,
        reject,
      });
      this.#committing ??= this.#commitAll();
    });
  }

  /** Ends the thread after all waiting events are stored. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#committing;
    await this.store.close();
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_AT_ONCE);
      try {
        const numbers = await this.store.append(
          batch.map(({ id, receivedAt, json }) => ({ id, receivedAt, json })),
        );
        const kept = batch.flatMap(({ json }, at) => {
          const number = numbers[at] ?? null;
          return number === null ? [] : [{ number, json }];
        });
        if (kept.length > 0) this.#onCommit(kept);
        for (const [at, { resolve }] of batch.entries()) resolve(numbers[at] !== null);
        this.#sincePruned += kept.length;
      } catch (thrown) {
        for (const { reject } of batch) reject(thrown);
      }
      // The next commit would fail in the same way, and report it.
      if (this.#sincePruned >= PRUNE_AFTER) await this.#prune().catch(() => {});
    }
    this.#committing = null;
  }

  async #prune(): Promise<void> {
    this.#sincePruned = 0;
    const { days, events } = this.#retention;
    while (await this.store.prune(this.#clock.now() - days * DAY, events));
  }
}
