import fs from "node:fs/promises";
import path from "node:path";
import type { DocumentName, RecordOf } from "../../../shared/contract/documents.ts";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import type { Call } from "../../../shared/features/diagnostics/diagnostics.ts";
import { AppFailure, type AppError } from "../../../shared/base/errors.ts";
import { serviceTime } from "../../../shared/inventory/service-time.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import type { Connection, SyncStatus } from "../../../shared/inventory/status.ts";
import { ApiClient, type ClientOptions } from "../../client/api-client.ts";
import { CallLog } from "../../client/call-log.ts";
import type { KeyLimits } from "../../client/key-limits.ts";
import type { Fetch } from "../../client/transport.ts";
import type { Clock } from "../../base/clock.ts";
import type { ProfileKey, KeyVault } from "../../base/keychain/key-vault.ts";
import type { Log } from "../../base/log.ts";
import type { RowNames } from "../../store/ingest/inventory-writer.ts";
import type { History } from "../../store/ingest/history-log.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { openInventoryStore, type InventoryStore } from "../../store/store-client.ts";
import { BLANK_STATUS } from "../../sync/status-store.ts";
import type { EventFollower } from "../webhooks/live/event-follower.ts";
import { verifyRecords } from "../../sync/verify-records.ts";
import type { PushBus } from "../../base/push-bus.ts";
import { openProfile, type OpenProfile, type OwnData, type ProfileOptions } from "./open-profile.ts";
import type { ProfileRegistry } from "./profile-registry.ts";

export interface CurrentProfileOptions {
  readonly folder: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly vault: KeyVault;
  readonly log: Log;
  readonly events: PushBus;
  readonly registry: ProfileRegistry;
  readonly limits: KeyLimits;
  /** The user's own data about the rows of a profile. */
  ownData(profileId: string): Promise<OwnData>;
  /** How features compute columns, and the user's settings on which they depend. */
  readonly computations: ProfileOptions["computations"];
  records<N extends DocumentName>(document: N, profileId: string): Promise<ReadonlyMap<string, RecordOf<N>>>;
  /** Begins to follow the events of a profile; returns a function that ends it. */
  followEvents(profileId: string, follower: EventFollower): () => Promise<void>;
}

const WAITING: ProfileKey = {
  key: null,
  place: "waiting",
  problem: "Waiting for the keychain. It may be asking for a password.",
};
/** A profile without a key. */
export const NO_KEY: ProfileKey = { key: null, place: "none", problem: null };

/** The copy is null if the folder could not be opened, or is being emptied. */
interface Open {
  readonly profileId: string;
  copy: OpenProfile | null;
  profileKey: ProfileKey;
  /** The log of the profile's calls. It outlives the clients, and the time that the profile is open. */
  readonly calls: CallLog;
}

/** An open profile, as its callers see it. */
export interface CurrentConnection {
  readonly connection: Connection;
  readonly profileKey: ProfileKey;
}

/** The one open profile: its copy, its engine, its key. All others are closed folders. */
export class CurrentProfile {
  readonly #options: CurrentProfileOptions;
  /** The calls of every profile that was open since the start, for its last hour. */
  readonly #logs = new Map<string, CallLog>();
  #open: Open | null = null;
  #settings: Settings = DEFAULT_SETTINGS;
  #focused = true;

  constructor(options: CurrentProfileOptions) {
    this.#options = options;
  }

  get connection(): Connection | null {
    const profile = this.#open && this.#options.registry.find(this.#open.profileId);
    if (!this.#open || !profile) return null;
    const { place, problem } = this.#open.profileKey;
    return { ...profile, key: place, keychainProblem: problem };
  }

  get status(): SyncStatus {
    return this.#open?.copy?.engine.status ?? BLANK_STATUS;
  }

  /**
   * The time by a profile's service's clock; ms since the epoch. It is the local time if the profile is not open or its
   * service has not answered.
   */
  serviceNow(profileId = this.#open?.profileId): number {
    const now = this.#options.clock.now();
    return profileId === this.#open?.profileId ? serviceTime(this.status, now) : now;
  }

  /** The last calls of the profile that is open, the latest last; without the key, without cursors. */
  get calls(): readonly Call[] {
    return this.#open?.calls.calls ?? [];
  }

  /** Whether that profile is the current one and its copy can be read. */
  isOpen(profileId: string): boolean {
    return this.#open?.profileId === profileId && this.#open.copy !== null;
  }

  /**
   * The open connection and its key.
   * @throws AppFailure `no_key` if none is open, `cancelled` if another than the meant one is.
   */
  require(meant?: string): CurrentConnection {
    this.#check(meant);
    const { connection } = this;
    if (!this.#open || !connection) throw noKey();
    return { connection, profileKey: this.#open.profileKey };
  }

  /**
   * The open copy; null if none is open.
   * @throws AppFailure `cancelled` if another profile than the given one is open.
   */
  storeOf(meant: string | undefined): InventoryStore | null {
    this.#check(meant);
    return this.#open?.copy?.store ?? null;
  }

  /**
   * Opens a profile as it was when the app ended. It counts as current even if its copy cannot be opened, so that the
   * screen can show that under its name.
   * @returns the path of a damaged copy that was set aside; null if there was none.
   * @throws AppFailure of kind `store`.
   */
  async restore(profileId: string): Promise<string | null> {
    const open: Open = { profileId, copy: null, profileKey: NO_KEY, calls: this.#logOf(profileId) };
    this.#open = open;
    open.copy = await this.#openCopy(profileId);
    open.profileKey = WAITING;
    return open.copy.setAside;
  }

  /**
   * Makes another profile the current one. It is opened while the former one is still open, an event is emitted at
   * once, and the former one is closed after that. Neither the network nor the keychain is used.
   * @throws AppFailure of kind `store` if it cannot be opened or remembered; the former one stays as it is.
   */
  async moveTo(profileId: string): Promise<void> {
    const copy = await this.#openCopy(profileId);
    const next: Open = { profileId, copy, profileKey: WAITING, calls: this.#logOf(profileId) };
    try {
      await this.#options.registry.setCurrent(profileId);
    } catch (thrown) {
      await next.copy?.close();
      throw thrown;
    }
    const former = this.#open;
    this.#open = next;
    this.#emitSwitch();
    if (former) await this.#closeFormer(former);
  }

  /** Closes the open profile; none is current until another is opened. No event is emitted. */
  async leave(): Promise<void> {
    if (this.#open) await this.#closeFormer(this.#open);
    this.clear(false);
  }

  /**
   * Closes the former profile's copy. Committed rows stay; the running pass is cancelled, and the folder's lock is
   * released in any case.
   */
  async #closeFormer(former: Open): Promise<void> {
    await closeCopy(former).catch((cause: unknown) =>
      this.#options.log.warn("the former profile did not close well", { cause }),
    );
  }

  /** Closes the copy and removes its folder. The profile stays the current one, without a copy. */
  async removeCopy(): Promise<void> {
    if (!this.#open) return;
    await closeCopy(this.#open);
    await this.removeFolder(this.#open.profileId);
  }

  /** Opens an empty copy after the old one was removed. With a key, a pass then fills it. */
  async reopen(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    open.copy = await this.#openCopy(open.profileId);
    this.#options.events.emit("dataChanged", {
      revision: 0,
      resources: ["items", "types", "locations"],
      totals: BLANK_STATUS.totals,
    });
    await this.useKey(open.profileKey);
  }

  /**
   * Makes no profile the current one. The log of the former profile's calls is dropped; its copy has to be closed.
   * @param emit false if another follows at once.
   */
  clear(emit: boolean): void {
    if (this.#open) this.#logs.delete(this.#open.profileId);
    this.#open = null;
    if (emit) this.#emitSwitch();
  }

  /**
   * Loads the key. A key that was entered or forgotten in between, or another open profile, takes precedence.
   * @param asked an earlier read of the keychain for that profile.
   */
  async loadKey(asked?: Promise<ProfileKey>): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const { baseUrl } = this.#options.registry.get(open.profileId);
    const profileKey = await (asked ?? this.#options.vault.load(open.profileId, baseUrl));
    if (this.#open === open && open.profileKey === WAITING) await this.useKey(profileKey);
  }

  /** Takes a key, or none, and begins to poll with it. */
  async useKey(profileKey: ProfileKey): Promise<void> {
    const open = this.#open;
    const { connection } = this;
    if (!open || !connection) return;
    open.profileKey = profileKey;
    await this.#useClient(
      open,
      profileKey.key === null ? null : { baseUrl: connection.baseUrl, key: profileKey.key },
    );
    if (this.#open === open) this.emitConnection();
  }

  /** Breaks off the pass and begins no other, until a key is taken. */
  async pause(): Promise<void> {
    if (this.#open) await this.#useClient(this.#open, null);
  }

  /** Writes a generated past into the new copy of a profile that is not open. @throws AppFailure of kind `store`. */
  async importHistory(profileId: string, history: History): Promise<void> {
    const store = await openInventoryStore(dataFolder(this.#folderOf(profileId)).inventory);
    try {
      await store.writer.importHistory(history);
    } finally {
      await store.close();
    }
  }

  async removeFolder(profileId: string): Promise<void> {
    await fs.rm(this.#folderOf(profileId), { recursive: true, force: true });
  }

  /** Starts a pass, and answers as soon as it is under way. @throws AppFailure `no_key`. */
  syncNow(full: boolean): void {
    if (!this.#open?.copy || this.#open.profileKey.key === null) throw noKey();
    void this.#open.copy.engine.syncNow(full ? "full" : "incremental", true);
  }

  /**
   * Runs one pass now, or waits for the running one. @returns the error that kept it from being whole. @throws
   * AppFailure.
   */
  async refresh(meant: string): Promise<AppError | null> {
    this.#check(meant);
    const copy = this.#open?.copy;
    if (!copy || this.#open?.profileKey.key === null) throw noKey();
    const { lastPassAt } = copy.engine.status;
    await copy.engine.syncNow("incremental", true);
    const { status } = copy.engine;
    if (status.error !== null) return status.error;
    // A pass that was broken off is no failure.
    return status.lastPassAt === lastPassAt
      ? { kind: "cancelled", message: "The refresh was stopped before its end." }
      : null;
  }

  cancelSync(): void {
    this.#open?.copy?.engine.cancel();
  }

  setFocused(focused: boolean): void {
    this.#focused = focused;
    this.#open?.copy?.engine.setFocused(focused);
  }

  setSettings(settings: Settings): void {
    this.#settings = settings;
    this.#open?.copy?.engine.setSettings(settings);
  }

  /** Gives the rows of a profile that is open these names; another one gets them when it opens. */
  async useNames(profileId: string, names: RowNames): Promise<void> {
    if (this.isOpen(profileId)) await this.#open?.copy?.engine.updates.useNames(names);
  }

  /** Applies the units of the numbers in the same way; null for no units. */
  async useUnits(profileId: string, units: Units | null): Promise<void> {
    if (this.isOpen(profileId)) await this.#open?.copy?.engine.updates.useUnits(units);
  }

  /** Computes the columns again if this profile is open, with the user's present settings. */
  recompute(profileId: string): void {
    if (this.isOpen(profileId)) this.#open?.copy?.recompute();
  }

  async refreshRecord({
    profileId,
    resource,
    id,
  }: CallInput<"refreshRecord">): Promise<CallOutput<"refreshRecord">> {
    this.#check(profileId);
    if (!this.#open?.copy) throw noKey();
    return (await this.#open.copy.engine.refreshRecord(resource, id)).record;
  }

  /**
   * Verifies each record. A failure of one record is part of its outcome; a failure that would hit all records ends the
   * run.
   */
  async verifyRecords({
    profileId,
    resource,
    ids,
  }: CallInput<"verifyRecords">): Promise<CallOutput<"verifyRecords">> {
    this.#check(profileId);
    if (!this.#open?.copy) throw noKey();
    return verifyRecords(this.#open.copy.engine, resource, ids);
  }

  /** The user's answer to the open profile's question. */
  answerQuestion({ profileId, answer }: CallInput<"answerQuestion">): void {
    this.#check(profileId);
    this.#open?.copy?.engine.answerQuestion(answer === "accept");
  }

  async suspend(): Promise<void> {
    await this.#open?.copy?.engine.suspend();
  }

  async resume(): Promise<void> {
    await this.#open?.copy?.engine.resume();
  }

  async close(): Promise<void> {
    if (this.#open) await closeCopy(this.#open);
  }

  emitConnection(): void {
    this.#options.events.emit("connection", this.connection);
  }

  #emitSwitch(): void {
    this.#options.events.emit("switched", { connection: this.connection, status: this.status });
    this.emitConnection();
    this.#options.events.emit("status", this.status);
  }

  #check(meant: string | undefined): void {
    if (meant === undefined || meant === this.#open?.profileId) return;
    if (!this.#open) throw noKey();
    throw new AppFailure({ kind: "cancelled", message: "Another connection was opened meanwhile." });
  }

  async #openCopy(profileId: string): Promise<OpenProfile> {
    const { clock, log, events } = this.#options;
    let copy: OpenProfile | null = null;
    // Events of a copy that is being opened or closed are dropped.
    const isCurrent = (): boolean => copy !== null && copy === this.#open?.copy;
    copy = await openProfile({
      folder: this.#folderOf(profileId),
      profileId,
      own: await this.#options.ownData(profileId),
      computations: this.#options.computations,
      records: (document) => this.#options.records(document, profileId),
      followEvents: (follower) => this.#options.followEvents(profileId, follower),
      clock,
      log,
      settings: this.#settings,
      onStatus: (status) => isCurrent() && events.emit("status", status),
      onDataChanged: (change) => isCurrent() && events.emit("dataChanged", change),
      onHistory: () => isCurrent() && events.emit("history", { profileId }),
      onEvents: () => isCurrent() && events.emit("events", { profileId }),
    });
    copy.engine.setFocused(this.#focused);
    return copy;
  }

  #logOf(profileId: string): CallLog {
    const log = this.#logs.get(profileId) ?? new CallLog(this.#options.clock);
    this.#logs.set(profileId, log);
    return log;
  }

  async #useClient({ copy, calls }: Open, to: Pick<ClientOptions, "baseUrl" | "key"> | null): Promise<void> {
    if (!copy) return;
    const { fetch, clock, limits } = this.#options;
    const onWait: ClientOptions["onWait"] = (wait) => copy.engine.noteWait(wait);
    const limit = to && limits.of(to.baseUrl, to.key);
    await copy.engine.useClient(limit && new ApiClient({ ...to, fetch, clock, log: calls, limit, onWait }));
  }

  #folderOf(profileId: string): string {
    return path.join(this.#options.folder, "profiles", profileId);
  }
}

async function closeCopy(open: Open): Promise<void> {
  const { copy } = open;
  open.copy = null;
  await copy?.close();
}

/** The failure of a call that needs a key, or an open profile, without one. */
export function noKey(): AppFailure {
  return new AppFailure({ kind: "no_key", message: "Stockdeck has no API key for this service." });
}
