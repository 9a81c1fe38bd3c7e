import fs from "node:fs/promises";
import path from "node:path";
import type { CallInput, CallOutput } from "../../../shared/contract.ts";
import { AppFailure, toAppError } from "../../../shared/errors.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/settings.ts";
import type { Connection, SyncStatus } from "../../../shared/status.ts";
import { ApiClient } from "../api/api-client.ts";
import { normalizeKey } from "../api/api-key.ts";
import { normalizeBaseUrl } from "../api/base-url.ts";
import type { Fetch } from "../api/transport.ts";
import type { Clock } from "../clock.ts";
import { KeychainUnavailable } from "../keychain/keychain.ts";
import type { HeldKey, KeyVault } from "../keychain/key-vault.ts";
import type { Log } from "../log.ts";
import type { SampleService } from "../sample/index.ts";
import type { InventoryStore } from "../store/store-client.ts";
import { verifyRecords } from "../sync/verify-records.ts";
import { BLANK_STATUS } from "../sync/status-board.ts";
import type { EventBus } from "./event-bus.ts";
import { openProfile, type OpenProfile } from "./open-profile.ts";
import type { SavedConnection, UserData } from "./user-data.ts";

export interface ConnectionOptions {
  readonly folder: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly vault: KeyVault;
  readonly log: Log;
  readonly events: EventBus;
  readonly userData: UserData;
}

const SERVICE_PROFILE = "default";
const SAMPLE_PROFILE = "sample";
/** Events a minute in the life of the sample company: enough to see the table move. */
const SAMPLE_LIFE = 30;
/** Ms that the first screen waits for the keychain, which may be asking the user for a password. */
const KEYCHAIN_GRACE = 1_500;

/** Holds the one connection that is open: its key, its local copy and its engine. */
export class ConnectionManager {
  readonly #options: ConnectionOptions;
  #saved: SavedConnection | null = null;
  #held: HeldKey = { key: null, place: "none", problem: null };
  #profile: OpenProfile | null = null;
  #sample: SampleService | null = null;
  #settings: Settings = DEFAULT_SETTINGS;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get connection(): Connection | null {
    if (!this.#saved) return null;
    return { ...this.#saved, key: this.#held.place, keychainProblem: this.#held.problem };
  }

  get status(): SyncStatus {
    return this.#profile?.engine.status ?? BLANK_STATUS;
  }

  get store(): InventoryStore | null {
    return this.#profile?.store ?? null;
  }

  /**
   * Opens what was open when the app ended. The copy is readable at once; the key may come later.
   * @returns where a damaged copy was set aside, if that happened.
   * @throws AppFailure of kind `store`.
   */
  async restore(settings: Settings): Promise<string | null> {
    this.#settings = settings;
    const saved = await this.#options.userData.connection();
    if (!saved) return null;
    if (saved.kind === "sample") {
      await this.exploreSample();
      return null;
    }
    this.#saved = saved;
    await this.#open(saved.profileId);
    const waiting: HeldKey = {
      key: null,
      place: "none",
      problem: "Waiting for the keychain. It may be asking for a password.",
    };
    this.#held = waiting;
    const loaded = this.#options.vault.load(saved.profileId).then(async (held) => {
      // Whoever entered or forgot a key meanwhile has the last word.
      return this.#held === waiting ? this.#useKey(held) : undefined;
    });
    await Promise.race([loaded, this.#options.clock.sleep(KEYCHAIN_GRACE)]);
    return this.#profile?.setAside ?? null;
  }

  /** One `listLocations?limit=1`, without a retry, so that the answer is that of this moment. */
  async test({ baseUrl, key }: CallInput<"testConnection">): Promise<CallOutput<"testConnection">> {
    const stored = this.#saved && normalizeBaseUrl(baseUrl) === this.#saved.baseUrl ? this.#held.key : null;
    const used = key ?? stored;
    if (used === null) throw noKey();
    const { fetch, clock } = this.#options;
    const client = new ApiClient({ baseUrl, key: used, fetch, clock });
    const begin = clock.monotonic();
    try {
      const page = await client.listPage("locations", { limit: 1 }, null, { priority: "user", retries: 0 });
      return { requestId: page.requestId, milliseconds: clock.monotonic() - begin };
    } catch (thrown) {
      const error = toAppError(thrown);
      // A list operation has no 404 (specification 4.3): the path is wrong, and so the base URL.
      if (error.kind !== "not_found") throw thrown;
      const message = "There is no inventory API at this address. Check the path of the base URL.";
      throw new AppFailure({ ...error, kind: "protocol", message }, { cause: thrown });
    }
  }

  /** Connects to a service, and begins the first pull. @throws AppFailure `invalid_input`, `store`. */
  async connect(input: CallInput<"connect">): Promise<Connection> {
    const baseUrl = normalizeBaseUrl(input.baseUrl);
    const key = normalizeKey(input.key);
    const previous = this.#saved;
    const saved: SavedConnection = { profileId: SERVICE_PROFILE, kind: "service", baseUrl };
    await this.#leave();
    // Rows of another service must never stand among these.
    if (previous?.baseUrl !== baseUrl) await this.#removeData(SERVICE_PROFILE);
    await this.#open(SERVICE_PROFILE);
    await this.#remember(saved);
    await this.#useKey(await this.#options.vault.store(SERVICE_PROFILE, key));
    return this.#current();
  }

  /** Starts the sample service and connects to it. Its company begins anew each time, and so does the copy. */
  async exploreSample(): Promise<Connection> {
    await this.#leave();
    // Loaded only when it is wanted: nobody else should pay for an HTTP server.
    const { startSampleService } = await import("../sample/index.ts");
    const sample = await startSampleService({ eventsPerMinute: SAMPLE_LIFE });
    this.#sample = sample;
    await this.#removeData(SAMPLE_PROFILE);
    await this.#open(SAMPLE_PROFILE);
    await this.#remember({ profileId: SAMPLE_PROFILE, kind: "sample", baseUrl: sample.url });
    await this.#useKey(this.#options.vault.hold(SAMPLE_PROFILE, sample.key));
    return this.#current();
  }

  async replaceKey(key: string): Promise<Connection> {
    const { profileId } = this.#current();
    await this.#useKey(await this.#options.vault.store(profileId, normalizeKey(key)));
    return this.#current();
  }

  /** Removes the key everywhere; the copy stays readable. @throws AppFailure `keychain` where it may remain. */
  async forgetKey(): Promise<Connection> {
    const { profileId } = this.#current();
    await this.#forget(profileId);
    await this.#useKey({ key: null, place: "none", problem: null });
    return this.#current();
  }

  /** Removes every synced row, then pulls anew where there is a key. */
  async wipe(): Promise<void> {
    const { profileId } = this.#current();
    await this.#closeProfile();
    await this.#removeData(profileId);
    await this.#open(profileId);
    this.#options.events.emit("dataChanged", {
      revision: 0,
      resources: ["items", "types", "locations"],
      totals: BLANK_STATUS.totals,
    });
    await this.#useKey(this.#held);
  }

  /** Forgets connection, key and rows. */
  async disconnect(): Promise<void> {
    const { profileId } = this.#current();
    await this.#forget(profileId);
    await this.#leave();
    await this.#removeData(profileId);
    await this.#options.userData.saveConnection(null);
    this.#saved = null;
    this.#held = { key: null, place: "none", problem: null };
    this.#options.events.emit("connection", null);
    this.#options.events.emit("status", BLANK_STATUS);
  }

  /** Starts a pass, and answers as soon as it is under way. @throws AppFailure `no_key`. */
  syncNow(full: boolean): void {
    if (!this.#profile || this.#held.key === null) throw noKey();
    void this.#profile.engine.syncNow(full ? "full" : "incremental", true);
  }

  cancelSync(): void {
    this.#profile?.engine.cancel();
  }

  setFocused(focused: boolean): void {
    this.#profile?.engine.setFocused(focused);
  }

  setSettings(settings: Settings): void {
    this.#settings = settings;
    this.#profile?.engine.setSettings(settings);
  }

  async refreshRecord(resource: Resource, id: string): Promise<CallOutput<"refreshRecord">> {
    if (!this.#profile) throw noKey();
    return (await this.#profile.engine.refreshRecord(resource, id)).record;
  }

  /** Verifies each record; a failure of one is told with it, and one of the key or the network ends the rest. */
  async verifyRecords(resource: Resource, ids: readonly string[]): Promise<CallOutput<"verifyRecords">> {
    if (!this.#profile) throw noKey();
    return verifyRecords(this.#profile.engine, resource, ids);
  }

  answerQuestion(accept: boolean): void {
    this.#profile?.engine.answerQuestion(accept);
  }

  async suspend(): Promise<void> {
    await this.#profile?.engine.suspend();
  }

  async resume(): Promise<void> {
    await this.#profile?.engine.resume();
  }

  async close(): Promise<void> {
    await this.#leave();
  }

  #current(): Connection {
    const connection = this.connection;
    if (!connection) throw noKey();
    return connection;
  }

  async #open(profileId: string): Promise<void> {
    const { clock, log, events } = this.#options;
    this.#profile = await openProfile({
      folder: this.#folderOf(profileId),
      profileId,
      clock,
      log,
      settings: this.#settings,
      onStatus: (status) => events.emit("status", status),
      onDataChanged: (change) => events.emit("dataChanged", change),
    });
  }

  async #useKey(held: HeldKey): Promise<void> {
    this.#held = held;
    const profile = this.#profile;
    const saved = this.#saved;
    if (!profile || !saved) return;
    const { fetch, clock } = this.#options;
    const client =
      held.key === null
        ? null
        : new ApiClient({
            baseUrl: saved.baseUrl,
            key: held.key,
            fetch,
            clock,
            onWait: (wait) => profile.engine.noteWait(wait),
          });
    await profile.engine.useClient(client);
    this.#options.events.emit("connection", this.connection);
  }

  async #remember(saved: SavedConnection): Promise<void> {
    this.#saved = saved;
    await this.#options.userData.saveConnection(saved);
  }

  async #forget(profileId: string): Promise<void> {
    try {
      await this.#options.vault.forget(profileId);
    } catch (thrown) {
      if (!(thrown instanceof KeychainUnavailable)) throw thrown;
      throw new AppFailure(
        { kind: "keychain", message: `The key may still be in the keychain. ${thrown.message}` },
        { cause: thrown },
      );
    }
  }

  async #leave(): Promise<void> {
    await this.#closeProfile();
    await this.#sample?.close();
    this.#sample = null;
  }

  async #closeProfile(): Promise<void> {
    await this.#profile?.close();
    this.#profile = null;
  }

  #folderOf(profileId: string): string {
    return path.join(this.#options.folder, "profiles", profileId);
  }

  async #removeData(profileId: string): Promise<void> {
    await fs.rm(this.#folderOf(profileId), { recursive: true, force: true });
  }
}

function noKey(): AppFailure {
  return new AppFailure({ kind: "no_key", message: "Stockdeck has no API key for this service." });
}
