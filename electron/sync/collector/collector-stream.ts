import type { ApiClient } from "../../client/api-client.ts";
import type { Clock } from "../../base/clock.ts";
import type { CollectorState } from "../pass-options.ts";
import type { StatusStore } from "../status-store.ts";
import type { StreamMessage } from "./collector-api.ts";
import { CollectorFollower } from "./collector-follower.ts";

/** A feature that uses more of a collector than the copy does. */
export interface CollectorAdditions {
  /** Called with each message of the stream. */
  note(message: StreamMessage): void;
  close(): Promise<void>;
}

interface CollectorStreamOptions {
  readonly clock: Clock;
  readonly status: StatusStore;
  readonly isRunning: () => boolean;
  /** Begins a pass. It fetches the changes that the last message names. */
  readonly begin: () => void;
  /** Called when the stream has opened or broken off. */
  readonly onState: () => void;
  readonly followAdditions: (client: ApiClient) => CollectorAdditions | null;
}

/** Follows the stream of the collector from which the copy is pulled. */
export class CollectorStream {
  readonly #options: CollectorStreamOptions;
  #follower: CollectorFollower | null = null;
  #additions: CollectorAdditions | null = null;
  /** The last message since the last pass began; null if there was none. */
  #message: StreamMessage | null = null;

  constructor(options: CollectorStreamOptions) {
    this.#options = options;
  }

  /** Called when a pass begins. The pass fetches all changes that earlier messages have named. */
  passBegins(): void {
    this.#message = null;
  }

  /** Notes that the copy is up to date with its collector. */
  reached({ epoch, number, completeAsOf, error }: CollectorState): void {
    const { clock, status } = this.#options;
    const reachedAt = new Date(clock.now()).toISOString();
    const known = status.status.collector ?? { stream: "connecting" as const };
    status.set({ collector: { ...known, epoch, number, completeAsOf, error, reachedAt } });
  }

  /** Follows the stream from now on. It is called after each pass. */
  follow(client: ApiClient): void {
    if (this.#follower) return this.#catchUp();
    const { clock, status, begin, onState, followAdditions } = this.#options;
    void this.#additions?.close();
    this.#additions = followAdditions(client);
    this.#follower = new CollectorFollower({
      client,
      clock,
      onMessage: (message) => this.#note(message),
      onState: (stream) => {
        if (status.status.collector?.stream === stream) return;
        status.noteCollector({ stream });
        onState();
      },
      // The next pass reports the refusal, as for a wrong key.
      onRefused: () => {
        this.#follower = null;
        begin();
      },
    });
  }

  async unfollow(): Promise<void> {
    const [follower, additions] = [this.#follower, this.#additions];
    [this.#follower, this.#additions, this.#message] = [null, null, null];
    this.#options.status.noteCollector({ stream: "connecting" });
    await Promise.all([follower?.close(), additions?.close()]);
  }

  #note(message: StreamMessage): void {
    this.#message = message;
    this.#additions?.note(message);
    this.#catchUp();
  }

  /**
   * Begins a pass if the last message names a change that the copy lacks. A running pass may have begun too early for
   * it.
   */
  #catchUp(): void {
    const { status, isRunning, begin } = this.#options;
    const [message, { collector }] = [this.#message, status.status];
    if (!message || !collector || isRunning()) return;
    const { sequence, epoch, completeAsOf, error } = message;
    if (epoch !== collector.epoch || sequence > collector.number) return begin();
    // A message that is older than the copy says nothing about the present state.
    if (sequence < collector.number) return;
    this.reached({ epoch, number: sequence, completeAsOf, error });
    if (completeAsOf !== null) status.set({ completeAsOf });
  }
}
