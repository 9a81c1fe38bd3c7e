import type { Policy } from "../../../shared/base/policy.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
import { aborted } from "../../base/aborted.ts";
import type { Clock, Timer } from "../../base/clock.ts";
import { ApiClient } from "../../client/api-client.ts";
import type { Wait } from "../../client/request-queue.ts";
import { isAllowedBaseUrl } from "../../base/policy/origin-gate.ts";
import type { CurrentConnection, CurrentConnectionOptions } from "./current-connection.ts";
import { openConnection, connectionFolder, type OpenConnection } from "./open-connection.ts";

/** A copy that was just refreshed, and is about to be closed. */
export interface RefreshedCopy {
  readonly connectionId: string;
  readonly copy: Pick<OpenConnection, "store" | "engine">;
}

export interface BackgroundRefreshOptions extends Pick<
  CurrentConnectionOptions,
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
  readonly current: Pick<CurrentConnection, "isOpen">;
  /** Exchanges the records of a connection's team, if it has a team. Failures of the collector do not reject. */
  readonly exchangeTeam: (connectionId: string, client: ApiClient, signal: AbortSignal) => Promise<void>;
  /** Evaluates the rules of a copy that is not on screen. */
  readonly evaluate: (refreshed: RefreshedCopy) => Promise<void>;
}

/** The refresh that is running. */
interface Running {
  readonly connectionId: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Refreshes the connections that are not on screen, one after another. For each one the team's records are exchanged,
 * then the copy is opened, refreshed, counted and closed again. So only one of these copies is in memory at a time.
 */
export class BackgroundRefresh {
  readonly #options: BackgroundRefreshOptions;
  #settings: Settings = DEFAULT_SETTINGS;
  #timer: Timer | null = null;
  #running: Running | null = null;
  #round: Promise<void> | null = null;
  #isStopped = true;
  /** The id of the connection that other code is just opening; null if there is none. */
  #held: string | null = null;
  /**
   * Connections whose key was not found, or was refused. They are not refreshed until the user opens them: a keychain
   * may show a dialog each time, and a service may block a client that sends a revoked key again and again.
   */
  readonly #withoutKey = new Set<string>();
  /**
   * Connections whose full check ended with a question or a rate limit. Their next full check runs only after the user
   * has opened them.
   */
  readonly #withoutFullCheck = new Set<string>();

  constructor(options: BackgroundRefreshOptions) {
    this.#options = options;
  }

  /** Begins to refresh. The first round starts after one pause. */
  start(): void {
    this.#isStopped = false;
    this.#plan();
  }

  setSettings(settings: Settings): void {
    this.#settings = settings;
    if (this.#timer) this.#plan();
  }

  /** Refreshes every connection that is not open, once. If a round is already running, callers share it. */
  refreshAll(): Promise<void> {
    return (this.#round ??= this.#refreshEach().finally(() => (this.#round = null)));
  }

  async #refreshEach(): Promise<void> {
    const { registry, current } = this.#options;
    for (const { connectionId, kind } of registry.list.connections) {
      if (this.#isStopped) return;
      if (kind !== "service" || current.isOpen(connectionId) || this.#held === connectionId) continue;
      await this.#refresh(connectionId);
    }
  }

  /** Keeps the copy of a connection closed while other code opens it. A running pass is cancelled. */
  async without<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    this.#held = connectionId;
    this.#withoutKey.delete(connectionId);
    this.#withoutFullCheck.delete(connectionId);
    try {
      if (this.#running?.connectionId === connectionId) await this.#cancel();
      return await work();
    } finally {
      this.#held = null;
    }
  }

  /** Ends the running refresh. No other refresh starts until `start` is called. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.stop();
    this.#timer = null;
    await this.#cancel();
  }

  async #cancel(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.done;
  }

  #plan(): void {
    this.#timer?.stop();
    const pause = this.#settings.pollUnfocusedSeconds * 1_000;
    this.#timer = this.#options.clock.after(pause, () => {
      this.#timer = null;
      void this.refreshAll().finally(() => {
        if (!this.#isStopped) this.#plan();
      });
    });
  }

  async #refresh(connectionId: string): Promise<void> {
    const abort = new AbortController();
    const done = this.#refreshOnce(connectionId, abort).catch((cause: unknown) =>
      this.#options.log.warn("a connection was not refreshed", { connectionId, cause }),
    );
    const running = { connectionId, abort, done };
    this.#running = running;
    await done;
    if (this.#running === running) this.#running = null;
  }

  async #refreshOnce(connectionId: string, abort: AbortController): Promise<void> {
    const { registry, policy, vault, evaluate, exchangeTeam, limits } = this.#options;
    const { signal } = abort;
    const { baseUrl } = registry.get(connectionId);
    if (!isAllowedBaseUrl(policy, baseUrl) || this.#withoutKey.has(connectionId)) return;
    // The keychain may be waiting for the user's password. This must not delay a switch or the end of the app.
    const loaded = await Promise.race([vault.load(connectionId, baseUrl), aborted(signal)]);
    if (!loaded || signal.aborted) return;
    const { key } = loaded;
    if (key === null) this.#withoutKey.add(connectionId);
    if (key === null || this.#isLong(limits.of(baseUrl, key).queue.wait)) return;
    // A long wait ends this refresh, so that the other connections are refreshed.
    const client = (onWait: (wait: Wait | null) => void = () => {}): ApiClient =>
      this.#client(baseUrl, key, (wait) => {
        onWait(wait);
        if (this.#isLong(wait)) abort.abort(LIMITED);
      });
    // The team's records are exchanged first, because the copy is opened with the team's names and units.
    await exchangeTeam(connectionId, client(), signal);
    if (signal.aborted) return;
    const counting = new Counting(signal, this.#options.clock);
    const copy = await this.#open(connectionId, () => counting.end());
    try {
      await this.#pull(
        copy,
        client((wait) => copy.engine.noteWait(wait)),
        signal,
      );
      if (signal.aborted) return;
      const { error } = copy.engine.status;
      if (error?.kind === "unauthorized") this.#withoutKey.add(connectionId);
      if (error === null) await counting.ended;
      // Rules are evaluated before the full check. After a full check they would send no notifications, because it may
      // find old changes.
      if (!signal.aborted) await evaluate({ connectionId, copy });
      if (error !== null || signal.aborted) return;
      if ((await this.#checkFully(connectionId, copy, counting)) && !signal.aborted)
        await evaluate({ connectionId, copy });
    } finally {
      await copy.close();
    }
  }

  /** Whether a wait is too long for a refresh in the background. */
  #isLong(wait: Wait | null): boolean {
    return wait !== null && wait.until - this.#options.clock.now() > LONGEST_PAUSE_MS;
  }

  /** Runs one incremental pass. */
  async #pull({ engine }: OpenConnection, client: ApiClient, signal: AbortSignal): Promise<void> {
    // The refresh may have been cancelled while the copy was being opened.
    if (signal.aborted) return;
    signal.addEventListener("abort", () => void engine.useClient(null), { once: true });
    await engine.useClient(client);
    await engine.idle();
  }

  /** Runs a full check if one is due, and waits until the stock is counted. @returns whether the check succeeded. */
  async #checkFully(connectionId: string, { engine }: OpenConnection, counting: Counting): Promise<boolean> {
    if (this.#withoutFullCheck.has(connectionId)) return false;
    counting.begin();
    const isRun = await engine.fullCheckIfDue();
    const { error, question } = engine.status;
    const { aborted: isCancelled, reason } = counting.signal;
    // The next full check would list all records again, and end with the same question or rate limit.
    if (isRun && (question || reason === LIMITED)) this.#withoutFullCheck.add(connectionId);
    const isDone = isRun && error === null && !isCancelled;
    if (!isDone) counting.end();
    await counting.ended;
    return isDone;
  }

  #client(baseUrl: string, key: string, onWait: (wait: Wait | null) => void): ApiClient {
    const { fetch, clock, limits } = this.#options;
    return new ApiClient({ baseUrl, key, fetch, clock, limit: limits.of(baseUrl, key), onWait });
  }

  async #open(connectionId: string, onHistory: () => void): Promise<OpenConnection> {
    const { folder, ownData, records } = this.#options;
    return openConnection({
      ...this.#options,
      folder: connectionFolder(folder, connectionId),
      connectionId,
      own: await ownData(connectionId),
      records: (document) => records(document, connectionId),
      settings: this.#settings,
      followsCollectors: true,
      onStatus: () => {},
      onDataChanged: () => {},
      onHistory,
      // Events are followed only for the open connection.
    });
  }
}

/** The longest wait within a refresh, in ms. It is enough for a limit per minute. A longer wait ends the refresh. */
const LONGEST_PAUSE_MS = 90_000;
/** The reason with which a long wait aborts the refresh. */
const LIMITED = "limited";

/** The most ms to wait for the count of a refreshed copy. */
const COUNTED_WITHIN_MS = 5 * 60_000;

/** Waits until a refreshed copy's stock is counted, or the refresh is cancelled. */
class Counting {
  readonly signal: AbortSignal;
  readonly #clock: Pick<Clock, "after">;
  #ended = Promise.resolve();
  #resolve = (): void => {};
  #timer: Timer | null = null;

  constructor(signal: AbortSignal, clock: Pick<Clock, "after">) {
    this.signal = signal;
    this.#clock = clock;
    signal.addEventListener("abort", () => this.end(), { once: true });
    this.begin();
  }

  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Waits for the next count. */
  begin(): void {
    this.end();
    this.#ended = new Promise((resolve) => (this.#resolve = resolve));
    if (this.signal.aborted) return this.end();
    // A count that fails is only logged, so a timer must end the wait.
    this.#timer = this.#clock.after(COUNTED_WITHIN_MS, () => this.end());
  }

  end(): void {
    this.#timer?.stop();
    this.#timer = null;
    this.#resolve();
  }
}
