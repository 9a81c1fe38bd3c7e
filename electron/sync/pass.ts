import type { AppError } from "../../shared/base/errors.ts";
import { assertNever } from "../../shared/base/text/assert-never.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import { VERIFY_BUDGET } from "../../shared/inventory/verification.ts";
import type { Finish } from "../store/ingest/listing-writer.ts";
import type { ListingTally } from "../store/ingest/listing.ts";
import { Committer } from "./committer.ts";
import type { PassOptions } from "./pass-options.ts";
import { listResource, EMPTY_TALLY } from "./list-resource.ts";
import { MAX_RESTARTS } from "./listing.ts";
import { chooseMark, PassStart } from "./mark.ts";
import {
  firstState,
  nextPassState,
  type PassEvent,
  type PassMode,
  type PassSteps,
  type PassState,
} from "./pass-state.ts";
import { ACCEPTED_BUDGET, verifyMissing } from "./verify-missing.ts";

/** The counts of a pass so far, also if it fails. */
export interface PassTally {
  readonly number: number;
  readonly mode: PassMode;
  readonly tallies: Readonly<Record<Resource, ListingTally>>;
  readonly restarts: number;
  /**
   * Rows that were requested because a full check did not see them. `hidden` counts those of them that are hidden now.
   */
  readonly verified: number;
  readonly hidden: number;
  /** True once all rows and the mark are stored. Single rows may still be verified. */
  readonly isWritten: boolean;
  /** Why the verification of single rows ended early; null if it did not. */
  readonly halted: AppError | null;
  readonly mark: string | null;
}

/** Staged pages that are stored as one transaction. */
const STAGED_AT_ONCE = 20;

/**
 * One pass (design 4): lists the due resources, commits page by page, sets the mark with the last page of items, and
 * requests the rows that the last full check missed.
 * @param onTally called with the counts so far, before the pass ends or fails.
 * @throws AppFailure; before the last page of items, the mark is unchanged, and committed rows stay.
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

/** Runs the steps of a pass in each of its states (pass-state.ts). */
class Pass {
  readonly #options: PassOptions;
  readonly #begun: Awaited<ReturnType<PassOptions["writer"]["beginPass"]>>;
  readonly #everything: boolean;
  readonly #plan: PassSteps;
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
    this.#plan = {
      // Referenced records come first, so that an item's location and type are known when it arrives.
      resources: options.withReferences || this.#everything ? ["locations", "types", "items"] : ["items"],
      staged: this.#everything && facts.firstPullComplete && !options.acceptRemovals,
    };
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
    let state = firstState(this.#plan);
    while (state.name !== "done") state = nextPassState(this.#plan, state, await this.#perform(state));
  }

  async #perform(state: Exclude<PassState, { name: "done" }>): Promise<PassEvent> {
    const { writer } = this.#options;
    switch (state.name) {
      case "listing":
        await this.#list(state.resource);
        return "listed";
      case "checking":
        await writer.checkRemovals();
        return "allowed";
      case "storing":
        await this.#storeStaged(state.resource);
        return "stored";
      case "indexing":
        this.#mark = this.#finishOf("items").facts.mark ?? this.#mark;
        // In every pass: an app that ended between the first pull's last page and this would never have them otherwise.
        await writer.buildIndexes();
        this.#isWritten = true;
        return "indexed";
      case "verifying":
        await this.#verify();
        return "verified";
      default:
        return assertNever(state, "pass: unknown state");
    }
  }

  async #list(resource: Resource): Promise<void> {
    const committer = this.#committers[resource];
    try {
      const { pass, totals } = this.#begun;
      const { staged } = this.#plan;
      const context = {
        options: this.#options,
        pass,
        everything: this.#everything,
        staged,
        start: this.#start,
        bounds: { restarts: MAX_RESTARTS - this.#counts.restarts, known: totals[resource] },
        tallies: this.#tallies,
      };
      this.#counts.restarts += await listResource(resource, context, committer);
      if (staged) await committer.flush();
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

  /** The conclusions about the copy that the end of a listing allows. */
  #finishOf(resource: Resource): Finish {
    if (resource !== "items") return { everything: true, facts: {} };
    const { facts, clock, acceptRemovals } = this.#options;
    const everything = this.#everything;
    const mark = chooseMark(this.#start.serverTime, this.#start.highestUpdate, facts.mark, everything);
    const lastPassAt = new Date(clock.now()).toISOString();
    const checked = everything ? { lastFullCheckAt: lastPassAt, checkedAsOf: mark } : {};
    return {
      everything,
      acceptRemovals,
      facts: { mark, updateBound: this.#start.bound, lastPassAt, firstPullComplete: true, ...checked },
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
