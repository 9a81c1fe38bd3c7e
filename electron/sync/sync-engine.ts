import { SYNC_ERRORS } from "./messages.ts";
import { AppFailure, toAppError, type AppError, said } from "../../shared/base/errors.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Settings } from "../../shared/inventory/settings.ts";
import type { SyncStatus } from "../../shared/inventory/status.ts";
import type { ApiClient } from "../client/api-client.ts";
import type { Wait } from "../client/request-queue.ts";
import type { Commit } from "../store/ingest/commits.ts";
import { findSource } from "./collector/collector-api.ts";
import { CollectorStream } from "./collector/collector-stream.ts";
import { CopyUpdates } from "./copy-updates.ts";
import type { EngineOptions } from "./engine-options.ts";
import { FetchSequence, ServiceClock } from "./fetch-sequence.ts";
import {
  admit,
  nextEngineState,
  type EngineEvent,
  type EngineState,
  type PassRequest,
} from "./engine-state.ts";
import { runLoggedPass, type PassSummary } from "./pass.ts";
import { PassScheduler } from "./pass-scheduler.ts";
import type { PassMode, PassTally } from "./pass-options.ts";
import { refreshRecord, type Refreshed } from "./refresh-record.ts";
import { StatusStore, recoversAutomatically, stateAfter } from "./status-store.ts";
import { WakeUps } from "./wake-ups.ts";

/**
 * Runs the passes of one connection: one at a time, one pass after sleep, none without a key. Its states and
 * transitions are in engine-state.ts; the time of the next pass is in pass-scheduler.ts.
 */
export class SyncEngine {
  readonly #options: EngineOptions;
  readonly #status: StatusStore;
  readonly #plan: PassScheduler;
  /** Writes to the copy outside of passes. */
  readonly updates: CopyUpdates;
  readonly #stream: CollectorStream;
  #client: ApiClient | null = null;
  #sequence = new FetchSequence(0);
  readonly #serviceClock: ServiceClock;
  /** Cancels the requests that events have caused. */
  #eventRequests = new AbortController();
  /** The number of the service's answers with status 429 so far. */
  #rateLimits = 0;
  #state: EngineState = { name: "keyless" };
  /** The running pass, or the last one. */
  #run: { readonly promise: Promise<void>; readonly abort: AbortController } | null = null;
  /** True once a pass with this client has ended. The pass confirms the key's company (company.ts). */
  #companyKnown = false;
  #wait: Wait | null = null;
  readonly #wakeUps: WakeUps;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#serviceClock = new ServiceClock(options.clock);
    this.#wakeUps = new WakeUps(options.clock, () => this.#catchUp());
    this.#status = new StatusStore(
      options.clock,
      (status) => options.onStatus(status),
      (change) => options.onDataChanged(change),
    );
    const { store, clock, settings } = options;
    this.#plan = new PassScheduler({
      clock,
      settings,
      status: this.#status,
      mayFollow: () => this.#state.name === "ready",
      begin: (mode) => void this.syncNow(mode, false),
    });
    this.#stream = new CollectorStream({
      clock,
      status: this.#status,
      isRunning: () => this.#isRunning,
      begin: () => void this.syncNow("incremental", false),
      onState: () => this.#plan.streamChanged(),
      followAdditions: (client) => options.followAdditions?.(client) ?? null,
    });
    this.updates = new CopyUpdates({
      store,
      clock,
      status: this.#status,
      serviceClock: this.#serviceClock,
      isRunning: () => this.#isRunning,
      onItemsChanged: () => this.#noteItems(false),
    });
  }

  get status(): SyncStatus {
    return this.#status.status;
  }

  /** Loads the copy's facts, so that the screen shows them before any request is sent. */
  async load(): Promise<void> {
    const known = await this.#options.store.writer.describe();
    this.#sequence = new FetchSequence(known.facts.fetchSequence);
    this.#status.load(known);
    this.#plan.noteStaleness();
  }

  /** Replaces the client and starts polling. @param client null if the key was removed; then polling stops. */
  async useClient(client: ApiClient | null): Promise<void> {
    this.#client = null;
    await this.#cancelRun("keyGone");
    // A wait belongs to the key, so it lasts longer than the client.
    this.#wait = client?.wait ?? null;
    this.#client = client;
    this.#companyKnown = false;
    this.#status.set({ question: null });
    if (client) {
      this.#emit({ type: "keyTaken" });
      void this.syncNow("incremental", true);
    } else
      this.#status.set({ state: "stopped", pass: null, nextPassAt: null, waitUntil: null, budget: null });
  }

  /** The client calls this when a wait begins, or ends (null). */
  noteWait(wait: Wait | null): void {
    if (wait?.reason === "rate_limited") this.#rateLimits += 1;
    this.#wait = wait;
    this.#showWait(wait);
  }

  #showWait(wait: Wait | null): void {
    this.#noteBudget();
    const flowing = this.#isRunning ? "syncing" : stateAfter(this.status.error);
    if (wait) this.#status.set({ state: wait.reason, waitUntil: new Date(wait.until).toISOString() });
    else this.#status.set({ state: flowing, waitUntil: null });
  }

  /**
   * Runs a pass now, or joins the running pass.
   * @param withReferences lists types and locations too, as in every pass that the user requests.
   * @param acceptRemovals the user confirmed that the key belongs to this company and the removals are right.
   */
  syncNow(mode: PassMode, withReferences: boolean, acceptRemovals = false): Promise<void> {
    if (withReferences) this.#plan.wantReferences();
    const verdict = admit(this.#state, { mode, acceptRemovals });
    const client = this.#client;
    const running = this.#run?.promise ?? Promise.resolve();
    if (verdict === "share") return running;
    if (verdict === "wait") return running.then(() => this.syncNow(mode, withReferences, acceptRemovals));
    if (verdict === "drop" || !client) return Promise.resolve();
    this.#plan.stop();
    // Without a mark, a copy is pulled completely in every mode.
    const begun: PassMode = this.status.completeAsOf === null ? "full" : mode;
    this.#emit({ type: "begun", mode: begun, acceptRemovals });
    this.#stream.passBegins();
    const abort = new AbortController();
    const promise = this.#runAndReport(client, { mode, acceptRemovals }, abort.signal);
    this.#run = { promise, abort };
    return promise;
  }

  /** Runs a pass for events of the service: a full check if one is due, else an incremental pass. */
  syncForEvents(withReferences: boolean): Promise<void> {
    return this.syncNow(this.#plan.dueMode, withReferences);
  }

  /** Runs a full check if one is due. @returns whether it ran one. */
  async fullCheckIfDue(): Promise<boolean> {
    if (this.#plan.dueMode !== "full") return false;
    await this.syncNow("full", false);
    return true;
  }

  /** The number of the service's answers with status 429 so far. */
  get rateLimits(): number {
    return this.#rateLimits;
  }

  /** Does what the user answered. The missing rows are removed, or stay until the next full check. */
  answerQuestion(accept: boolean): void {
    const { question } = this.status;
    if (!question) return;
    this.#status.set({ question: null });
    if (accept) void this.syncNow(question.kind === "mass_removal" ? "full" : "incremental", true, true);
    else this.#plan.putOffFullCheck();
  }

  /** Cancels the running pass. Committed rows stay, and the mark is unchanged. */
  cancel(): void {
    this.#emit({ type: "cancelled" });
  }

  /** Selects one of the two intervals. A window that gains focus over stale data starts a pass at once. */
  setFocused(focused: boolean): void {
    this.#plan.setFocused(focused);
  }

  setSettings(settings: Settings): void {
    this.#plan.setSettings(settings);
  }

  /** Resolves when the running pass has ended, or at once if no pass is running. */
  async idle(): Promise<void> {
    if (this.#isRunning) await this.#run?.promise;
  }

  /**
   * Prepares for the computer's sleep. The running pass is cancelled, so that no cursor outlives the sleep, and no
   * request is sent.
   */
  async suspend(): Promise<void> {
    this.#wakeUps.sleeps();
    const { state } = this.status;
    await this.#cancelRun("suspended");
    if (recoversAutomatically(state))
      this.#status.set({ state: "asleep", nextPassAt: null, waitUntil: null });
  }

  /** Called after sleep. One pass fetches the changes. */
  resume(): Promise<void> {
    return this.#wakeUps.wakes();
  }

  async #catchUp(): Promise<void> {
    const { state } = this.status;
    await this.#cancelRun("woken");
    // The computer may already be asleep again.
    const isAwake = this.#state.name !== "asleep";
    if (isAwake && recoversAutomatically(state)) await this.syncNow("incremental", false);
  }

  /**
   * Requests one record from the service.
   * @param event the id of the event that named the record; then no user waits for the answer.
   * @throws AppFailure; a failure of the key stops the polling as in a pass.
   */
  async refreshRecord(resource: Resource, id: string, event?: string): Promise<Refreshed> {
    if (!this.#client) throw new AppFailure({ kind: "no_key", ...said(SYNC_ERRORS.noKey) });
    const { store, clock } = this.#options;
    const client = this.#client;
    const options = {
      client,
      store,
      clock,
      serviceClock: this.#serviceClock,
      sequence: this.#sequence,
      mayHide: this.#companyKnown,
      event,
      signal: this.#eventRequests.signal,
      onChange: async (commit: Commit): Promise<void> => {
        this.#status.load(await store.writer.describe());
        this.#status.noteChange(resource, commit, true);
        if (commit.changed) this.#noteItems(false);
      },
    };
    return refreshRecord(options, resource, id).catch((thrown: unknown) => {
      if (client === this.#client) this.#noteRefusal(toAppError(thrown));
      throw thrown;
    });
  }

  async close(): Promise<void> {
    await this.#cancelRun("closed");
    this.#status.close();
  }

  /** During an unfinished first pull there is no stock. */
  #noteItems(rests: boolean): void {
    if (this.status.firstPullComplete) this.#options.onItemsChanged(rests);
  }

  get #isRunning(): boolean {
    return this.#state.name === "running";
  }

  /** Moves to the next state, and cancels the running pass if that state requires it. */
  #emit(event: EngineEvent): void {
    this.#state = nextEngineState(this.#state, event);
    if (this.#state.name === "running" && this.#state.cancelled) this.#run?.abort.abort();
  }

  async #runAndReport(client: ApiClient, request: PassRequest, signal: AbortSignal): Promise<void> {
    const begunAt = this.#options.clock.monotonic();
    let isWhole = false;
    try {
      isWhole = await this.#pass(client, request, signal);
    } finally {
      this.#emit({ type: "ended" });
      this.#plan.countFromNow();
      this.#options.onPassEnded({ begunAt, isWhole });
      // Without a collector there is no stream.
      if (isWhole && client === this.#client && this.#state.name === "ready" && this.status.collector)
        this.#stream.follow(client);
    }
  }

  /** @returns whether all its rows were stored: a later failure concerns single rows. */
  async #pass(client: ApiClient, request: PassRequest, signal: AbortSignal): Promise<boolean> {
    const { log } = this.#options;
    let failure: AppError | null = null;
    let tally: PassTally | null = null;
    try {
      const ended = await this.#runPass(client, request, signal, (done) => (tally = done));
      const { mode, tallies, daysProblem } = ended;
      log.info("pass ended", { mode, ...client.traffic, written: tallies.items.written });
      if (daysProblem) log.warn("the counted days were not read", { kind: daysProblem.kind });
    } catch (thrown) {
      failure = toAppError(thrown);
      log.warn("pass failed", { kind: failure.kind, requestId: failure.requestId, cause: thrown });
    }
    const done = tally as PassTally | null;
    const isWritten = done?.isWritten ?? false;
    if (isWritten) {
      await this.#options.onPassWritten();
      if (client === this.#client) this.#companyKnown = true;
      this.#status.set({ verificationProblem: done?.halted ?? null });
      if (done?.daysProblem !== undefined) this.#status.set({ daysProblem: done.daysProblem });
    }
    await this.#endPass(failure, isWritten);
    return isWritten;
  }

  /** @throws AppFailure, as the pass does. */
  async #runPass(
    client: ApiClient,
    { mode, acceptRemovals }: PassRequest,
    signal: AbortSignal,
    onTally: (tally: PassTally) => void,
  ): Promise<PassSummary> {
    const { store, clock } = this.#options;
    const { facts: known } = await store.writer.describe();
    const { followsCollectors = false } = this.#options;
    const facts = followsCollectors ? await findSource(client, store.writer, known, signal) : known;
    const withReferences = this.#plan.passBegins(facts.passes);
    this.#status.beginPass(mode === "full" || facts.mark === null ? "full" : "incremental");
    // A pass requested during a wait begins with the remaining wait.
    if (this.#wait && this.#wait.until > clock.now()) this.#showWait(this.#wait);
    const { historyDays, historyChanges, pageSize, overlapSeconds } = this.#plan.settings;
    return runLoggedPass(
      {
        client,
        writer: store.writer,
        clock,
        serviceClock: this.#serviceClock,
        sequence: this.#sequence,
        mode,
        facts,
        withReferences,
        pageSize,
        overlap: overlapSeconds,
        acceptRemovals,
        signal,
        onPage: (resource, serverTime) => this.#status.notePage(resource, serverTime),
        onCommit: (resource, commit) => this.#status.noteCommit(resource, commit),
        onCollector: (state) => this.#stream.reached(state),
        onVerified: (resource, commit) => this.#status.noteChange(resource, commit, false),
      },
      { days: historyDays, changes: historyChanges },
      (done) => {
        if (withReferences && done.isWritten) this.#plan.referencesListed();
        onTally(done);
      },
    );
  }

  /** @param failure null after a success. @param isWritten true if all its rows were stored. */
  async #endPass(failure: AppError | null, isWritten: boolean): Promise<void> {
    const { store } = this.#options;
    const known = await store.writer.describe().catch(() => null);
    const wasFull = this.#state.name === "running" && this.#state.mode === "full";
    // A full pass leaves 30 MB in the writer's thread that no later pass needs. A file opened on a read-only disk
    // stays read-only until it is opened again.
    if (wasFull || failure?.kind === "store") void store.rest();
    // A cancelled later pass leaves the copy complete. Only a first pull waits to be resumed.
    const stopped = failure?.kind === "cancelled" && !known?.facts.firstPullComplete;
    const lasting = failure?.kind === "cancelled" ? null : failure;
    this.#status.endPass(stopped ? "stopped" : stateAfter(lasting), lasting, known);
    // The question stays on screen during later passes until a full check resolves it.
    if (failure?.kind === "other_company" || failure?.kind === "mass_removal")
      this.#status.set({ question: { kind: failure.kind, missing: failure.missing ?? null } });
    this.#plan.noteStaleness();
    this.#noteBudget();
    if (isWritten) this.#noteItems(wasFull);
  }

  /** Acts on a key that was refused for one record. All requests are then refused. A running pass notices it itself. */
  #noteRefusal(error: AppError): void {
    if (this.#isRunning || (error.kind !== "unauthorized" && error.kind !== "forbidden")) return;
    this.#status.set({ state: stateAfter(error), error });
    this.#plan.countFromNow();
  }

  #noteBudget(): void {
    const client = this.#client;
    if (client) this.#status.set({ budget: { ...client.budget, nextCost: this.#plan.nextCost } });
  }

  /** Ends the running pass. No other pass starts by itself. */
  async #cancelRun(type: "keyGone" | "suspended" | "woken" | "closed"): Promise<void> {
    this.#emit({ type });
    await this.#stream.unfollow();
    this.#eventRequests.abort();
    this.#eventRequests = new AbortController();
    await this.#run?.promise;
    this.#plan.stop();
  }
}
