import { CONNECTION_ERRORS } from "./messages.ts";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import { AppFailure, toAppError, said } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import type { ConnectionEdit, ConnectionList } from "../../../shared/inventory/connections.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import type { Connection } from "../../../shared/inventory/status.ts";
import { ApiClient } from "../../client/api-client.ts";
import { normalizeBaseUrl, normalizeKey } from "../../base/connection-input.ts";
import { KeyLimits } from "../../client/key-limits.ts";
import { forgetting } from "../../base/keychain/keychain.ts";
import { addDataProblems } from "../../sample-service/data-problems.ts";
import type { SampleService } from "../../sample-service/index.ts";
import { BackgroundRefresh, type BackgroundRefreshOptions } from "./background-refresh.ts";
import { CurrentConnection, NO_KEY, noKey, type CurrentConnectionOptions } from "./current-connection.ts";
import { connectionFolder, removeConnectionFolder } from "./open-connection.ts";
import { SAMPLE_CONNECTION, type ConnectionRegistry } from "./connection-registry.ts";
import {
  importHistory,
  SAMPLE_SEED,
  sampleHistory,
  sampleOwnData,
  SampleHost,
  type SampleOwnData,
} from "./sample-connection.ts";
import { sampleCount, type SampleCount } from "./sample-count.ts";
import { requireBaseUrl, type OriginGate } from "../../base/policy/origin-gate.ts";
import type { UserData } from "../../store/user-data/user-data.ts";

export interface ConnectionOptions
  extends
    Omit<CurrentConnectionOptions, "limits">,
    Pick<BackgroundRefreshOptions, "exchangeTeam" | "evaluate"> {
  readonly userData: UserData;
  readonly policy: Policy;
  readonly origins: Pick<OriginGate, "require">;
  /** Saves the data that a user of the sample company would have entered by now. */
  saveOwnData(connectionId: string, own: SampleOwnData, count: SampleCount | null): Promise<void>;
}

/** The ms for which the first screen waits for the keychain. The keychain may be asking the user for a password. */
const KEYCHAIN_GRACE = 1_500;

/**
 * Creates, opens, changes and removes connections. Calls that change the open connection or its content must run one at
 * a time.
 */
export class ConnectionManager {
  readonly current: CurrentConnection;
  /** Refreshes the connections that are not open. */
  readonly background: BackgroundRefresh;
  readonly #options: ConnectionOptions;
  readonly #registry: ConnectionRegistry;
  readonly #sample = new SampleHost();
  /** A count in the sample company, as a user would have begun it; null before the sample service has started. */
  #sampleCount: SampleCount | null = null;
  readonly #limits: KeyLimits;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#registry = options.registry;
    this.#limits = new KeyLimits(options.clock);
    const shared = { ...options, limits: this.#limits };
    this.current = new CurrentConnection(shared);
    this.background = new BackgroundRefresh({ ...shared, current: this.current });
  }

  get list(): ConnectionList {
    return this.#registry.list;
  }

  /** Checks that a connection exists. @throws AppFailure `invalid_input` if there is no connection with this id. */
  require(connectionId: string): void {
    this.#registry.get(connectionId);
  }

  /** Loads the list of connections. It must be called before any other method. */
  async load(): Promise<void> {
    await this.#registry.load();
  }

  /**
   * Opens the connection of the last session. The copy is readable at once; the key may arrive later.
   * @returns the path of a damaged copy that was set aside; null if the copy was not damaged.
   * @throws AppFailure of kind `store`; `policy` if an administrator has set another base URL. In this case no
   * connection is open.
   */
  async restore(settings: Settings): Promise<string | null> {
    this.current.setSettings(settings);
    const { connections, current } = this.#registry.list;
    const connectionId = current ?? connections[0]?.connectionId;
    if (connectionId === undefined) return null;
    try {
      this.#requireAllowed(connectionId);
    } catch (thrown) {
      await this.#registry.setCurrent(null);
      throw thrown;
    }
    if (connectionId === SAMPLE_CONNECTION) await this.#startSample();
    await this.#registry.setCurrent(connectionId);
    // The key is read from the keychain while the copy is being opened.
    const connectionKey = this.#options.vault.load(connectionId, this.#registry.get(connectionId).baseUrl);
    connectionKey.catch(() => undefined);
    const setAside = await this.current.restore(connectionId);
    await Promise.race([this.current.loadKey(connectionKey), this.#options.clock.wait(KEYCHAIN_GRACE)]);
    return setAside;
  }

  /**
   * Sends one `listLocations?limit=1` without a retry, so that the answer describes this moment.
   * @throws AppFailure; `policy` for another base URL than an administrator has set; `rate_limited` without a request
   * if the rate limit would make the user wait too long.
   */
  async test({ baseUrl, key }: CallInput<"testConnection">): Promise<CallOutput<"testConnection">> {
    const url = normalizeBaseUrl(baseUrl);
    const stored = this.current.connection?.baseUrl === url ? this.current.require().connectionKey.key : null;
    const used = key ?? stored;
    if (used === null) throw noKey();
    const { fetch, clock } = this.#options;
    // The sample service needs no consent of the user, because it runs in this process.
    if (this.#sample.service?.url !== url) await this.#options.origins.require(url);
    const limit = this.#limits.of(url, normalizeKey(used));
    const client = new ApiClient({ baseUrl, key: used, fetch, clock, limit });
    const begin = clock.monotonic();
    try {
      const page = await client.listPage("locations", { limit: 1 }, null, { priority: "user", retries: 0 });
      return { requestId: page.requestId, milliseconds: clock.monotonic() - begin };
    } catch (thrown) {
      const error = toAppError(thrown);
      // A list operation has no 404 (specification 4.3), so the base URL must be wrong.
      if (error.kind !== "not_found") throw thrown;
      throw new AppFailure(
        { ...error, kind: "protocol", ...said(CONNECTION_ERRORS.noApi) },
        { cause: thrown },
      );
    }
  }

  /**
   * Opens a connection by its id: its rows at once, its key when the keychain has answered.
   * @throws AppFailure `invalid_input`; `policy` if an administrator has set another base URL; `store` if the folder
   * cannot be opened. In this case the former connection stays open.
   */
  async switchConnection(connectionId: string): Promise<Connection> {
    this.#requireAllowed(connectionId);
    if (!this.current.isOpen(connectionId)) {
      if (connectionId === SAMPLE_CONNECTION) await this.#startSample();
      await this.background.without(connectionId, () => this.current.moveTo(connectionId));
      void this.current
        .loadKey()
        .catch((cause: unknown) => this.#options.log.warn("the key could not be loaded", { cause }));
    }
    return this.current.require().connection;
  }

  /**
   * Makes a new connection to a service, and starts its first pull.
   * @throws AppFailure `invalid_input`, `policy`, `store`.
   */
  async connect(input: CallInput<"connect">): Promise<Connection> {
    const baseUrl = normalizeBaseUrl(input.baseUrl);
    const key = normalizeKey(input.key);
    await this.#options.origins.require(baseUrl);
    const open = this.current.connection;
    if (open?.kind === "service" && open.baseUrl === baseUrl) {
      const { connectionKey } = this.current.require();
      // A second copy of the same company's rows would be useless, so the existing connection gets the key.
      if (connectionKey.place === "none" || connectionKey.key === key) return this.replaceKey({ key });
    }
    const { connectionName } = this.#options.policy;
    const { connectionId } = await this.#registry.add("service", baseUrl, connectionName);
    this.#options.vault.noteNew(connectionId);
    await this.background.without(connectionId, () =>
      this.#orUndo(connectionId, () => this.current.moveTo(connectionId)),
    );
    await this.current.useKey(await this.#options.vault.store(connectionId, baseUrl, key));
    return this.current.require().connection;
  }

  /** Opens the connection of the sample data, which is created if needed. */
  async exploreSample(): Promise<Connection> {
    if (this.#registry.find(SAMPLE_CONNECTION)) return this.switchConnection(SAMPLE_CONNECTION);
    const { url, company } = await this.#startSample();
    await this.#registry.add("sample", url);
    await this.#orUndo(SAMPLE_CONNECTION, async () => {
      await this.#options.saveOwnData(SAMPLE_CONNECTION, sampleOwnData(company), this.#sampleCount);
      await this.switchConnection(SAMPLE_CONNECTION);
    });
    return this.current.require().connection;
  }

  /**
   * Changes the name and colour of a connection. @throws AppFailure `invalid_input` if another connection has the name.
   */
  async edit(input: ConnectionEdit): Promise<ConnectionList> {
    await this.#registry.edit(input);
    if (this.current.connection?.connectionId === input.connectionId) this.current.emitConnection();
    return this.#registry.list;
  }

  /**
   * Moves the open connection's key to a new connection, and opens the new connection. Its base URL is the same. The
   * former connection keeps its rows without a key, because the key belongs to another company.
   * @throws AppFailure `no_key`; `keychain` if the key cannot be removed from the former connection. In this case
   * nothing changes.
   */
  async adoptAsNewConnection(expected?: string): Promise<Connection> {
    const { connection, connectionKey } = this.current.require(expected);
    const { connectionId: former, baseUrl } = connection;
    const { key } = connectionKey;
    if (key === null || connection.kind !== "service") throw noKey();
    // While the key moves, no row of the other company may arrive.
    await this.current.copyOf()?.engine.useClient(null);
    try {
      const { connectionId } = await this.#registry.add("service", baseUrl);
      this.#options.vault.noteNew(connectionId);
      await this.background.without(connectionId, () =>
        this.#orUndo(connectionId, () => this.#moveWithKey(former, connectionId, baseUrl, key)),
      );
    } catch (thrown) {
      if (this.current.isOpen(former)) await this.current.useKey(connectionKey);
      throw thrown;
    }
    return this.current.require().connection;
  }

  async replaceKey({ key, connectionId: expected }: CallInput<"replaceKey">): Promise<Connection> {
    const { connection, connectionKey } = this.current.require(expected);
    const { connectionId, baseUrl, kind } = connection;
    // A restored backup may contain a connection that another person made, so the user must confirm its address.
    if (kind === "service") await this.#options.origins.require(baseUrl);
    const given = normalizeKey(key);
    // With another key, a collector may answer instead of the service, so the kind of service is determined again.
    if (given !== connectionKey.key) await this.#askForSourceAgain();
    await this.current.useKey(await this.#options.vault.store(connectionId, baseUrl, given));
    return this.current.require().connection;
  }

  async #askForSourceAgain(): Promise<void> {
    const { log } = this.#options;
    await this.current
      .storeOf()
      ?.writer.saveFacts({ source: null })
      // Even if the disk is full, the key must be replaced.
      .catch((cause: unknown) => log.warn("the kind of service stays as it was", { cause }));
  }

  /**
   * Removes the key everywhere; the copy stays readable. @throws AppFailure `keychain` if the key may remain in the
   * keychain.
   */
  async forgetKey(expected?: string): Promise<Connection> {
    const { connectionId } = this.current.require(expected).connection;
    await forgetting(() => this.#options.vault.forget(connectionId));
    await this.current.useKey(NO_KEY);
    return this.current.require().connection;
  }

  /** Removes every synced row. If there is a key, the rows are then pulled again. */
  async wipe(expected?: string): Promise<void> {
    const { connectionId } = this.current.require(expected).connection;
    await this.background.without(connectionId, async () => {
      await this.current.removeCopy();
      await this.current.reopen();
    });
  }

  /**
   * Removes a connection completely: its key, its rows and its entry. Then the first connection that can be opened is
   * opened.
   */
  async disconnect(expected?: string): Promise<void> {
    const { connectionId } = this.current.require(expected).connection;
    await forgetting(() => this.#options.vault.forget(connectionId));
    await this.background.without(connectionId, async () => {
      await this.current.removeCopy();
      if (connectionId === SAMPLE_CONNECTION) await this.#sample.stop();
      await this.#registry.remove(connectionId);
    });
    this.current.clear(false);
    for (const other of this.#registry.list.connections) {
      try {
        await this.switchConnection(other.connectionId);
        return;
      } catch (cause) {
        this.#options.log.warn("the next connection could not be opened", { cause });
      }
    }
    this.current.clear(true);
  }

  async close(): Promise<void> {
    await this.background.stop();
    await this.current.close();
    await this.#sample.stop();
  }

  /** Moves a key to another connection and opens this connection. If it cannot be opened, the key is moved back. */
  async #moveWithKey(from: string, to: string, baseUrl: string, key: string): Promise<void> {
    const { vault } = this.#options;
    const connectionKey = await forgetting(() => vault.move(from, to, baseUrl, key));
    try {
      await this.current.moveTo(to);
    } catch (thrown) {
      await vault.move(to, from, baseUrl, key);
      throw thrown;
    }
    await this.current.useKey(connectionKey);
  }

  /** Makes sure that the sample service runs. A new service has a new company, so its old copy is removed. */
  async #startSample(): Promise<SampleService> {
    const service = this.#sample.service ?? (await this.#beginSample());
    // In a restored backup, the connection has the address of an earlier sample service.
    if (this.#registry.find(SAMPLE_CONNECTION)) await this.#registry.move(SAMPLE_CONNECTION, service.url);
    return service;
  }

  async #beginSample(): Promise<SampleService> {
    const service = await this.#sample.start();
    const { folder } = this.#options;
    await removeConnectionFolder(folder, SAMPLE_CONNECTION);
    const history = sampleHistory(service.company, SAMPLE_SEED, this.#options.clock.now());
    await importHistory(connectionFolder(folder, SAMPLE_CONNECTION), history);
    this.#sampleCount = sampleCount(service.company, history);
    addDataProblems(service.company, this.#options.clock.now());
    this.#options.vault.keepForSession(SAMPLE_CONNECTION, service.url, service.key);
    return service;
  }

  /**
   * Checks the policy. Sample data are always allowed.
   * @throws AppFailure `policy`; `invalid_input` for an unknown connection.
   */
  #requireAllowed(connectionId: string): void {
    const { baseUrl } = this.#registry.get(connectionId);
    if (connectionId !== SAMPLE_CONNECTION) requireBaseUrl(this.#options.policy, baseUrl);
  }

  /**
   * Runs work for a new connection. If the work fails before the connection is open, the connection is removed
   * completely.
   */
  async #orUndo(connectionId: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (!this.current.isOpen(connectionId)) {
        await this.#registry.remove(connectionId).catch(() => {});
        await removeConnectionFolder(this.#options.folder, connectionId).catch(() => {});
      }
      throw thrown;
    }
  }
}
