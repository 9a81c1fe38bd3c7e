import type { PushPayload } from "../../shared/contract/contract.ts";
import type { AppError } from "../../shared/base/errors.ts";
import { RESOURCES, type Resource } from "../../shared/inventory/resource-names.ts";
import type { CollectorStatus, Counts, SyncState, SyncStatus } from "../../shared/inventory/status.ts";
import { type Clock, Throttle } from "../base/clock.ts";
import type { Description } from "../store/database/facts.ts";
import type { Commit } from "../store/ingest/commits.ts";
import type { ListingCommit } from "../store/ingest/listing-writer.ts";

/** Ms between two pushes of the status while a pass runs. This is often enough to show progress, and cheap enough. */
const STATUS_STEP = 100;
const CHANGE_STEP = 400;

const NO_ROWS: Counts = { items: 0, types: 0, locations: 0 };

/** The status before the copy is loaded. */
export const BLANK_STATUS: SyncStatus = {
  state: "stopped",
  pass: null,
  completeAsOf: null,
  lastPassAt: null,
  lastFullCheckAt: null,
  nextPassAt: null,
  waitUntil: null,
  error: null,
  staleAt: null,
  totals: NO_ROWS,
  hidden: NO_ROWS,
  unverified: 0,
  verificationProblem: null,
  daysProblem: null,
  quarantined: 0,
  lastChange: 0,
  question: null,
  firstPullComplete: false,
  clockSkewMs: null,
  collector: null,
  budget: null,
  revision: 0,
};

/** Stores the status that all screens share, and limits how often it is pushed. */
export class StatusStore {
  readonly #clock: Clock;
  readonly #statusEmitter: Throttle;
  readonly #changeEmitter: Throttle;
  readonly #changed = new Set<Resource>();
  #status: SyncStatus = BLANK_STATUS;

  constructor(
    clock: Clock,
    onStatus: (status: SyncStatus) => void,
    onDataChanged: (change: PushPayload<"dataChanged">) => void,
  ) {
    this.#clock = clock;
    this.#statusEmitter = new Throttle(clock, STATUS_STEP, () => onStatus(this.#status));
    this.#changeEmitter = new Throttle(clock, CHANGE_STEP, () => {
      if (this.#changed.size === 0) return;
      const resources = RESOURCES.filter((name) => this.#changed.has(name));
      this.#changed.clear();
      onDataChanged({ revision: this.#status.revision, resources, totals: this.#status.totals });
    });
  }

  get status(): SyncStatus {
    return this.#status;
  }

  /** Changes parts of the status and emits it at once. */
  set(part: Partial<SyncStatus>): void {
    this.#status = { ...this.#status, ...part };
    this.#statusEmitter.now();
  }

  /** Loads the copy's facts into the status. */
  load(known: Description): void {
    this.set({ ...fromStore(known), collector: this.#collectorOf(known) });
  }

  beginPass(mode: "full" | "incremental"): void {
    const startedAt = new Date(this.#clock.now()).toISOString();
    const pass = { mode, stage: "locations", pages: 0, rows: NO_ROWS, startedAt } as const;
    this.set({ state: "syncing", pass, nextPassAt: null, waitUntil: null });
  }

  /** Takes the data of a page that has arrived. @param serverTime its `Date` in ms since the epoch; null if absent. */
  notePage(resource: Resource, serverTime: number | null): void {
    const { pass } = this.#status;
    if (!pass) return;
    const clockSkewMs = serverTime === null ? this.#status.clockSkewMs : serverTime - this.#clock.now();
    const next = { ...pass, stage: resource, pages: pass.pages + 1 };
    this.#status = { ...this.#status, clockSkewMs, pass: next };
    this.#statusEmitter.soon();
  }

  noteCommit(resource: Resource, commit: ListingCommit): void {
    const { pass } = this.#status;
    const rows = { ...pass?.rows, [resource]: commit.tally.seen } as Counts;
    if (pass) this.#status = { ...this.#status, pass: { ...pass, rows } };
    this.noteChange(resource, commit, false);
  }

  /** Takes the data of a commit. @param atOnce false if more commits follow in a moment. */
  noteChange(resource: Resource, commit: Commit, atOnce: boolean): void {
    this.#status = { ...this.#status, revision: commit.revision, totals: commit.totals };
    this.#statusEmitter.soon();
    if (!commit.changed) return;
    this.#changed.add(resource);
    if (atOnce) this.#changeEmitter.now();
    else this.#changeEmitter.soon();
  }

  endPass(state: SyncState, error: AppError | null, known: Description | null): void {
    this.#changeEmitter.now();
    const stored = known && { ...fromStore(known), collector: this.#collectorOf(known) };
    this.set({ state, error, pass: null, waitUntil: error?.retryAt ?? null, ...stored });
  }

  /** Takes a collector's report about itself, if the copy follows a collector. */
  noteCollector(part: Partial<CollectorStatus>): void {
    const { collector } = this.#status;
    if (collector) this.set({ collector: { ...collector, ...part } });
  }

  #collectorOf({ facts: { collector, mark, lastPassAt } }: Description): CollectorStatus | null {
    if (!collector) return null;
    const { epoch, number } = collector;
    const known = this.#status.collector ?? {
      completeAsOf: mark,
      reachedAt: lastPassAt,
      error: null,
      stream: "connecting",
    };
    return { ...known, epoch, number };
  }

  close(): void {
    this.#statusEmitter.stop();
    this.#changeEmitter.stop();
  }
}

function fromStore({ facts, ...known }: Description): Partial<SyncStatus> {
  const { totals, hidden, unverified, quarantined, lastChange } = known;
  return {
    completeAsOf: facts.mark,
    lastPassAt: facts.lastPassAt,
    lastFullCheckAt: facts.lastFullCheckAt,
    firstPullComplete: facts.firstPullComplete,
    revision: facts.revision,
    totals,
    hidden,
    unverified,
    quarantined,
    lastChange,
  };
}

/** The state after a pass, by its error. */
export function stateAfter(error: AppError | null): SyncState {
  switch (error?.kind) {
    case undefined:
    // The copy is as up to date as before. The question on the screen explains why the pass ended.
    case "mass_removal":
      return "idle";
    case "unauthorized":
    case "no_key":
      return "unauthorized";
    case "forbidden":
      return "forbidden";
    case "rate_limited":
      return "rate_limited";
    case "other_company":
      return "asking";
    case "network":
      return "offline";
    default:
      return "failed";
  }
}

/**
 * Whether passes follow without the user. After sleep, a refused key, an open question or a cancellation still stops
 * them.
 */
export function recoversAutomatically(state: SyncState): boolean {
  return state !== "unauthorized" && state !== "stopped" && state !== "asking";
}
