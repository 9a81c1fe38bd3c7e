import type { Policy } from "../../../shared/features/policy/policy.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
import { ApiClient } from "../../client/api-client.ts";
import type { Wait } from "../../client/request-queue.ts";
import { isAllowedBaseUrl } from "../policy/origin-gate.ts";
import type { CurrentProfile, CurrentProfileOptions } from "./current-profile.ts";
import { openProfile, profileFolder, type OpenProfile } from "./open-profile.ts";

/** A copy that was just refreshed, and is about to be closed. */
export interface RefreshedCopy {
  readonly profileId: string;
  readonly copy: Pick<OpenProfile, "store" | "engine">;
}

export interface BackgroundRefreshOptions extends Pick<
  CurrentProfileOptions,
  | "folder"
  | "fetch"
  | "clock"
  | "vault"
  | "log"
  | "registry"
  | "limits"
  | "ownData"
  | "computations"
  | "records"
> {
  readonly policy: Policy;
  readonly current: Pick<CurrentProfile, "isOpen">;
  /** Exchanges the records of a connection's team, if it has one. Never rejects because of the collector. */
  readonly exchangeTeam: (profileId: string, client: ApiClient, signal: AbortSignal) => Promise<void>;
  /** Evaluates the rules of a copy that is not on screen. */
  readonly evaluate: (refreshed: RefreshedCopy) => Promise<void>;
}

/** The refresh that is running. */
interface Running {
  readonly profileId: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Refreshes the connections that are not on screen, one after the other: the team's records are exchanged, then the copy
 * is opened, refreshed, counted and closed again. So they take the memory of one copy, and only for a while.
 */
export class BackgroundRefresh {
  readonly #options: BackgroundRefreshOptions;
  #settings: Settings = DEFAULT_SETTINGS;
  #timer: NodeJS.Timeout | null = null;
  #running: Running | null = null;
  #round: Promise<void> | null = null;
  #isStopped = true;
  /** The profile that is being opened elsewhere. */
  #held: string | null = null;
  /** Profiles whose key was not found. They are not asked for again, because a keychain may show a dialog each time. */
  readonly #withoutKey = new Set<string>();

  constructor(options: BackgroundRefreshOptions) {
    this.#options = options;
  }

  /** Begins to refresh. The first round follows after the pause between two rounds. */
  start(): void {
    this.#isStopped = false;
    this.#plan();
  }

  setSettings(settings: Settings): void {
    this.#settings = settings;
    if (this.#timer) this.#plan();
  }

  /** Refreshes every connection that is not open, once. A round that is running is shared. */
  refreshAll(): Promise<void> {
    return (this.#round ??= this.#refreshEach().finally(() => (this.#round = null)));
  }

  async #refreshEach(): Promise<void> {
    const { registry, current } = this.#options;
    for (const { profileId, kind } of registry.list.profiles) {
      if (this.#isStopped) return;
      if (kind !== "service" || current.isOpen(profileId) || this.#held === profileId) continue;
      await this.#refresh(profileId);
    }
  }

  /** Keeps the copy of a profile closed while work opens it elsewhere. A running pass is cancelled. */
  async without<T>(profileId: string, work: () => Promise<T>): Promise<T> {
    this.#held = profileId;
    this.#withoutKey.delete(profileId);
    try {
      if (this.#running?.profileId === profileId) await this.#cancel();
      return await work();
    } finally {
      this.#held = null;
    }
  }

  /** Ends the running refresh; no other follows until `start`. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#cancel();
  }

  async #cancel(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.done;
  }

  #plan(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const pause = this.#settings.pollUnfocusedSeconds * 1_000;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.refreshAll().finally(() => {
        if (!this.#isStopped) this.#plan();
      });
    }, pause).unref();
  }

  async #refresh(profileId: string): Promise<void> {
    const abort = new AbortController();
    const done = this.#refreshOnce(profileId, abort.signal).catch((cause: unknown) =>
      this.#options.log.warn("a connection was not refreshed", { profileId, cause }),
    );
    const running = { profileId, abort, done };
    this.#running = running;
    await done;
    if (this.#running === running) this.#running = null;
  }

  async #refreshOnce(profileId: string, signal: AbortSignal): Promise<void> {
    const { registry, policy, vault, evaluate, exchangeTeam } = this.#options;
    const { baseUrl } = registry.get(profileId);
    if (!isAllowedBaseUrl(policy, baseUrl) || this.#withoutKey.has(profileId)) return;
    // The keychain may wait for the user's password, which must not hold up a switch or the end of the app.
    const loaded = await Promise.race([vault.load(profileId, baseUrl), aborted(signal)]);
    if (loaded === null || signal.aborted) return;
    const { key } = loaded;
    if (key === null) this.#withoutKey.add(profileId);
    if (key === null) return;
    // First, because the copy is opened with the team's names and units.
    await exchangeTeam(profileId, this.#client(baseUrl, key), signal);
    if (signal.aborted) return;
    const counting = new Counting(signal);
    const copy = await this.#open(profileId, () => counting.end());
    try {
      await this.#pull(copy, baseUrl, key, signal);
      if (signal.aborted || copy.engine.status.error !== null) return;
      await counting.ended;
      if (!signal.aborted) await evaluate({ profileId, copy });
    } finally {
      await copy.close();
    }
  }

  /** Runs one pass. */
  async #pull({ engine }: OpenProfile, baseUrl: string, key: string, signal: AbortSignal): Promise<void> {
    // The refresh may have been cancelled while the copy was opened.
    if (signal.aborted) return;
    signal.addEventListener("abort", () => void engine.useClient(null), { once: true });
    await engine.useClient(this.#client(baseUrl, key, (wait) => engine.noteWait(wait)));
    await engine.idle();
  }

  #client(baseUrl: string, key: string, onWait: (wait: Wait | null) => void = () => {}): ApiClient {
    const { fetch, clock, limits } = this.#options;
    return new ApiClient({ baseUrl, key, fetch, clock, limit: limits.of(baseUrl, key), onWait });
  }

  async #open(profileId: string, onHistory: () => void): Promise<OpenProfile> {
    const { folder, ownData, records } = this.#options;
    return openProfile({
      ...this.#options,
      folder: profileFolder(folder, profileId),
      profileId,
      own: await ownData(profileId),
      records: (document) => records(document, profileId),
      settings: this.#settings,
      followsCollectors: true,
      onStatus: () => {},
      onDataChanged: () => {},
      onHistory,
      // Events are followed for the open connection only.
    });
  }
}

/** Resolves to null when the signal is aborted. */
const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });

/** Ms that the count of a refreshed copy may take. */
const COUNTED_WITHIN_MS = 5 * 60_000;

/** Waits until the stock of a refreshed copy is counted, or the refresh is cancelled. */
class Counting {
  readonly ended: Promise<void>;
  #resolve = (): void => {};

  constructor(signal: AbortSignal) {
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
    signal.addEventListener("abort", () => this.end(), { once: true });
    // A count that fails is only logged.
    setTimeout(() => this.end(), COUNTED_WITHIN_MS).unref();
  }

  end(): void {
    this.#resolve();
  }
}
