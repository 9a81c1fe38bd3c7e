import { randomBytes } from "node:crypto";
import { AppFailure } from "../../../shared/base/errors.ts";
import type { PassMode } from "../../sync/pass-options.ts";
import { BLANK_STATUS } from "../../sync/status-store.ts";
import type { ApiClient } from "../../client/api-client.ts";
import { pause, type Timer } from "../../base/clock.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import { threadLocation } from "../../base/thread.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { startWorker, type Remote } from "../../store/database/worker-rpc.ts";
import type { OpenConnection } from "../connections/public.ts";
import type { EventFollower } from "./leading/event-follower.ts";
import { clientOf, deliveriesOf, openCopy, takeMailings } from "./leading/collector-engine.ts";
import { collectorFile, type Collector, type CollectorOptions } from "./collector-options.ts";
import { CollectorServer } from "./serving/collector-server.ts";
import type { CollectorStore } from "./serving/collector-store.ts";
import { isBackedUp, reportingDamage, type CollectorFiles } from "./serving/own-file.ts";
import type { Mailings } from "./leading/mailings/mailings.ts";
import { TeamRules } from "./leading/team-rules.ts";
import { ServiceTime } from "./serving/service-time.ts";

/**
 * Ms between two notes of the last number. A number is also noted after each commit. Each note has the time of the
 * clock.
 */
const NOTE_EVERY_MS = 30_000;
/** Ms between two checks whether today's backup was made. */
const HOUR_MS = 3_600_000;

/**
 * Starts a collector: the engine that refreshes the copy, and the server that clients read.
 * @security the key is only in the memory of the client. No key, token or secret is in a file, a log line or an answer.
 * @throws AppFailure of kind `store`, `invalid_input`; the error of `listen` for the address.
 */
export async function startCollector(options: CollectorOptions): Promise<Collector> {
  const running = await makeCollector(options);
  try {
    const url = await running.start();
    return { url, refresh: (mode) => running.refresh(mode), close: () => running.close() };
  } catch (thrown) {
    await running.close();
    throw thrown;
  }
}

/** A collector that can be started. */
interface StartableCollector extends Pick<Collector, "refresh" | "close"> {
  /** Starts the collector. @returns its address. */
  start(): Promise<string>;
}

async function makeCollector(options: CollectorOptions): Promise<StartableCollector> {
  const { store } = options;
  if (!store) return new OwnCollector(options);
  // The module is loaded only here, because the driver of PostgreSQL takes memory.
  const { SharedCollector } = await import("./postgres/shared-collector.ts");
  return new SharedCollector(options, store);
}

/** A collector whose data are in its own folder. */
class OwnCollector implements StartableCollector {
  readonly #options: CollectorOptions;
  #connection: OpenConnection | null = null;
  #store: Remote<CollectorStore> | null = null;
  #server: CollectorServer | null = null;
  #follower: EventFollower | null = null;
  #mailings: Mailings | null = null;
  #client: ApiClient | null = null;
  #time: ServiceTime;
  #timer: Timer | null = null;
  readonly #team: TeamRules;
  readonly #notes = oneAtATime();
  readonly #ending = new AbortController();
  #backups: Promise<void> = Promise.resolve();
  #epoch = "";
  #closing: Promise<void> | null = null;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#time = new ServiceTime(options.clock, 0);
    this.#team = new TeamRules({
      ...options,
      unsent: () => (options.mail ? (this.#mailings?.unsent ?? null) : 0),
      onPublished: () => void this.#publishTeam(),
    });
  }

  async refresh(mode: PassMode): Promise<void> {
    await this.#connection?.engine.syncNow(mode, true);
    await this.#note();
  }

  async start(): Promise<string> {
    const { clock, log, acceptRemovals = false } = this.#options;
    const connection = await this.#openCopy();
    const store = this.#startThread(this.#files);
    this.#store = store;
    const setAside = await store.setAside();
    if (setAside !== null) log.warn("collector.sqlite was damaged, and was begun again", { file: setAside });
    await this.#findEpoch(connection, store);
    const server = new CollectorServer(
      {
        store,
        clock,
        log,
        time: this.#time,
        epoch: () => this.#epoch,
        status: () => this.#connection?.engine.status ?? BLANK_STATUS,
        requests: () => this.#client?.traffic.requests ?? 0,
        mail: () => this.#mailings?.figures ?? null,
        onEdits: () => this.#team.recordsChanged(),
        deliveries: deliveriesOf(this.#options, (event) => this.#follower?.accept(event) ?? false),
      },
      this.#options.listen,
    );
    this.#server = server;
    await this.#team.begin(connection, store);
    const taking = { refuses: true, isRestored: this.#options.newEpoch === true };
    this.#mailings = await takeMailings(this.#options, this.#files.inventory, store, taking, () =>
      this.#team.mailed(),
    );
    await this.#publishTeam();
    await this.#note();
    const url = await server.start();
    this.#timer = this.#options.clock.every(NOTE_EVERY_MS, () => void this.#noteAll());
    this.#backups = this.#backUpDaily();
    this.#client = clientOf(this.#options, connection);
    await connection.engine.useClient(this.#client);
    await this.#mailings?.begin();
    if (acceptRemovals) void connection.engine.syncNow("full", true, true);
    return url;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#timer?.stop();
    this.#ending.abort();
    await this.#mailings?.close();
    await this.#server?.close();
    await this.#team.close();
    await this.#connection?.close();
    // Waits until no note is being written.
    await this.#notes(() => Promise.resolve());
    await this.#backups;
    await this.#store?.close();
  }

  get #files(): CollectorFiles {
    const { folder } = this.#options;
    const { acceptsLoss } = this.#options;
    return { inventory: dataFolder(folder).inventory, own: collectorFile(folder), acceptsLoss };
  }

  /** Starts a thread that opens the files. If the thread finds damage, the collector ends. */
  #startThread(files: CollectorFiles): Remote<CollectorStore> {
    const location = threadLocation(import.meta.url, "collector-worker", "serving");
    return reportingDamage(startWorker<CollectorStore>(location, files), (failure) =>
      this.#options.onFailed(failure),
    );
  }

  async #openCopy(): Promise<OpenConnection> {
    const { connection, follower } = await openCopy(this.#options, this.#options.folder, this.#team, {
      onChanged: () => void this.#note(),
      onComputed: () => this.#mailings?.follow(),
      onDamage: (failure) => this.#fail(failure),
    });
    [this.#connection, this.#follower] = [connection, follower];
    return connection;
  }

  /**
   * Finds the numbering of the copy. If the copy is new or was restored, another numbering begins, because its next
   * numbers may already have been given to other changes.
   */
  async #findEpoch(connection: OpenConnection, store: Remote<CollectorStore>): Promise<void> {
    const { clock, newEpoch = false } = this.#options;
    const [{ facts }, known, { last }] = await Promise.all([
      connection.store.writer.describe(),
      store.known(),
      store.sequence(),
    ]);
    // With the option `newEpoch`, the latest stored time is ignored too, because a wrong clock may have set it too
    // late.
    this.#time = new ServiceTime(clock, newEpoch ? 0 : known.clock);
    const isKnown = facts.epoch !== null && facts.epoch === known.epoch && known.newest <= last;
    this.#epoch = isKnown && !newEpoch ? known.epoch : randomBytes(8).toString("hex");
    if (this.#epoch === known.epoch) return;
    // The order of both steps matters: if a crash happens between them, the next start begins another numbering.
    await store.begin(this.#epoch, this.#time.now());
    await connection.store.writer.saveFacts({ epoch: this.#epoch });
  }

  /** Sends the last number of the team's records to the clients. */
  async #publishTeam(): Promise<void> {
    const [store, server] = [this.#store, this.#server];
    if (!store || !server || this.#closing) return;
    try {
      server.streams.publishTeam(await store.teamSequence());
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  /**
   * Notes the numbers of the changes and of the team's records. Commands of an administrator may have changed these
   * records.
   */
  async #noteAll(): Promise<void> {
    await this.#note();
    await this.#publishTeam();
    await this.#team.recordsChanged();
  }

  /** Makes a backup of the collector's own database once a day, until the collector closes. */
  async #backUpDaily(): Promise<void> {
    const { clock, log } = this.#options;
    const { own } = this.#files;
    while (!this.#ending.signal.aborted) {
      const now = clock.now();
      if (!isBackedUp(own, now)) {
        // The backup runs in a separate thread, so that no answer waits for it. The administrator accepted only losses
        // found at the start, and no later losses.
        const thread = this.#startThread({ ...this.#files, acceptsLoss: false });
        try {
          await thread.backUp(now);
        } catch (cause) {
          log.warn("collector.sqlite was not backed up", { cause });
        }
        // A thread that has died need not be closed.
        await thread.close().catch(() => {});
      }
      // The backup may have taken longer than an hour.
      const rest = now + HOUR_MS - clock.now();
      if (rest > 0) await pause(clock, rest, this.#ending.signal);
    }
  }

  /** Notes the last number with the present time, and sends it to the clients. */
  #note(): Promise<void> {
    return this.#notes(async () => {
      const [store, server] = [this.#store, this.#server];
      if (!store || !server || this.#closing) return;
      try {
        const { last, completeAsOf } = await store.position();
        await store.noteMoment(last, this.#time.now());
        const error = this.#connection?.engine.status.error?.kind ?? null;
        server.streams.publish(last, this.#epoch, { completeAsOf, error });
      } catch (thrown) {
        this.#fail(thrown);
      }
    });
  }

  /** Handles a failure. A damaged copy, or a thread that died, ends the collector; a full disk does not. */
  #fail(thrown: unknown): void {
    const failure = thrown instanceof AppFailure ? thrown : null;
    this.#options.log.warn("the last number was not published", { cause: thrown });
    if (failure?.error.reason === "corrupt" || failure?.error.kind === "internal")
      this.#options.onFailed(failure);
  }
}
