import type { Resource } from "../../../shared/resource-names.ts";
import type { ApiClient, ListParameters, Page } from "../api/api-client.ts";
import type { Clock } from "../clock.ts";
import type { Facts } from "../store/facts.ts";
import type { Commit, InventoryWriter, ListingTally } from "../store/inventory-writer.ts";
import type { Remote } from "../store/worker-rpc.ts";
import { Committer } from "./committer.ts";
import { MAX_RESTARTS, walkListing } from "./listing.ts";
import { chooseMark, PassStart, updatedSince } from "./mark.ts";
import type { FetchSequence } from "./fetch-sequence.ts";

export type PassMode = "full" | "incremental";

export interface PassOptions {
  readonly client: ApiClient;
  readonly writer: Remote<InventoryWriter>;
  readonly clock: Clock;
  readonly sequence: FetchSequence;
  readonly mode: PassMode;
  /** What is known of the copy as the pass begins. */
  readonly facts: Facts;
  /** True where types and locations are listed too (design 4.7: whole, every tenth pass, and on demand). */
  readonly withReferences: boolean;
  readonly pageSize: number;
  /** Seconds (specification 4.5.2). */
  readonly overlap: number;
  readonly signal?: AbortSignal;
  onPage?(resource: Resource, page: Page): void;
  onCommit?(resource: Resource, commit: Commit): void;
}

export interface PassSummary {
  readonly mode: PassMode;
  readonly tallies: Readonly<Record<Resource, ListingTally>>;
  readonly restarts: number;
  readonly mark: string | null;
}

const NOTHING: ListingTally = { seen: 0, written: 0, quarantined: 0 };
/** What others refer to comes first, so that an item's location and type are known when it arrives. */
const ORDER: readonly Resource[] = ["locations", "types", "items"];

/**
 * One pass (design 4): lists what is due, commits page by page, and sets the mark with the last page of items.
 * @throws AppFailure; the mark then is what it was, and what was committed stays.
 */
export async function runPass(options: PassOptions): Promise<PassSummary> {
  const { writer, facts } = options;
  const { pass } = await writer.beginPass();
  const { totals } = await writer.describe();
  const everything = options.mode === "full" || facts.mark === null;
  const start = new PassStart();
  const tallies: Record<Resource, ListingTally> = { items: NOTHING, types: NOTHING, locations: NOTHING };
  let restarts = 0;
  let mark = facts.mark;

  for (const resource of ORDER.filter((name) => name === "items" || options.withReferences || everything)) {
    const committer = new Committer(writer, resource, (commit) => {
      tallies[resource] = commit.tally;
      options.onCommit?.(resource, commit);
    });
    try {
      restarts += await walkListing(
        options.client,
        resource,
        parametersOf(resource, options, everything),
        { restarts: MAX_RESTARTS - restarts, known: totals[resource] },
        {
          seen: () => tallies[resource].seen + tallies[resource].quarantined,
          onBegin: async () => {
            await committer.abandon();
            tallies[resource] = NOTHING;
            await writer.beginListing(resource, pass);
          },
          onRequest: () => options.sequence.take(),
          onPage: async (page, sequence) => {
            start.observe(resource, page);
            options.onPage?.(resource, page);
            const fetched = { sequence, at: options.clock.now(), verified: false };
            await committer.add({ records: page.records, requestId: page.requestId, fetched });
          },
        },
        options.signal,
      );
    } catch (thrown) {
      await committer.abandon();
      throw thrown;
    }
    if (resource === "items")
      mark = chooseMark(start.serverTime, start.highestUpdate, facts.mark, everything);
    const lastPassAt = new Date(options.clock.now()).toISOString();
    await committer.finish({
      everything: resource !== "items" || everything,
      facts:
        resource === "items"
          ? { mark, lastPassAt, firstPullComplete: true, ...start.stamps(facts, everything) }
          : {},
    });
  }
  // In every pass: an app that ended between the first pull's last page and this would never have them otherwise.
  await writer.buildIndexes();
  return { mode: everything ? "full" : "incremental", tallies, restarts, mark };
}

function parametersOf(resource: Resource, options: PassOptions, everything: boolean): ListParameters {
  const { facts, overlap, pageSize } = options;
  if (resource !== "items" || everything || facts.mark === null) return { limit: pageSize };
  return { limit: pageSize, updatedSince: updatedSince(facts.mark, overlap, facts.updateBound) };
}
