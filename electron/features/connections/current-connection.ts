import { CONNECTION_ERRORS, KEY_STATES } from "./messages.ts";
import type { DocumentName, RecordOf } from "../../../shared/contract/documents.ts";
import type { Call } from "../../../shared/inventory/call.ts";
import { AppFailure, said } from "../../../shared/base/errors.ts";
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
import type { ConnectionKey, KeyVault } from "../../base/keychain/key-vault.ts";
import type { Log } from "../../base/log.ts";
import type { InventoryStore } from "../../index/inventory-store.ts";
import { BLANK_STATUS } from "../../sync/status-store.ts";
import type { SyncEngine } from "../../sync/sync-engine.ts";
import type { PushBus } from "../../base/push-bus.ts";
import {
  openConnection,
  connectionFolder,
  removeConnectionFolder,
  type OpenConnection,
  type OwnData,
  type OpenConnectionOptions,
} from "./open-connection.ts";
import type { ConnectionRegistry } from "./connection-registry.ts";

export interface CurrentConnectionOptions {
  readonly folder: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly vault: KeyVault;
  readonly log: Log;
  readonly events: PushBus;
  readonly registry: ConnectionRegistry;
  readonly limits: KeyLimits;
  /** Reads the user's own data about a connection's rows. */
  ownData(connectionId: string): Promise<OwnData>;
  /** The computed columns of the features, and the user's settings on which these columns depend. */
  readonly computations: OpenConnectionOptions["computations"];
  records<N extends DocumentName>(
    document: N,
    connectionId: string,
  ): Promise<ReadonlyMap<string, RecordOf<N>>>;
  /** Begins to exchange the records of a connection's team. */
  followTeam(connectionId: string, client: ApiClient): CollectorAdditions;
}

const WAITING: ConnectionKey = {
  key: null,
  place: "waiting",
  problem: KEY_STATES.waiting,
};
/** A connection without a key. */
export const NO_KEY: ConnectionKey = { key: null, place: "none", problem: null };

/** The current connection. Its copy is null if its folder could not be opened, or is being emptied. */
interface Open {
  readonly connectionId: string;
  copy: OpenConnection | null;
  connectionKey: ConnectionKey;
  /** The log of the connection's calls. It is kept if the key changes or the connection is closed. */
  readonly calls: CallLog;
}

/** The one open connection: its copy, its engine and its key. All other connections are just folders. */
export class CurrentConnection {
  readonly #options: CurrentConnectionOptions;
  /** The call logs of all connections that were opened since the start. They count the requests of the last hour. */
  readonly #logs = new Map<string, CallLog>();
  #open: Open | null = null;
  #settings: Settings = DEFAULT_SETTINGS;
  #focused = true;

  constructor(options: CurrentConnectionOptions) {
    this.#options = options;
  }

  get connection(): Connection | null {
    const connection = this.#open && this.#options.registry.find(this.#open.connectionId);
    if (!this.#open || !connection) return null;
    const { place, problem } = this.#open.connectionKey;
    return { ...connection, key: place, keychainProblem: problem };
  }

  get status(): SyncStatus {
    return this.#open?.copy?.engine.status ?? BLANK_STATUS;
  }

  /** The time by the clock of a connection's service, in ms; the local time if that clock is unknown. */
  serviceNow(connectionId = this.#open?.connectionId): number {
    const now = this.#options.clock.now();
    return connectionId === this.#open?.connectionId ? serviceTime(this.status, now) : now;
  }

  /** The last calls of the open connection, the latest last. They contain no key and no cursor. */
  get calls(): readonly Call[] {
    return this.#open?.calls.calls ?? [];
  }

  /** Whether a connection is the current connection and its copy is readable. */
  isOpen(connectionId: string): boolean {
    return this.#open?.connectionId === connectionId && this.#open.copy !== null;
  }

  /**
   * The open connection and its key. @throws AppFailure `no_key` if no connection is open; `cancelled` as
   * `copyOf` does.
   */
  require(expected?: string): { readonly connection: Connection; readonly connectionKey: ConnectionKey } {
    this.#check(expected);
    if (!this.#open || !this.connection) throw noKey();
    return { connection: this.connection, connectionKey: this.#open.connectionKey };
  }

  /**
   * The open copy; null if no copy is open.
   * @param expected the connection that must be open.
   * @throws AppFailure `cancelled` if another connection is open.
   */
  copyOf(expected?: string): Omit<OpenConnection, "close"> | null {
    this.#check(expected);
    return this.#open?.copy ?? null;
  }

  /** The rows of the open copy. @throws AppFailure as `copyOf` does. */
  storeOf(expected?: string): InventoryStore | null {
    return this.copyOf(expected)?.store ?? null;
  }

  /** The engine of the open copy. @throws AppFailure `no_key` if no copy is open; `cancelled` as `copyOf` does. */
  engineOf(expected?: string): SyncEngine {
    const copy = this.copyOf(expected);
    if (!copy) throw noKey();
    return copy.engine;
  }

  /**
   * The engine, for work that needs a key.
   * @throws AppFailure `no_key` if the connection has no key; also the errors of `engineOf`.
   */
  engineWithKey(expected?: string): SyncEngine {
    const engine = this.engineOf(expected);
    if (this.require(expected).connectionKey.key === null) throw noKey();
    return engine;
  }

  /**
   * Opens the connection of the last session. It becomes current even if its copy cannot be opened; the screen then
   * shows the error.
   * @returns the path of a damaged copy that was set aside; null if the copy was not damaged.
   * @throws AppFailure of kind `store`.
   */
  async restore(connectionId: string): Promise<string | null> {
    const open: Open = { connectionId, copy: null, connectionKey: NO_KEY, calls: this.#logOf(connectionId) };
    this.#open = open;
    open.copy = await this.#openCopy(connectionId);
    open.connectionKey = WAITING;
    return open.copy.setAside;
  }

  /**
   * Makes another connection current. It is opened while the former connection is still open; a push is sent; then the
   * former connection is closed. Neither the network nor the keychain is used.
   * @throws AppFailure of kind `store` if the connection cannot be opened or saved. In this case the former connection
   * stays current.
   */
  async moveTo(connectionId: string): Promise<void> {
    const copy = await this.#openCopy(connectionId);
    try {
      await this.#options.registry.setCurrent(connectionId);
    } catch (thrown) {
      await copy.close();
      throw thrown;
    }
    const former = this.#open;
    this.#open = { connectionId, copy, connectionKey: WAITING, calls: this.#logOf(connectionId) };
    this.#emitSwitch();
    if (former) await this.#closeFormer(former);
  }

  /** Closes the open connection. Then no connection is current. No push is sent. */
  async leave(): Promise<void> {
    if (this.#open) await this.#closeFormer(this.#open);
    this.clear(false);
  }

  /** Closes a copy. Committed rows are kept, the pass is cancelled, and the lock of the folder is always released. */
  async #closeFormer(former: Open): Promise<void> {
    await closeCopy(former).catch((cause: unknown) =>
      this.#options.log.warn("the former connection did not close well", { cause }),
    );
  }

  /** Closes the copy and removes its folder. The connection stays current. */
  async removeCopy(): Promise<void> {
    if (!this.#open) return;
    await closeCopy(this.#open);
    await removeConnectionFolder(this.#options.folder, this.#open.connectionId);
  }

  /** Opens an empty copy after the old copy was removed. If there is a key, a pass then fills the copy. */
  async reopen(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    open.copy = await this.#openCopy(open.connectionId);
    const { totals } = BLANK_STATUS;
    this.#options.events.emit("dataChanged", { revision: 0, resources: [...RESOURCES], totals });
    await this.useKey(open.connectionKey);
  }

  /**
   * Makes no connection current. The copy must already be closed. @param emit false if another connection becomes
   * current at once.
   */
  clear(emit: boolean): void {
    if (this.#open) this.#logs.delete(this.#open.connectionId);
    this.#open = null;
    if (emit) this.#emitSwitch();
  }

  /**
   * Loads the key, or uses a key that is already being read. If the key or the connection changes meanwhile, the loaded
   * key is ignored.
   */
  async loadKey(asked?: Promise<ConnectionKey>): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const { baseUrl } = this.#options.registry.get(open.connectionId);
    const connectionKey = await (asked ?? this.#options.vault.load(open.connectionId, baseUrl));
    if (this.#open === open && open.connectionKey === WAITING) await this.useKey(connectionKey);
  }

  /** Uses a key for the open connection. With a key, regular passes start. */
  async useKey(connectionKey: ConnectionKey): Promise<void> {
    const open = this.#open;
    const { connection } = this;
    if (!open || !connection) return;
    open.connectionKey = connectionKey;
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
    if (expected === undefined || expected === this.#open?.connectionId) return;
    if (!this.#open) throw noKey();
    throw new AppFailure({ kind: "cancelled", ...said(CONNECTION_ERRORS.otherOpened) });
  }

  async #openCopy(connectionId: string): Promise<OpenConnection> {
    const { events } = this.#options;
    let copy: OpenConnection | null = null;
    // Pushes of a copy that is just being opened or closed are dropped.
    const isCurrent = (): boolean => copy !== null && copy === this.#open?.copy;
    copy = await openConnection({
      ...this.#options,
      folder: connectionFolder(this.#options.folder, connectionId),
      connectionId,
      own: await this.#options.ownData(connectionId),
      records: (document) => this.#options.records(document, connectionId),
      followAdditions: (client) => this.#options.followTeam(connectionId, client),
      settings: this.#settings,
      followsCollectors: this.#options.registry.find(connectionId)?.kind === "service",
      onStatus: (status) => isCurrent() && events.emit("status", status),
      onDataChanged: (change) => isCurrent() && events.emit("dataChanged", change),
      onHistory: () => isCurrent() && events.emit("history", { connectionId }),
    });
    copy.engine.setFocused(this.#focused);
    return copy;
  }

  #logOf(connectionId: string): CallLog {
    const log = this.#logs.get(connectionId) ?? new CallLog(this.#options.clock);
    this.#logs.set(connectionId, log);
    return log;
  }

  #clientOf({ copy, connectionKey: { key }, calls: log }: Open, baseUrl: string): ApiClient | null {
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

/** The error of a call that needs a key or an open connection. */
export function noKey(): AppFailure {
  return new AppFailure({ kind: "no_key", ...said(CONNECTION_ERRORS.noKey) });
}
