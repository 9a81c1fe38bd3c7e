import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import type { SyncStatus } from "../../../../shared/inventory/status.ts";
import type { WebhookEvent } from "../../../../shared/features/collector/webhook-events.ts";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { aborted } from "../../../base/aborted.ts";
import { systemClock, type Timer } from "../../../base/clock.ts";
import { dataFolder } from "../../../store/database/data-folder.ts";
import { oneAtATime } from "../../../base/one-at-a-time.ts";
import type { ApiClient } from "../../../client/api-client.ts";
import type { Remote } from "../../../store/database/worker-rpc.ts";
import { BLANK_STATUS } from "../../../sync/status-store.ts";
import type { OpenProfile } from "../../connections/public.ts";
import type { EventFollower } from "../leading/event-follower.ts";
import { mailFolder, type CollectorOptions } from "../collector-options.ts";
import type { MailFigures } from "../collector-mail.ts";
import type { Mailings } from "../leading/mailings/mailings.ts";
import { clientOf, openCopy, takeMailings } from "../leading/collector-engine.ts";
import type { ServedStore } from "../serving/served-store.ts";
import type { ServiceTime } from "../serving/service-time.ts";
import { TeamRules } from "../leading/team-rules.ts";
import { copyDamage } from "../serving/own-file.ts";
import { inTransaction, type Queryable } from "./connect.ts";
import { journalReplaced, type Journal } from "./journal.ts";
import { mailOfStore } from "./mail-of-store.ts";
import { Heartbeat } from "./heartbeat.ts";
import { Publisher } from "./publisher.ts";
import { readState, type StoreState } from "./state.ts";
import type { StoreAddress } from "../store-address.ts";
import { applyEdits } from "./team-of-store.ts";
import { loadJournal, chooseJournal, wentBack } from "./takeover.ts";

/** Ms between two publications, besides those that follow a change. They also notice a lost connection. */
const PUBLISH_EVERY_MS = 5_000;

interface LeadershipOptions extends CollectorOptions {
  /** The connection that holds the leader's lock. All writes use it, so none is possible after the lock is lost. */
  readonly client: Queryable;
  readonly address: StoreAddress;
  readonly journal: Remote<Journal>;
  readonly journalFolder: string;
  readonly time: ServiceTime;
  /** Reads the team's records, which all collectors share. */
  readonly teamStore: Pick<ServedStore, "teamRecords">;
  readonly onState: (state: StoreState) => void;
  /** Called after alerts were published. */
  readonly onAlerts: () => void;
}

/** The time in which a collector leads: its engine writes the journal, and each change of that is published. */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #publications = oneAtATime();
  readonly #lost = new AbortController();
  readonly #team: TeamRules;
  #heartbeat: Heartbeat | null = null;
  #publisher: Publisher | null = null;
  #profile: OpenProfile | null = null;
  #follower: EventFollower | null = null;
  #mailings: Mailings | null = null;
  #client: ApiClient | null = null;
  #timer: Timer | null = null;
  #failure: Error = new Error("the connection to the store was lost");
  #isWaiting = false;
  #passState = "";

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#team = new TeamRules({
      ...options,
      unsent: () => (options.mail ? (this.#mailings?.unsent ?? null) : 0),
      onPublished: () => options.onAlerts(),
    });
  }

  get status(): SyncStatus {
    return this.#profile?.engine.status ?? { ...BLANK_STATUS, state: "idle" };
  }

  /** Whether its engine runs, and no other collector can lead by now. */
  get leads(): boolean {
    return this.#client !== null && !this.#lost.signal.aborted && this.#heartbeat?.isFresh === true;
  }

  /** The number of requests to the service so far. */
  get requests(): number {
    return this.#client?.traffic.requests ?? 0;
  }

  /** The figures of its mail; null if it sends none. */
  get mail(): MailFigures | null {
    return this.#mailings?.figures ?? null;
  }

  /** Takes an event of the service. @returns whether it is new. @throws if the engine does not run yet. */
  accept(event: WebhookEvent): boolean {
    if (!this.#follower) throw new Error("the journal is not open yet");
    return this.#follower.accept(event);
  }

  /**
   * Makes the journal ready, and starts the engine.
   * @throws ServiceError 503, the driver's error or an AppFailure; another try may succeed.
   */
  async begin(): Promise<void> {
    const { client, journal, journalFolder, newEpoch = false, acceptRemovals = false } = this.#options;
    this.#heartbeat = await Heartbeat.begin(client, {
      address: this.#options.address,
      clock: systemClock,
      onLost: (cause) => this.lose(cause),
    });
    const [state, local, seen] = [await readState(client), await journal.inspect(), await journal.seen()];
    const use = chooseJournal(state, local);
    const position =
      use === "load" ? await loadJournal(client, journal, this.#options.clock) : state.position;
    const copy = await openCopy(this.#options, journalFolder, this.#team, {
      onChanged: () => void this.#publish(),
      onComputed: () => this.#mailings?.follow(),
      onStatus: (status) => this.#noteStatus(status),
    });
    [this.#profile, this.#follower] = [copy.profile, copy.follower];
    const name = await this.#nameOf(copy.profile);
    // A journal that was damaged has begun again, and knows nothing of the store's records: it is filled at the next try.
    if (use !== "adopt" && name !== position?.journal) throw journalReplaced();
    this.#publisher = new Publisher({
      client,
      journal,
      name,
      retention: {
        days: this.#options.settings.historyDays,
        changes: this.#options.settings.historyChanges,
      },
      now: () => this.#options.time.now(),
    });
    const isRestored = newEpoch || wentBack(state, seen);
    if (isRestored) await this.#publisher.beginEpoch();
    else await this.#publisher.noteMoment();
    await this.#publishNow();
    this.#timer = this.#options.clock.every(PUBLISH_EVERY_MS, () => void this.#publish());
    await this.#team.begin(copy.profile, {
      teamRecords: (...page) => this.#options.teamStore.teamRecords(...page),
      applyEdits: (...edits) => this.#publications(() => this.#transact((at) => applyEdits(at, ...edits))),
    });
    await this.#takeMailings(isRestored);
    if (this.#lost.signal.aborted) return;
    const service = clientOf(this.#options, copy.profile);
    await copy.profile.engine.useClient(service);
    this.#client = service;
    await this.#mailings?.begin();
    if (acceptRemovals) void copy.profile.engine.syncNow("full", true, true);
  }

  /** Resolves when the collector closes. @throws the failure that ended the leadership. */
  async ended(closed: AbortSignal): Promise<void> {
    await aborted(AbortSignal.any([closed, this.#lost.signal]));
    if (closed.aborted) await this.#publish();
    else throw this.#failure;
  }

  /** Ends the leadership after its connection was lost: the lock went with it. */
  lose(cause: unknown): void {
    if (cause instanceof Error && !this.#lost.signal.aborted) this.#failure = cause;
    this.#lost.abort();
    // Another collector may lead from now on, so this one stops even a message that is being sent.
    void this.#mailings?.close();
  }

  /** Called after the team's records have changed. */
  teamChanged(): void {
    void this.#team.recordsChanged();
  }

  async refresh(mode: "incremental" | "full"): Promise<void> {
    await this.#profile?.engine.syncNow(mode, true);
    await this.#publish();
  }

  /** Stops the engine, and closes the journal's file. The running pass ends; its mark stays. */
  async close(): Promise<void> {
    this.#timer?.stop();
    await this.#closeMail();
    await this.#team.close();
    await this.#profile?.close();
    await this.#publications(() => Promise.resolve());
    await this.#heartbeat?.close();
    await this.#options.journal.release();
  }

  /** The journal's name, which it keeps for as long as its numbers count on. */
  async #nameOf({ store }: OpenProfile): Promise<string> {
    const { facts } = await store.writer.describe();
    const name = facts.epoch ?? randomBytes(8).toString("hex");
    if (facts.epoch === null) await store.writer.saveFacts({ epoch: name });
    return name;
  }

  /** Publishes when a pass has ended: the store then says how old the copy is. */
  #noteStatus({ pass, lastPassAt, error }: SyncStatus): void {
    const state = JSON.stringify([lastPassAt, error?.kind]);
    if (pass !== null || state === this.#passState) return;
    this.#passState = state;
    if (error?.reason === "corrupt") {
      const { inventory } = dataFolder(this.#options.journalFolder);
      this.lose(copyDamage(inventory, new AppFailure(error)));
    }
    void this.#publish();
  }

  /** Publishes after a change. Changes that follow each other are published together. */
  #publish(): Promise<void> {
    if (this.#isWaiting || this.#lost.signal.aborted) return this.#publications(() => Promise.resolve());
    this.#isWaiting = true;
    return this.#publications(async () => {
      this.#isWaiting = false;
      try {
        await this.#publishNow();
      } catch (thrown) {
        this.lose(thrown);
      }
    });
  }

  /** Makes what sends mail. Its state is in the store, so that the next leader sends no message again. */
  async #takeMailings(isRestored: boolean): Promise<void> {
    const { teamStore, journalFolder } = this.#options;
    const store = {
      ...mailOfStore((work) => this.#publications(() => this.#transact(work))),
      teamRecords: teamStore.teamRecords.bind(teamStore),
    };
    const { inventory } = dataFolder(journalFolder);
    // A view that is unknown now must not keep a collector from leading.
    const taking = { refuses: false, isRestored };
    this.#mailings = await takeMailings(this.#options, inventory, store, taking, () => this.#team.mailed());
  }

  /** Ends mail. A message that waits is the next leader's, which makes its file again. */
  async #closeMail(): Promise<void> {
    if (!this.#mailings) return;
    await this.#mailings.close();
    await fs.rm(mailFolder(this.#options.folder), { recursive: true, force: true });
  }

  /** Writes by the connection that holds the lock: a former leader writes nothing. */
  async #transact<T>(work: (at: Queryable) => Promise<T>): Promise<T> {
    const { client } = this.#options;
    if (this.#lost.signal.aborted) throw this.#failure;
    return inTransaction(client, () => work(client));
  }

  async #publishNow(): Promise<void> {
    const publisher = this.#publisher;
    // Nothing is written after a failure: the next leadership finds out how far the store is.
    if (!publisher || this.#lost.signal.aborted) return;
    const state = await publisher.publish();
    await publisher.noteMoment();
    const { journal, time, onState } = this.#options;
    await journal.noteSeen({ epoch: state.epoch, number: state.last, team: state.team }, time.now());
    onState(state);
  }
}
