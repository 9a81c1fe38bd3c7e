import type { DocumentName, RecordOf } from "../../../shared/contract/documents.ts";
import type { Call } from "../../../shared/inventory/call.ts";
import { AppFailure } from "../../../shared/base/errors.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { serviceTime } from "../../../shared/inventory/service-time.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
import type { Connection, SyncStatus } from "../../../shared/inventory/status.ts";
import { ApiClient, type ClientOptions } from "../../client/api-client.ts";
import { CallLog } from "../../client/call-log.ts";
import type { KeyLimits } from "../../client/key-limits.ts";
import type { Fetch } from "../../client/transport.ts";
import type { CollectorAdditions } from "../../sync/collector/collector-stream.ts";
import type { Clock } from "../../base/clock.ts";
import type { ProfileKey, KeyVault } from "../../base/keychain/key-vault.ts";
import type { Log } from "../../base/log.ts";
import type { InventoryStore } from "../../index/inventory-store.ts";
import { BLANK_STATUS } from "../../sync/status-store.ts";
import type { SyncEngine } from "../../sync/sync-engine.ts";
import type { PushBus } from "../../base/push-bus.ts";
import {
  openProfile,
  profileFolder,
  removeProfileFolder,
  type OpenProfile,
  type OwnData,
  type ProfileOptions,
} from "./open-connection.ts";
import type { ProfileRegistry } from "./connection-registry.ts";

export interface CurrentProfileOptions {
  readonly folder: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly vault: KeyVault;
  readonly log: Log;
  readonly events: PushBus;
  readonly registry: ProfileRegistry;
  readonly limits: KeyLimits;
  /** The user's own data about a profile's rows. */
  ownData(profileId: string): Promise<OwnData>;
  /** The features' computed columns, and the user's settings on which they depend. */
  readonly computations: ProfileOptions["computations"];
  records<N extends DocumentName>(document: N, profileId: string): Promise<ReadonlyMap<string, RecordOf<N>>>;
  /** Begins to exchange the records of a connection's team. */
  followTeam(profileId: string, client: ApiClient): CollectorAdditions;
}

const WAITING: ProfileKey = {
  key: null,
  place: "waiting",
  problem: "Waiting for the keychain. It may be asking for a password.",
};
/** A profile without a key. */
export const NO_KEY: ProfileKey = { key: null, place: "none", problem: null };

/** The current profile. The copy is null if its folder could not be opened, or is being emptied. */
interface Open {
  readonly profileId: string;
  copy: OpenProfile | null;
  profileKey: ProfileKey;
  /** The log of the profile's calls. It is kept when the key changes and when the profile closes. */
  readonly calls: CallLog;
}

/** The one open profile: its copy, its engine, its key. All others are closed folders. */
export class CurrentProfile {
  readonly #options: CurrentProfileOptions;
  /** The call logs of all profiles opened since the start. They count the requests of the last hour. */
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
   * The time of a profile's service in ms; the local time if the profile is not open or its service has not answered.
   */
  serviceNow(profileId = this.#open?.profileId): number {
    const now = this.#options.clock.now();
    return profileId === this.#open?.profileId ? serviceTime(this.status, now) : now;
  }

  /** The last calls of the open profile, the latest last; without the key, without cursors. */
  get calls(): readonly Call[] {
    return this.#open?.calls.calls ?? [];
  }

  /** Whether a profile is the current one and its copy is readable. */
  isOpen(profileId: string): boolean {
    return this.#open?.profileId === profileId && this.#open.copy !== null;
  }

  /** The open connection and its key. @throws AppFailure `no_key` if none is open; `cancelled` as `copyOf` does. */
  require(expected?: string): { readonly connection: Connection; readonly profileKey: ProfileKey } {
    this.#check(expected);
    if (!this.#open || !this.connection) throw noKey();
    return { connection: this.connection, profileKey: this.#open.profileKey };
  }

  /**
   * The open copy; null without one.
   * @param expected the profile that must be open.
   * @throws AppFailure `cancelled` if another is open.
   */
  copyOf(expected?: string): Omit<OpenProfile, "close"> | null {
    this.#check(expected);
    return this.#open?.copy ?? null;
  }

  /** The rows of the open copy. @throws AppFailure as `copyOf` does. */
  storeOf(expected?: string): InventoryStore | null {
    return this.copyOf(expected)?.store ?? null;
  }

  /** The engine of the open copy. @throws AppFailure `no_key` without one; `cancelled` as `copyOf` does. */
  engineOf(expected?: string): SyncEngine {
    const copy = this.copyOf(expected);
    if (!copy) throw noKey();
    return copy.engine;
  }

  /**
   * The engine for work that needs a key.
   * @throws AppFailure `no_key` if the profile has no key; otherwise the errors of `engineOf`.
   */
  engineWithKey(expected?: string): SyncEngine {
    const engine = this.engineOf(expected);
    if (this.require(expected).profileKey.key === null) throw noKey();
    return engine;
  }

  /**
   * Opens the profile of the last session. It becomes current even if its copy cannot be opened, which the screen then
   * shows.
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
   * Makes another profile the current one. It is opened while the former one is still open; a push is sent; then the
   * former one is closed. Neither the network nor the keychain is used.
   * @throws AppFailure of kind `store` if it cannot be opened or saved; then the former one stays current.
   */
  async moveTo(profileId: string): Promise<void> {
    const copy = await this.#openCopy(profileId);
    try {
      await this.#options.registry.setCurrent(profileId);
    } catch (thrown) {
      await copy.close();
      throw thrown;
    }
    const former = this.#open;
    this.#open = { profileId, copy, profileKey: WAITING, calls: this.#logOf(profileId) };
    this.#emitSwitch();
    if (former) await this.#closeFormer(former);
  }

  /** Closes the open profile, so that none is current. No push is sent. */
  async leave(): Promise<void> {
    if (this.#open) await this.#closeFormer(this.#open);
    this.clear(false);
  }

  /** Closes a copy. Committed rows stay, the pass is cancelled, and the folder's lock is always released. */
  async #closeFormer(former: Open): Promise<void> {
    await closeCopy(former).catch((cause: unknown) =>
      this.#options.log.warn("the former profile did not close well", { cause }),
    );
  }

  /** Closes the copy and removes its folder. The profile stays current. */
  async removeCopy(): Promise<void> {
    if (!this.#open) return;
    await closeCopy(this.#open);
    await removeProfileFolder(this.#options.folder, this.#open.profileId);
  }

  /** Opens an empty copy after the old one was removed. With a key, a pass then fills it. */
  async reopen(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    open.copy = await this.#openCopy(open.profileId);
    const { totals } = BLANK_STATUS;
    this.#options.events.emit("dataChanged", { revision: 0, resources: [...RESOURCES], totals });
    await this.useKey(open.profileKey);
  }

  /** Makes no profile current; its copy must be closed. @param emit false if another profile follows at once. */
  clear(emit: boolean): void {
    if (this.#open) this.#logs.delete(this.#open.profileId);
    this.#open = null;
    if (emit) this.#emitSwitch();
  }

  /** Loads the key, or uses one that is already being read. A change of the key or of the profile in the meantime wins. */
  async loadKey(asked?: Promise<ProfileKey>): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const { baseUrl } = this.#options.registry.get(open.profileId);
    const profileKey = await (asked ?? this.#options.vault.load(open.profileId, baseUrl));
    if (this.#open === open && open.profileKey === WAITING) await this.useKey(profileKey);
  }

  /** Uses this state of the key for the open profile. With a key, polling starts. */
  async useKey(profileKey: ProfileKey): Promise<void> {
    const open = this.#open;
    const { connection } = this;
    if (!open || !connection) return;
    open.profileKey = profileKey;
    await open.copy?.engine.useClient(this.#clientOf(open, connection.baseUrl));
    if (this.#open === open) this.emitConnection();
  }

  setFocused(focused: boolean): void {
    this.#focused = focused;
    this.#open?.copy?.engine.setFocused(focused);
  }

  setSettings(settings: Settings): void {
    this.#settings = settings;
    this.#open?.copy?.engine.setSettings(settings);
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

  #check(expected: string | undefined): void {
    if (expected === undefined || expected === this.#open?.profileId) return;
    if (!this.#open) throw noKey();
    throw new AppFailure({ kind: "cancelled", message: "Another connection was opened in the meantime." });
  }

  async #openCopy(profileId: string): Promise<OpenProfile> {
    const { events } = this.#options;
    let copy: OpenProfile | null = null;
    // Pushes of a copy that is being opened or closed are dropped.
    const isCurrent = (): boolean => copy !== null && copy === this.#open?.copy;
    copy = await openProfile({
      ...this.#options,
      folder: profileFolder(this.#options.folder, profileId),
      profileId,
      own: await this.#options.ownData(profileId),
      records: (document) => this.#options.records(document, profileId),
      followAdditions: (client) => this.#options.followTeam(profileId, client),
      settings: this.#settings,
      followsCollectors: this.#options.registry.find(profileId)?.kind === "service",
      onStatus: (status) => isCurrent() && events.emit("status", status),
      onDataChanged: (change) => isCurrent() && events.emit("dataChanged", change),
      onHistory: () => isCurrent() && events.emit("history", { profileId }),
    });
    copy.engine.setFocused(this.#focused);
    return copy;
  }

  #logOf(profileId: string): CallLog {
    const log = this.#logs.get(profileId) ?? new CallLog(this.#options.clock);
    this.#logs.set(profileId, log);
    return log;
  }

  #clientOf({ copy, profileKey: { key }, calls: log }: Open, baseUrl: string): ApiClient | null {
    if (!copy || key === null) return null;
    const { fetch, clock, limits } = this.#options;
    const onWait: ClientOptions["onWait"] = (wait) => copy.engine.noteWait(wait);
    return new ApiClient({ baseUrl, key, fetch, clock, log, limit: limits.of(baseUrl, key), onWait });
  }
}

async function closeCopy(open: Open): Promise<void> {
  const { copy } = open;
  open.copy = null;
  await copy?.close();
}

/** The failure of a call without the key or open profile that it needs. */
export function noKey(): AppFailure {
  return new AppFailure({ kind: "no_key", message: "Stockdeck has no API key for this service." });
}
