import fs from "node:fs";
import path from "node:path";
import { AppFailure, invalidInput, toAppError } from "../../../../shared/base/errors.ts";
import type { SyncStatus } from "../../../../shared/inventory/status.ts";
import { TEAM_VIEWS } from "../../../../shared/features/team/team-kinds.ts";
import { pause } from "../../../base/clock.ts";
import { oneAtATime } from "../../../base/one-at-a-time.ts";
import { threadLocation } from "../../../base/thread.ts";
import { dataFolder } from "../../../store/database/data-folder.ts";
import { startWorker, type Remote } from "../../../store/database/worker-rpc.ts";
import { lockFolder, type FolderLock } from "../../../sync/folder-lock.ts";
import type { PassMode } from "../../../sync/pass-options.ts";
import { BLANK_STATUS } from "../../../sync/status-store.ts";
import { collectorFile, type CollectorOptions } from "../collector-options.ts";
import { deliveriesOf } from "../leading/collector-engine.ts";
import { CollectorServer } from "../serving/collector-server.ts";
import { readMailings } from "../serving/mailing-store.ts";
import { ServiceTime } from "../serving/service-time.ts";
import { TeamMirror } from "../leading/team-mirror.ts";
import { importOwn } from "./import-own.ts";
import { closeClient, openClient, refusalOf, type StoreClient } from "./connect.ts";
import { endHungLeader } from "./heartbeat.ts";
import type { Journal } from "./journal.ts";
import { beginLeadership, type Leadership } from "./leadership.ts";
import { leadershipOf, NEW_LIFE, nextLife, partOf, type Life, type LifeEvent } from "./life.ts";
import { runAt } from "./run-work.ts";
import { PostgresStore } from "./postgres-store.ts";
import { LOCKS, migrate } from "./schema.ts";
import { makeSqlViews } from "./sql-views.ts";
import { readState, type StoreState } from "./state.ts";
import type { StoreAddress } from "../store-address.ts";

/**
 * Ms between two checks of the state. This is the longest delay of a follower's messages to clients, and of a
 * take-over.
 */
const LOOK_EVERY_MS = 1_000;

/**
 * Settings with which the server ends the session of a leader whose computer has died. This takes half a minute; then
 * the lock is free.
 */
const SESSION = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4;
  SET idle_session_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0`;

/**
 * A collector on PostgreSQL. One of several collectors leads: it sends requests to the service, and writes. All
 * collectors answer clients.
 */
export class SharedCollector {
  readonly #options: CollectorOptions;
  readonly #address: StoreAddress;
  readonly #store: PostgresStore;
  readonly #lock: FolderLock;
  readonly #journal: Remote<Journal>;
  readonly #time: ServiceTime;
  readonly #server: CollectorServer;
  readonly #closed = new AbortController();
  /** Ensures that running and closing do not overlap. */
  readonly #inTurn = oneAtATime();
  #life: Life<Leadership> = NEW_LIFE;

  constructor(options: CollectorOptions, address: StoreAddress) {
    [this.#options, this.#address] = [options, address];
    const { clock, log } = options;
    this.#time = new ServiceTime(clock, 0);
    this.#store = new PostgresStore(address);
    this.#server = new CollectorServer(
      {
        store: this.#store,
        clock,
        log,
        time: this.#time,
        epoch: () => this.#life.state?.epoch ?? "",
        status: () => this.#status,
        requests: () => leadershipOf(this.#life)?.service.traffic.requests ?? 0,
        mail: () => leadershipOf(this.#life)?.mailings?.figures ?? null,
        onEdits: () => leadershipOf(this.#life)?.team.recordsChanged(),
        deliveries: deliveriesOf(options, (event) => {
          if (partOf(this.#life).role === "follower") throw new Error("this collector does not lead");
          return leadershipOf(this.#life)?.follower?.accept(event) ?? false;
        }),
        shared: () => partOf(this.#life),
      },
      options.listen,
    );
    this.#lock = lockFolder(dataFolder(options.folder).folder);
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#journal = startWorker<Journal>(threadLocation(import.meta.url, "journal-worker"), {
      inventory: dataFolder(this.#folder).inventory,
      own: collectorFile(this.#folder),
    });
  }

  async refresh(mode: PassMode): Promise<void> {
    const leadership = leadershipOf(this.#life);
    await leadership?.engine.syncNow(mode, true);
    await leadership?.publish();
  }

  /**
   * Starts the collector. @throws AppFailure of kind `store` if the store refuses. If the store cannot be reached, the
   * collector waits.
   */
  async start(): Promise<string> {
    const client = await this.#connect();
    if (client) await this.#requireViews(client);
    const url = await this.#server.start();
    void this.#inTurn(() => this.#run(client));
    return url;
  }

  /**
   * Checks the views of mailings. @throws AppFailure `invalid_input` for a mailing with an unknown view. If the store
   * cannot be reached, views are not checked, and a run with an unknown view fails.
   */
  async #requireViews(client: StoreClient): Promise<void> {
    const { mail, connectionId } = this.#options;
    if (!mail) return;
    const { unknownView } = await import("../leading/mailings/mailing-state.ts");
    const team = new TeamMirror([TEAM_VIEWS]);
    let problem: string | null = null;
    try {
      await team.refresh(this.#store);
      const views = team.values(TEAM_VIEWS);
      problem =
        unknownView(mail, await runAt(client, readMailings()), { views, connectionId })?.problem ?? null;
    } catch (thrown) {
      this.#note(thrown);
    }
    if (problem === null) return;
    await closeClient(client);
    throw invalidInput(problem);
  }

  close(): Promise<void> {
    this.#closed.abort();
    return this.#inTurn(async () => {
      if (this.#life.name === "closed") return;
      this.#go({ type: "closed" });
      await this.#server.close();
      await this.#journal.close();
      await this.#store.close();
      this.#lock.release();
    });
  }

  /** Changes the state by an event, and logs the end of a failure. @returns the state before the event. */
  #go(event: LifeEvent<Leadership>): Life<Leadership> {
    const before = this.#life;
    this.#life = nextLife(before, event);
    if (before.noted && !this.#life.noted) this.#options.log.info("the store answers again");
    return before;
  }

  /** The folder of the journal. */
  get #folder(): string {
    return path.join(dataFolder(this.#options.folder).folder, "journal");
  }

  /** The engine's status with the facts of the store. Clients read from the store. */
  get #status(): SyncStatus {
    const facts = this.#life.state?.facts ?? null;
    const own = leadershipOf(this.#life)?.engine.status ?? { ...BLANK_STATUS, state: "idle" as const };
    return {
      ...own,
      firstPullComplete: facts !== null,
      completeAsOf: facts?.mark ?? null,
      lastPassAt: facts?.lastPassAt ?? null,
      lastFullCheckAt: facts?.lastFullCheckAt ?? null,
      totals: facts?.rows.shown ?? own.totals,
      hidden: facts?.rows.hidden ?? own.hidden,
    };
  }

  /** Follows the state, leads if no other collector leads, and begins again after each failure. */
  async #run(first: StoreClient | null): Promise<void> {
    let client = first;
    while (!this.#closed.signal.aborted) {
      try {
        client ??= await this.#connect();
        if (client) await this.#follow(client);
      } catch (thrown) {
        this.#note(thrown);
      }
      if (client) await closeClient(client);
      client = null;
      await this.#pause();
    }
  }

  /** Opens a connection. @returns null if the store cannot be reached. @throws AppFailure of kind `store`. */
  async #connect(): Promise<StoreClient | null> {
    let client: StoreClient | null = null;
    try {
      client = await openClient(this.#address);
      await migrate(client);
      if (this.#options.sqlViews === true && !(await makeSqlViews(client)))
        this.#options.log.warn("the SQL views were not replaced: a program that reads them holds them", {});
      const { folder, acceptsLoss } = this.#options;
      if (!this.#store.isReady && !(await importOwn(client, collectorFile(folder), acceptsLoss)))
        this.#options.log.warn("collector.sqlite was not brought along: the store already has data", {});
      // Until the import has ended, a valid token of a client could look wrong.
      this.#store.isReady = true;
      await client.query(SESSION);
      return client;
    } catch (thrown) {
      if (client) await closeClient(client);
      const refusal = thrown instanceof AppFailure ? thrown : refusalOf(thrown);
      if (refusal) throw refusal;
      this.#note(thrown);
      return null;
    }
  }

  /** Checks the state until this collector may lead. Then it leads until the store is lost. */
  async #follow(client: StoreClient): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const state = await readState(client);
      // With another numbering, a time that a wrong clock showed is ignored too.
      if (this.#wishes.newEpoch !== true) this.#time.reach(state.clock);
      this.#show(state);
      const { rows } = await client.query<{ locked: boolean }>(
        "SELECT pg_try_advisory_lock($1, $2) AS locked",
        [...LOCKS.leader],
      );
      if (rows[0]?.locked === true) return this.#lead(client);
      this.#go({ type: "followed" });
      if (await endHungLeader(client))
        this.#options.log.warn("the leader gave no sign of life for a minute: its session was ended", {});
      await this.#pause();
    }
  }

  async #lead(client: StoreClient): Promise<void> {
    const leadership = await beginLeadership({
      ...this.#options,
      ...this.#wishes,
      client,
      address: this.#address,
      teamStore: this.#store,
      journal: this.#journal,
      journalFolder: this.#folder,
      time: this.#time,
      onState: (state) => this.#show(state),
      onAlerts: () => void this.#publishTeam(),
    });
    try {
      this.#go({ type: "begun", leadership });
      // Edits may have arrived during the start of the leadership. The team's rules have not read these edits yet.
      void leadership.team.recordsChanged();
      await leadership.ended(this.#closed.signal);
    } finally {
      await leadership.close();
    }
  }

  /** The options that apply only to the first leadership. */
  get #wishes(): Pick<CollectorOptions, "newEpoch" | "acceptRemovals"> {
    return this.#life.hasLed ? { newEpoch: false, acceptRemovals: false } : this.#options;
  }

  #show(state: StoreState): void {
    const before = this.#go({ type: "answered", state });
    // Another collector may have accepted edits that this leader must act on.
    if (state.team !== before.state?.team) void leadershipOf(this.#life)?.team.recordsChanged();
    this.#server.streams.publishTeam(state.team);
    const { completeAsOf, error } = this.#status;
    this.#server.streams.publish(state.last, state.epoch, { completeAsOf, error: error?.kind ?? null });
  }

  /**
   * Sends the last number of the team's records to the clients. If the store cannot be reached, the next check sends
   * it.
   */
  async #publishTeam(): Promise<void> {
    // If the store cannot be reached, the next check fails too, and logs the failure.
    const last = await this.#store.teamSequence().catch(() => null);
    if (last !== null) this.#server.streams.publishTeam(last);
  }

  /** Handles a failure. A damaged journal, or a thread that died, ends the collector. */
  #note(thrown: unknown): void {
    const { kind, reason } = toAppError(thrown);
    const { code = kind } = thrown as { readonly code?: unknown };
    const before = this.#go({ type: "failed", code, at: this.#options.clock.monotonic() });
    if (this.#life.noted !== before.noted) this.#options.log.warn("the store was lost", { cause: thrown });
    if (
      thrown instanceof AppFailure
      && (kind === "internal" || ["newer", "locked", "corrupt"].includes(reason ?? ""))
    )
      this.#options.onFailed(thrown);
  }

  /** Waits until the next check, or until the collector closes. */
  #pause(): Promise<void> {
    return pause(this.#options.clock, LOOK_EVERY_MS, this.#closed.signal);
  }
}
