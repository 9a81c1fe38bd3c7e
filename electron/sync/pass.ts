import { toAppError, type AppError } from "../../shared/base/errors.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import { serviceTime } from "../../shared/inventory/service-time.ts";
import { VERIFY_BUDGET } from "../../shared/inventory/record-limits.ts";
import { nextTurn } from "../base/clock.ts";
import type { Retention } from "../store/ingest/change-log.ts";
import type { Finish } from "../store/ingest/listing-writer.ts";
import type { ListingTally } from "../store/ingest/listing.ts";
import { runCollectorPass } from "./collector/collector-pass.ts";
import { Committer } from "./committer.ts";
import { EMPTY_TALLY, type PassOptions, type PassTally } from "./pass-options.ts";
import { listResource, MAX_RESTARTS } from "./listing.ts";
import { chooseMark, PassStart } from "./mark.ts";
import { ACCEPTED_BUDGET, verifyMissing } from "./verify-missing.ts";

/** The counts of a pass, with its number of requests. */
export interface PassSummary extends PassTally {
  readonly requests: number;
}

/** A pass that has ended. */
export interface EndedPass {
  /** Monotonic ms directly before the first request. */
  readonly begunAt: number;
  /** False if the pass failed or was cancelled. */
  readonly isWhole: boolean;
}

/** The number of staged pages that one transaction stores. */
const STAGED_AT_ONCE = 20;

/**
 * Runs one pass (design 4): lists the due resources, commits page by page, sets the mark with the last page of items,
 * and requests the rows that the last full check missed.
 * @param onTally called with the counts so far, before the pass ends or fails.
 * @throws AppFailure. Committed rows stay. If the failure comes before the last page of items, the mark is unchanged.
 */
export async function runPass(
  options: PassOptions,
  onTally?: (tally: PassTally) => void,
): Promise<PassTally> {
  const pass = new Pass(options, await options.writer.beginPass());
  try {
    await pass.run();
  } finally {
    onTally?.(pass.tally);
  }
  return pass.tally;
}

/**
 * Runs a pass, logs its success or failure, and prunes old changes. A copy of a collector's rows follows the collector.
 * @param onTally called with the outcome, even before a failure is thrown.
 * @throws AppFailure, as the pass does.
 */
export async function runLoggedPass(
  options: PassOptions,
  retention: Retention,
  onTally: (tally: PassTally) => void = () => {},
): Promise<PassSummary> {
  const { client, clock, writer, serviceClock } = options;
  const startedAt = clock.now();
  const sentBefore = client.traffic.requests;
  const requests = (): number => client.traffic.requests - sentBefore;
  let done: PassTally | null = null;
  // If the verification of a pass fails, its rows are still written.
  const isWritten = (): boolean => done?.isWritten ?? false;
  const mark = (): string | null => done?.mark ?? null;
  const log = async (thrown: unknown): Promise<void> => {
    if (!done) return;
    const error = thrown === null ? null : toAppError(thrown);
    const sum = (name: "seen" | "written" | "quarantined" | "changes"): number =>
      Object.values(done?.tallies ?? {}).reduce((total, tally) => total + tally[name], 0);
    const entry = {
      number: done.number,
      mode: done.mode,
      startedAt,
      endedAt: clock.now(),
      error: error?.kind ?? null,
      message: error?.message ?? null,
      requestId: error?.requestId ?? null,
      requests: requests(),
      restarts: done.restarts,
      seen: sum("seen"),
      written: sum("written"),
      quarantined: sum("quarantined"),
      changes: sum("changes"),
      mark: done.mark,
    };
    const observedAt = serviceTime({ clockSkewMs: serviceClock.skew }, clock.now());
    await writer.logPass(entry, done.isWritten, observedAt);
  };
  try {
    const run = options.facts.source === "collector" ? runCollectorPass : runPass;
    const tally = await run(options, (now) => {
      done = now;
      onTally(now);
    });
    await log(null);
    return { ...tally, requests: requests() };
  } catch (thrown) {
    // The failure of the pass is more important than a failure to log it.
    await log(thrown).catch(() => {});
    throw thrown;
  } finally {
    // These steps are not awaited. Both take a second or more for a large copy, and nothing depends on them.
    if (isWritten()) {
      void writer.updateStatistics().catch(() => {});
      void prune(options, retention, mark()).catch(() => {});
    }
  }
}

/**
 * Deletes old history in steps, so that other writes can run in between. If a step fails, the next pass deletes the
 * rest.
 * @param mark the mark of the pass.
 */
async function prune(
  { writer, clock, serviceClock, facts }: PassOptions,
  retention: Retention,
  mark: string | null,
): Promise<void> {
  // The `Date` of a collector follows its own clock, but its mark follows the service's clock.
  const marked = mark === null ? null : Date.parse(mark);
  const answered = facts.source === "collector" ? marked : serviceClock.answeredAt;
  const step = (): Promise<boolean> => {
    const now = clock.now();
    // A collector observes changes after its mark.
    const latest = Math.max(now, answered ?? now, serviceClock.answeredAt ?? now);
    return writer.prune(retention, now, answered ?? now, latest);
  };
  while (await step()) await nextTurn();
}

/** One pass. `run` has its steps in order. */
class Pass {
  readonly #options: PassOptions;
  readonly #begun: Awaited<ReturnType<PassOptions["writer"]["beginPass"]>>;
  readonly #everything: boolean;
  /** The resources, in the order in which they are listed. */
  readonly #resources: readonly Resource[];
  /** True if pages are staged until all have arrived and removals are allowed (design 4.8). */
  readonly #staged: boolean;
  readonly #start: PassStart;
  readonly #committers: Readonly<Record<Resource, Committer>>;
  readonly #tallies: Record<Resource, ListingTally> = {
    items: EMPTY_TALLY,
    types: EMPTY_TALLY,
    locations: EMPTY_TALLY,
  };
  readonly #counts = { restarts: 0, verified: 0, hidden: 0 };
  #isWritten = false;
  #halted: AppError | null = null;
  #mark: string | null;

  constructor(options: PassOptions, begun: Awaited<ReturnType<PassOptions["writer"]["beginPass"]>>) {
    const { facts, overlap } = options;
    this.#options = options;
    this.#begun = begun;
    this.#everything = options.mode === "full" || facts.mark === null;
    // References come first, so that an item's location and type are known before the item arrives.
    this.#resources =
      options.withReferences || this.#everything ? ["locations", "types", "items"] : ["items"];
    this.#staged = this.#everything && facts.firstPullComplete && !options.acceptRemovals;
    this.#start = new PassStart(facts.mark, overlap, facts.updateBound);
    this.#committers = {
      items: this.#committerOf("items"),
      types: this.#committerOf("types"),
      locations: this.#committerOf("locations"),
    };
    this.#mark = facts.mark;
  }

  get tally(): PassTally {
    return {
      number: this.#begun.pass,
      mode: this.#everything ? "full" : "incremental",
      tallies: this.#tallies,
      ...this.#counts,
      isWritten: this.#isWritten,
      halted: this.#halted,
      mark: this.#mark,
    };
  }

  async run(): Promise<void> {
    const { writer } = this.#options;
    for (const resource of this.#resources) await this.#list(resource);
    if (this.#staged) {
      await writer.checkRemovals();
      for (const resource of this.#resources) await this.#storeStaged(resource);
    }
    this.#mark = this.#finishOf("items").facts.mark ?? this.#mark;
    // This runs in every pass, because the app may have ended between the first pull's last page and this step.
    await writer.buildIndexes();
    this.#isWritten = true;
    await this.#verify();
  }

  async #list(resource: Resource): Promise<void> {
    const committer = this.#committers[resource];
    try {
      const { pass, totals } = this.#begun;
      const context = {
        options: this.#options,
        pass,
        everything: this.#everything,
        staged: this.#staged,
        start: this.#start,
        bounds: { restarts: MAX_RESTARTS - this.#counts.restarts, known: totals[resource] },
        tallies: this.#tallies,
      };
      this.#counts.restarts += await listResource(resource, context, committer);
      if (this.#staged) await committer.flush();
      else await committer.finish(this.#finishOf(resource));
    } catch (thrown) {
      await committer.abandon();
      throw thrown;
    }
  }

  async #storeStaged(resource: Resource): Promise<void> {
    const committer = this.#committers[resource];
    let more = true;
    while (more) more = await committer.storeStaged(STAGED_AT_ONCE);
    await committer.finish(this.#finishOf(resource));
  }

  async #verify(): Promise<void> {
    const budget = this.#options.acceptRemovals ? ACCEPTED_BUDGET : VERIFY_BUDGET;
    const { asked, hidden, halted } = await verifyMissing({ ...this.#options, budget });
    this.#counts.verified = asked;
    this.#counts.hidden = hidden;
    this.#halted = halted;
  }

  /** The facts that follow from the end of a listing. */
  #finishOf(resource: Resource): Finish {
    if (resource !== "items") return { everything: true, facts: {} };
    const { facts, clock, acceptRemovals } = this.#options;
    const everything = this.#everything;
    const mark = chooseMark(this.#start.serverTime, this.#start.highestUpdate, facts.mark, everything);
    const lastPassAt = new Date(clock.now()).toISOString();
    const checked = everything ? { lastFullCheckAt: lastPassAt, checkedAsOf: mark } : {};
    const listed = this.#resources.includes("types") ? { referencesAsOf: mark } : {};
    return {
      everything,
      acceptRemovals,
      facts: {
        mark,
        updateBound: this.#start.bound,
        lastPassAt,
        firstPullComplete: true,
        ...checked,
        ...listed,
      },
    };
  }

  #committerOf(resource: Resource): Committer {
    const { writer, clock } = this.#options;
    return new Committer(writer, resource, clock, (commit) => {
      this.#tallies[resource] = commit.tally;
      this.#options.onCommit?.(resource, commit);
    });
  }
}
