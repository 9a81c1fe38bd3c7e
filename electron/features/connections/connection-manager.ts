import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import { AppFailure, toAppError } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import type { ProfileEdit, ProfileList } from "../../../shared/inventory/connections.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import type { Connection } from "../../../shared/inventory/status.ts";
import { ApiClient } from "../../client/api-client.ts";
import { normalizeBaseUrl, normalizeKey } from "../../base/connection-input.ts";
import { KeyLimits } from "../../client/key-limits.ts";
import { forgetting } from "../../base/keychain/keychain.ts";
import { addDataProblems } from "../../sample-service/data-problems.ts";
import type { SampleService } from "../../sample-service/index.ts";
import { BackgroundRefresh, type BackgroundRefreshOptions } from "./background-refresh.ts";
import { CurrentProfile, NO_KEY, noKey, type CurrentProfileOptions } from "./current-connection.ts";
import { profileFolder, removeProfileFolder } from "./open-connection.ts";
import { SAMPLE_PROFILE, type ProfileRegistry } from "./connection-registry.ts";
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
  extends Omit<CurrentProfileOptions, "limits">, Pick<BackgroundRefreshOptions, "exchangeTeam" | "evaluate"> {
  readonly userData: UserData;
  readonly policy: Policy;
  readonly origins: Pick<OriginGate, "require">;
  /** Saves the data that users of the sample company would have entered by now. */
  saveOwnData(profileId: string, own: SampleOwnData, count: SampleCount | null): Promise<void>;
}

/** Ms that the first screen waits for the keychain. The keychain may be asking the user for a password. */
const KEYCHAIN_GRACE = 1_500;

/**
 * Creates, opens, changes and removes profiles. Calls that change which profile is open, or its content, must run one
 * at a time.
 */
export class ConnectionManager {
  readonly current: CurrentProfile;
  /** Refreshes the profiles that are not open. */
  readonly background: BackgroundRefresh;
  readonly #options: ConnectionOptions;
  readonly #registry: ProfileRegistry;
  readonly #sample = new SampleHost();
  /** A count of the sample company as a user would have begun it; null before its service has started. */
  #sampleCount: SampleCount | null = null;
  readonly #limits: KeyLimits;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#registry = options.registry;
    this.#limits = new KeyLimits(options.clock);
    const shared = { ...options, limits: this.#limits };
    this.current = new CurrentProfile(shared);
    this.background = new BackgroundRefresh({ ...shared, current: this.current });
  }

  get profiles(): ProfileList {
    return this.#registry.list;
  }

  /** @throws AppFailure `invalid_input` if there is no profile with that id. */
  require(profileId: string): void {
    this.#registry.get(profileId);
  }

  /** Loads the list of profiles. Call it before anything else. */
  async load(): Promise<void> {
    await this.#registry.load();
  }

  /**
   * Opens the profile of the last session. The copy is readable at once; the key may arrive later.
   * @returns the path of a damaged copy that was set aside; null if there was none.
   * @throws AppFailure of kind `store`; `policy` if an administrator has set another base URL, and then nothing is
   * open.
   */
  async restore(settings: Settings): Promise<string | null> {
    this.current.setSettings(settings);
    const { profiles, current } = this.#registry.list;
    const profileId = current ?? profiles[0]?.profileId;
    if (profileId === undefined) return null;
    try {
      this.#requireAllowed(profileId);
    } catch (thrown) {
      await this.#registry.setCurrent(null);
      throw thrown;
    }
    if (profileId === SAMPLE_PROFILE) await this.#startSample();
    await this.#registry.setCurrent(profileId);
    // The keychain is read while the copy opens.
    const profileKey = this.#options.vault.load(profileId, this.#registry.get(profileId).baseUrl);
    profileKey.catch(() => undefined);
    const setAside = await this.current.restore(profileId);
    await Promise.race([this.current.loadKey(profileKey), this.#options.clock.wait(KEYCHAIN_GRACE)]);
    return setAside;
  }

  /**
   * Sends one `listLocations?limit=1` without a retry, so that the answer describes this moment.
   * @throws AppFailure; `policy` for another base URL than an administrator has set; `rate_limited` without a request
   * if the key must wait too long for the user.
   */
  async test({ baseUrl, key }: CallInput<"testConnection">): Promise<CallOutput<"testConnection">> {
    const url = normalizeBaseUrl(baseUrl);
    const stored = this.current.connection?.baseUrl === url ? this.current.require().profileKey.key : null;
    const used = key ?? stored;
    if (used === null) throw noKey();
    const { fetch, clock } = this.#options;
    // The sample service needs no consent, because it runs in this process.
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
      const message = "There is no inventory API at this address. Check the path of the base URL.";
      throw new AppFailure({ ...error, kind: "protocol", message }, { cause: thrown });
    }
  }

  /**
   * Opens a profile by its id: its rows at once, its key when the keychain has answered.
   * @throws AppFailure `invalid_input`; `policy` if an administrator has set another base URL; `store` if its folder
   * cannot be opened, and then the former profile stays open.
   */
  async switchProfile(profileId: string): Promise<Connection> {
    this.#requireAllowed(profileId);
    if (!this.current.isOpen(profileId)) {
      if (profileId === SAMPLE_PROFILE) await this.#startSample();
      await this.background.without(profileId, () => this.current.moveTo(profileId));
      void this.current
        .loadKey()
        .catch((cause: unknown) => this.#options.log.warn("the key could not be loaded", { cause }));
    }
    return this.current.require().connection;
  }

  /**
   * Connects to a service with a new profile, and starts the first pull.
   * @throws AppFailure `invalid_input`, `policy`, `store`.
   */
  async connect(input: CallInput<"connect">): Promise<Connection> {
    const baseUrl = normalizeBaseUrl(input.baseUrl);
    const key = normalizeKey(input.key);
    await this.#options.origins.require(baseUrl);
    const open = this.current.connection;
    if (open?.kind === "service" && open.baseUrl === baseUrl) {
      const { profileKey } = this.current.require();
      // A second copy of one company's rows is useless, so the existing profile gets the key.
      if (profileKey.place === "none" || profileKey.key === key) return this.replaceKey({ key });
    }
    const { connectionName } = this.#options.policy;
    const { profileId } = await this.#registry.add("service", baseUrl, connectionName);
    this.#options.vault.noteNew(profileId);
    await this.background.without(profileId, () =>
      this.#orUndo(profileId, () => this.current.moveTo(profileId)),
    );
    await this.current.useKey(await this.#options.vault.store(profileId, baseUrl, key));
    return this.current.require().connection;
  }

  /** Opens the sample data's profile; creates it if needed. */
  async exploreSample(): Promise<Connection> {
    if (this.#registry.find(SAMPLE_PROFILE)) return this.switchProfile(SAMPLE_PROFILE);
    const { url, company } = await this.#startSample();
    await this.#registry.add("sample", url);
    await this.#orUndo(SAMPLE_PROFILE, async () => {
      await this.#options.saveOwnData(SAMPLE_PROFILE, sampleOwnData(company), this.#sampleCount);
      await this.switchProfile(SAMPLE_PROFILE);
    });
    return this.current.require().connection;
  }

  /** Changes the name and colour of a profile. @throws AppFailure `invalid_input` if another has the name. */
  async edit(input: ProfileEdit): Promise<ProfileList> {
    await this.#registry.edit(input);
    if (this.current.connection?.profileId === input.profileId) this.current.emitConnection();
    return this.#registry.list;
  }

  /**
   * Moves the open profile's key to a new profile, and opens that. It has the same base URL. The former profile keeps
   * its rows without a key, because the key belongs to another company.
   * @throws AppFailure `no_key`; `keychain` if the key cannot be removed from the former profile, and then nothing
   * changes.
   */
  async adoptAsNewProfile(expected?: string): Promise<Connection> {
    const { connection, profileKey } = this.current.require(expected);
    const { profileId: former, baseUrl } = connection;
    const { key } = profileKey;
    if (key === null || connection.kind !== "service") throw noKey();
    // No row of the other company may arrive while the key moves.
    await this.current.copyOf()?.engine.useClient(null);
    try {
      const { profileId } = await this.#registry.add("service", baseUrl);
      this.#options.vault.noteNew(profileId);
      await this.background.without(profileId, () =>
        this.#orUndo(profileId, () => this.#moveWithKey(former, profileId, baseUrl, key)),
      );
    } catch (thrown) {
      if (this.current.isOpen(former)) await this.current.useKey(profileKey);
      throw thrown;
    }
    return this.current.require().connection;
  }

  async replaceKey({ key, profileId: expected }: CallInput<"replaceKey">): Promise<Connection> {
    const { connection, profileKey } = this.current.require(expected);
    const { profileId, baseUrl, kind } = connection;
    // A restored backup may contain a connection that another person made.
    if (kind === "service") await this.#options.origins.require(baseUrl);
    const given = normalizeKey(key);
    // With another key, a collector may have taken the service's place.
    if (given !== profileKey.key) await this.#askForSourceAgain();
    await this.current.useKey(await this.#options.vault.store(profileId, baseUrl, given));
    return this.current.require().connection;
  }

  async #askForSourceAgain(): Promise<void> {
    const { log } = this.#options;
    await this.current
      .storeOf()
      ?.writer.saveFacts({ source: null })
      // A disk that is full must not keep the key from being replaced.
      .catch((cause: unknown) => log.warn("the kind of service stays as it was", { cause }));
  }

  /** Removes the key everywhere; the copy stays readable. @throws AppFailure `keychain` if it may remain. */
  async forgetKey(expected?: string): Promise<Connection> {
    const { profileId } = this.current.require(expected).connection;
    await forgetting(() => this.#options.vault.forget(profileId));
    await this.current.useKey(NO_KEY);
    return this.current.require().connection;
  }

  /** Removes every synced row, then pulls them again if there is a key. */
  async wipe(expected?: string): Promise<void> {
    const { profileId } = this.current.require(expected).connection;
    await this.background.without(profileId, async () => {
      await this.current.removeCopy();
      await this.current.reopen();
    });
  }

  /** Removes a profile completely: key, rows and entry. Then the first other profile that can be opened is opened. */
  async disconnect(expected?: string): Promise<void> {
    const { profileId } = this.current.require(expected).connection;
    await forgetting(() => this.#options.vault.forget(profileId));
    await this.background.without(profileId, async () => {
      await this.current.removeCopy();
      if (profileId === SAMPLE_PROFILE) await this.#sample.stop();
      await this.#registry.remove(profileId);
    });
    this.current.clear(false);
    for (const other of this.#registry.list.profiles) {
      try {
        await this.switchProfile(other.profileId);
        return;
      } catch (cause) {
        this.#options.log.warn("the next profile could not be opened", { cause });
      }
    }
    this.current.clear(true);
  }

  async close(): Promise<void> {
    await this.background.stop();
    await this.current.close();
    await this.#sample.stop();
  }

  /** Moves a key to another profile and opens that profile. If the profile cannot be opened, the key is moved back. */
  async #moveWithKey(from: string, to: string, baseUrl: string, key: string): Promise<void> {
    const { vault } = this.#options;
    const profileKey = await forgetting(() => vault.move(from, to, baseUrl, key));
    try {
      await this.current.moveTo(to);
    } catch (thrown) {
      await vault.move(to, from, baseUrl, key);
      throw thrown;
    }
    await this.current.useKey(profileKey);
  }

  /** Makes sure that the sample service runs. A new service has a new company, so the old copy is removed. */
  async #startSample(): Promise<SampleService> {
    const service = this.#sample.service ?? (await this.#beginSample());
    // A restored backup has the address of an earlier start.
    if (this.#registry.find(SAMPLE_PROFILE)) await this.#registry.move(SAMPLE_PROFILE, service.url);
    return service;
  }

  async #beginSample(): Promise<SampleService> {
    const service = await this.#sample.start();
    const { folder } = this.#options;
    await removeProfileFolder(folder, SAMPLE_PROFILE);
    const history = sampleHistory(service.company, SAMPLE_SEED, this.#options.clock.now());
    await importHistory(profileFolder(folder, SAMPLE_PROFILE), history);
    this.#sampleCount = sampleCount(service.company, history);
    addDataProblems(service.company, this.#options.clock.now());
    this.#options.vault.keepForSession(SAMPLE_PROFILE, service.url, service.key);
    return service;
  }

  /**
   * Checks the policy; sample data is always allowed.
   * @throws AppFailure `policy`; `invalid_input` for an unknown profile.
   */
  #requireAllowed(profileId: string): void {
    const { baseUrl } = this.#registry.get(profileId);
    if (profileId !== SAMPLE_PROFILE) requireBaseUrl(this.#options.policy, baseUrl);
  }

  /** Runs work for a new profile. If it fails before the profile is open, the profile is removed completely. */
  async #orUndo(profileId: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (!this.current.isOpen(profileId)) {
        await this.#registry.remove(profileId).catch(() => {});
        await removeProfileFolder(this.#options.folder, profileId).catch(() => {});
      }
      throw thrown;
    }
  }
}
