import { randomBytes } from "node:crypto";
import path from "node:path";
import { AppFailure } from "../../../shared/base/errors.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { BLANK_STATUS } from "../../sync/status-store.ts";
import { ApiClient } from "../../client/api-client.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import { threadLocation } from "../../base/thread.ts";
import type { Fetch } from "../../client/transport.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { startWorker, type Remote } from "../../store/database/worker-rpc.ts";
import { openProfile, type OpenProfile, type ProfileOptions } from "../connections/open-profile.ts";
import type { WebhookEvent } from "../../../shared/features/webhooks/webhook-events.ts";
import type { EventFollower, EventSource } from "../webhooks/live/event-follower.ts";
import { Deliveries, type DeliveryOptions } from "../webhooks/receiver/deliveries.ts";
import { requireSecrets } from "../webhooks/receiver/receiver.ts";
import { SenderLimits } from "../webhooks/receiver/sender.ts";
import { BODY_MS, CollectorServer, type ListenOptions } from "./collector-server.ts";
import type { CollectorFiles, CollectorStore } from "./collector-store.ts";
import { ServiceTime } from "./service-time.ts";

/** The source of events: they are collected for a second at most. */
const WEBHOOKS: EventSource = { name: "webhooks", collectSeconds: 0.3, longestSeconds: 1 };

/** Ms between two notes of the last number, besides those that follow a commit. They also keep the clock's time. */
const NOTE_EVERY_MS = 30_000;

export interface CollectorOptions {
  /** The data folder, which a collector uses alone. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly computations: ProfileOptions["computations"];
  readonly listen: ListenOptions;
  /** How the service signs its deliveries; absent if it delivers none. */
  readonly webhooks?: DeliveryOptions | undefined;
  /** The id of the keychain's entry for the key. */
  readonly profileId: string;
  /** True to begin with a full check whose removals the administrator has confirmed. */
  readonly acceptRemovals?: boolean;
  /** True to begin another numbering: all clients then load a snapshot. */
  readonly newEpoch?: boolean;
  /** Called once if the collector cannot continue. */
  onFailed(failure: AppFailure): void;
}

export interface Collector {
  /** The address, without a path: the base URL of its clients. */
  readonly url: string;
  /** Runs a pass now, or joins the running one. */
  refresh(mode: "incremental" | "full"): Promise<void>;
  /** Stops the running pass, ends all streams, and closes the files. */
  close(): Promise<void>;
}

/** The collector's own database in a data folder. */
export const collectorFile = (folder: string): string =>
  path.join(dataFolder(folder).folder, "collector.sqlite");

/**
 * Starts a collector: the engine that refreshes the copy, and the server that clients read.
 * @security the key is in the client's memory alone. No key, token or secret is in a file, a log line or an answer.
 * @throws AppFailure of kind `store`, `invalid_input`; the error of `listen` for the address.
 */
export async function startCollector(options: CollectorOptions): Promise<Collector> {
  const running = new RunningCollector(options);
  try {
    return { url: await running.start(), ...running.controls };
  } catch (thrown) {
    await running.close();
    throw thrown;
  }
}

class RunningCollector {
  readonly #options: CollectorOptions;
  #profile: OpenProfile | null = null;
  #store: Remote<CollectorStore> | null = null;
  #server: CollectorServer | null = null;
  #follower: EventFollower | null = null;
  #client: ApiClient | null = null;
  #time: ServiceTime;
  #timer: NodeJS.Timeout | undefined;
  readonly #notes = oneAtATime();
  #epoch = "";
  /** The outcome of the last pass that clients were told. */
  #state = "";
  #closing: Promise<void> | null = null;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#time = new ServiceTime(options.clock, 0);
  }

  get controls(): Pick<Collector, "refresh" | "close"> {
    return {
      refresh: async (mode) => {
        await this.#profile?.engine.syncNow(mode, true);
        await this.#note();
      },
      close: () => this.close(),
    };
  }

  async start(): Promise<string> {
    const { baseUrl, key, fetch, clock, log, acceptRemovals = false } = this.#options;
    const profile = await this.#openCopy();
    const store = startWorker<CollectorStore>(
      threadLocation(import.meta.url, "collector-worker"),
      this.#files,
    );
    this.#store = store;
    await this.#findEpoch(profile, store);
    const server = new CollectorServer(
      {
        store,
        clock,
        log,
        time: this.#time,
        epoch: this.#epoch,
        status: () => this.#profile?.engine.status ?? BLANK_STATUS,
        requests: () => this.#client?.traffic.requests ?? 0,
        deliveries: this.#deliveries(),
      },
      this.#options.listen,
    );
    this.#server = server;
    server.streams.publishTeam(await store.teamSequence());
    await this.#note();
    const url = await server.start();
    this.#timer = setInterval(() => void this.#note(), NOTE_EVERY_MS);
    this.#client = new ApiClient({
      baseUrl,
      key,
      fetch,
      clock,
      onWait: (wait) => profile.engine.noteWait(wait),
    });
    await profile.engine.useClient(this.#client);
    if (acceptRemovals) void profile.engine.syncNow("full", true, true);
    return url;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#server?.close();
    await this.#profile?.close();
    // Waits for a running note.
    await this.#notes(() => Promise.resolve());
    await this.#store?.close();
  }

  get #files(): CollectorFiles {
    const { folder } = this.#options;
    return { inventory: dataFolder(folder).inventory, own: collectorFile(folder) };
  }

  async #openCopy(): Promise<OpenProfile> {
    const { folder, profileId, clock, log, settings, computations, webhooks } = this.#options;
    const profile = await openProfile({
      folder,
      profileId,
      clock,
      log,
      settings,
      computations,
      own: { names: { names: [], state: null }, units: null },
      records: () => Promise.resolve(new Map()),
      onStatus: (status) => this.#noteState(status),
      onDataChanged: () => void this.#note(),
      onHistory: () => {},
      onEvents: () => {},
      followEvents: (follower) => {
        this.#follower = follower;
        return () => Promise.resolve();
      },
    });
    if (webhooks) this.#follower?.follow(WEBHOOKS);
    this.#profile = profile;
    return profile;
  }

  /**
   * The handler of the service's deliveries; null if it delivers none. An event only says which record to ask for. So one
   * that a crash loses costs no more than the wait for the next pass.
   */
  #deliveries(): Deliveries | null {
    const { webhooks, clock } = this.#options;
    if (!webhooks) return null;
    requireSecrets(webhooks);
    const accept = (event: WebhookEvent): Promise<boolean> => {
      this.#follower?.accept(event, null);
      this.#follower?.noteSource("live", true);
      return Promise.resolve(true);
    };
    return new Deliveries(webhooks, new SenderLimits(clock), clock, accept, BODY_MS);
  }

  /**
   * Finds the numbering of the copy. Another one begins if the copy is new or was restored, since its numbers may have
   * been given to other changes before.
   */
  async #findEpoch(profile: OpenProfile, store: Remote<CollectorStore>): Promise<void> {
    const { clock, newEpoch = false } = this.#options;
    const [{ facts }, known, { last }] = await Promise.all([
      profile.store.writer.describe(),
      store.known(),
      store.sequence(),
    ]);
    // Another numbering has no earlier times, so it also gets rid of one that a wrong clock has noted.
    this.#time = new ServiceTime(clock, newEpoch ? 0 : known.clock);
    const isKnown = facts.epoch !== null && facts.epoch === known.epoch && known.newest <= last;
    this.#epoch = isKnown && !newEpoch ? known.epoch : randomBytes(8).toString("hex");
    if (this.#epoch === known.epoch) return;
    // In this order, so that a crash in between begins yet another one.
    await store.begin(this.#epoch, this.#time.now());
    await profile.store.writer.saveFacts({ epoch: this.#epoch });
  }

  /** Notes the last number with a later time, and sends it to the clients. */
  #note(): Promise<void> {
    return this.#notes(async () => {
      const [store, server] = [this.#store, this.#server];
      if (!store || !server || this.#closing) return;
      try {
        const { last, completeAsOf } = await store.position();
        await store.noteMoment(last, this.#time.now());
        const error = this.#profile?.engine.status.error?.kind ?? null;
        server.streams.publish(last, this.#epoch, { completeAsOf, error });
      } catch (thrown) {
        this.#fail(thrown);
      }
    });
  }

  /** Notes the last number when a pass has ended. Clients show how old the copy is, and why. */
  #noteState({ pass, lastPassAt, error }: SyncStatus): void {
    const state = JSON.stringify([lastPassAt, error?.kind]);
    if (pass !== null || state === this.#state) return;
    this.#state = state;
    void this.#note();
  }

  /** A damaged copy or a thread that died ends the collector; a full disk does not. */
  #fail(thrown: unknown): void {
    const failure = thrown instanceof AppFailure ? thrown : null;
    this.#options.log.warn("the last number was not noted", { cause: thrown });
    if (failure?.error.reason === "corrupt" || failure?.error.kind === "internal")
      this.#options.onFailed(failure);
  }
}
