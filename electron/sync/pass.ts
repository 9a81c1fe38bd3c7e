import type { Resource } from "../../shared/domain/resource-names.ts";
import { VERIFY_BUDGET } from "../../shared/contract/verification.ts";
import type { ApiClient, ListParameters } from "../client/api-client.ts";
import type { Clock } from "../base/clock.ts";
import type { Facts } from "../store/database/facts.ts";
import type { Commit, Finish, InventoryWriter } from "../store/ingest/inventory-writer.ts";
import type { ListingTally, PageToStore } from "../store/ingest/listing.ts";
import type { Remote } from "../store/database/worker-rpc.ts";
import { Committer } from "./committer.ts";
import { confirmCompany } from "./company.ts";
import { MAX_RESTARTS, walkListing, type ListingBounds } from "./listing.ts";
import { chooseMark, latestPossible, PassStart, updatedSince } from "./mark.ts";
import type { FetchSequence } from "./fetch-sequence.ts";
import type { ServiceClock } from "./service-clock.ts";
import { ACCEPTED_BUDGET, verifyUnreturned } from "./verify-unreturned.ts";

export type PassMode = "full" | "incremental";

export interface PassOptions {
  readonly client: ApiClient;
  readonly writer: Remote<InventoryWriter>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly sequence: FetchSequence;
  readonly mode: PassMode;
  /** What is known of the copy as the pass begins. */
  readonly facts: Facts;
  /** True where types and locations are listed too (design 4.7: whole, every tenth pass, and on demand). */
  readonly withReferences: boolean;
  readonly pageSize: number;
  /** Seconds (specification 4.5.2). */
  readonly overlap: number;
  /** True where the user has said that the key is this company's, and that removals are meant (design 4.8). */
  readonly acceptRemovals: boolean;
  readonly signal?: AbortSignal;
  /** Told of each page as it arrives. @param serverTime its `Date` in ms since the epoch; null where it has none. */
  onPage?(resource: Resource, serverTime: number | null): void;
  onCommit?(resource: Resource, commit: Commit): void;
  /** Told of each row that was asked for by its id. */
  onVerified?(resource: Resource, commit: Omit<Commit, "tally">): void;
}

/** What a pass did so far, also where it fails. */
export interface PassTally {
  readonly number: number;
  readonly mode: PassMode;
  readonly tallies: Readonly<Record<Resource, ListingTally>>;
  readonly restarts: number;
  /** Rows that were asked for because a full check did not see them, and those of them that are hidden now. */
  readonly verified: number;
  readonly hidden: number;
  readonly mark: string | null;
}

const NOTHING: ListingTally = { seen: 0, written: 0, quarantined: 0, changes: 0 };
/** What others refer to comes first, so that an item's location and type are known when it arrives. */
const ORDER: readonly Resource[] = ["locations", "types", "items"];
/** Held pages that are stored as one transaction. */
const HELD_AT_ONCE = 20;

/**
 * One pass (design 4): lists what is due, commits page by page, sets the mark with the last page of items, and asks
 * for what the last full check did not see. A full check changes no row before all of it is here and nobody has to be
 * asked.
 * @param onTally told what was done so far, before the pass ends or fails.
 * @throws AppFailure; where it is before the last page of items, the mark is what it was, and what was committed stays.
 */
export async function runPass(
  options: PassOptions,
  onTally?: (tally: PassTally) => void,
): Promise<PassTally> {
  const { writer, facts } = options;
  const { pass, totals } = await writer.beginPass();
  const everything = options.mode === "full" || facts.mark === null;
  const start = new PassStart(facts.mark, options.overlap, facts.updateBound);
  const tallies: Record<Resource, ListingTally> = { items: NOTHING, types: NOTHING, locations: NOTHING };
  const counts = { restarts: 0, verified: 0, hidden: 0 };
  let { mark } = facts;
  const tally = (): PassTally => {
    return { number: pass, mode: everything ? "full" : "incremental", tallies, ...counts, mark };
  };
  const holds = everything && facts.firstPullComplete && !options.acceptRemovals;
  const finishOf = (resource: Resource): Finish => {
    if (resource !== "items") return { everything: true, facts: {} };
    const next = chooseMark(start.serverTime, start.highestUpdate, facts.mark, everything);
    const lastPassAt = new Date(options.clock.now()).toISOString();
    const checked = everything ? { lastFullCheckAt: lastPassAt, checkedAsOf: next } : {};
    return {
      everything,
      acceptRemovals: options.acceptRemovals,
      facts: { mark: next, updateBound: start.bound, lastPassAt, firstPullComplete: true, ...checked },
    };
  };
  try {
    const listed: [Resource, Committer][] = [];
    for (const resource of ORDER.filter((name) => name === "items" || options.withReferences || everything)) {
      const onCommit = (commit: Commit): void => {
        tallies[resource] = commit.tally;
        options.onCommit?.(resource, commit);
      };
      const committer = new Committer(writer, resource, options.clock, onCommit);
      try {
        const bounds = { restarts: MAX_RESTARTS - counts.restarts, known: totals[resource] };
        const context = { ...options, pass, everything, holds, start, bounds, tallies };
        counts.restarts += await listResource(resource, context, committer);
        if (holds) await committer.flush();
        else await committer.finish(finishOf(resource));
      } catch (thrown) {
        await committer.abandon();
        throw thrown;
      }
      listed.push([resource, committer]);
    }
    if (holds) await storeHeld(writer, listed, finishOf);
    mark = finishOf("items").facts.mark ?? mark;
    // In every pass: an app that ended between the first pull's last page and this would never have them otherwise.
    await writer.buildIndexes();
    const budget = options.acceptRemovals ? ACCEPTED_BUDGET : VERIFY_BUDGET;
    const { asked, hidden } = await verifyUnreturned({ ...options, budget });
    counts.verified = asked;
    counts.hidden = hidden;
  } finally {
    onTally?.(tally());
  }
  return tally();
}

/**
 * Stores what a full check has held, now that all of it is here and may be stored.
 * @throws AppFailure `mass_removal`; then no row was changed.
 */
async function storeHeld(
  writer: Remote<InventoryWriter>,
  listed: readonly (readonly [Resource, Committer])[],
  finishOf: (resource: Resource) => Finish,
): Promise<void> {
  await writer.checkRemovals();
  for (const [resource, committer] of listed) {
    let more = true;
    while (more) more = await committer.storeHeld(HELD_AT_ONCE);
    await committer.finish(finishOf(resource));
  }
}

interface ListingContext extends PassOptions {
  readonly pass: number;
  readonly everything: boolean;
  /** Whether pages that would change rows are held until all of them are here. */
  readonly holds: boolean;
  readonly start: PassStart;
  readonly bounds: ListingBounds;
  /** What the listings have brought, as far as it is stored. */
  readonly tallies: Record<Resource, ListingTally>;
}

/** Lists one resource into the committer; answers how often the listing was begun anew. */
async function listResource(
  resource: Resource,
  context: ListingContext,
  committer: Committer,
): Promise<number> {
  const { client, writer, clock, facts, signal, start, tallies } = context;
  let itemsSeen = false;
  // Whose key this is has to be known before anything is written.
  const held: PageToStore[] | null =
    resource === "locations" && facts.firstPullComplete && !context.acceptRemovals ? [] : null;
  const restarts = await walkListing(
    client,
    resource,
    parametersOf(resource, context, context.everything),
    context.bounds,
    {
      // Pages that are held are few, and end with the bound all the same.
      seen: () => tallies[resource].seen + tallies[resource].quarantined,
      onBegin: async () => {
        held?.splice(0);
        await committer.abandon();
        tallies[resource] = NOTHING;
        await writer.beginListing(resource, context.pass, context.holds);
      },
      onRequest: () => context.sequence.take(),
      onPage: async ({ records, requestId, serverTime }, sequence) => {
        const now = clock.now();
        start.observeAnswer(serverTime, now);
        if (resource === "items" && !itemsSeen) {
          itemsSeen = true;
          start.observeFirstItems(records, serverTime, now);
          if (start.doubted && !context.everything)
            start.observeKnown(await writer.newestUpdate(latestPossible(serverTime, now)));
        }
        const servedBy = context.serviceClock.observe(serverTime);
        const page = {
          records,
          requestId,
          fetched: { sequence, at: clock.now(), servedBy, verified: false },
        };
        context.onPage?.(resource, serverTime);
        if (held) held.push(page);
        else await committer.add(page);
      },
    },
    signal,
  );
  if (held) {
    const records = held.flatMap((page) => page.records);
    await confirmCompany(client, writer, records, signal);
    for (const page of held) await committer.add(page);
  }
  return restarts;
}

function parametersOf(resource: Resource, options: PassOptions, everything: boolean): ListParameters {
  const { facts, overlap, pageSize } = options;
  if (resource !== "items" || everything || facts.mark === null) return { limit: pageSize };
  return { limit: pageSize, updatedSince: updatedSince(facts.mark, overlap, facts.updateBound) };
}
