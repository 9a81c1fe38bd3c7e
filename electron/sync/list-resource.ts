import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { ListParameters, Page } from "../client/api-client.ts";
import type { ListingTally } from "../store/ingest/listing.ts";
import type { PageToStore } from "../store/ingest/upsert.ts";
import type { Committer } from "./committer.ts";
import { confirmCompany } from "./company.ts";
import { walkListing, type ListingBounds } from "./listing.ts";
import { latestPossible, updatedSince, type PassStart } from "./mark.ts";
import type { PassOptions } from "./pass-options.ts";

/** The counts of a listing that has not begun. */
export const EMPTY_TALLY: ListingTally = { seen: 0, written: 0, quarantined: 0, changes: 0 };

/** The parts of a pass that one listing needs. */
export interface ListingContext {
  readonly options: PassOptions;
  readonly pass: number;
  /** True if all items are listed, not only the changed ones. */
  readonly everything: boolean;
  readonly staged: boolean;
  readonly start: PassStart;
  readonly bounds: ListingBounds;
  /** The stored counts of the listings. */
  readonly tallies: Record<Resource, ListingTally>;
}

/** Lists one resource into the committer; returns how often the listing was restarted. */
export async function listResource(
  resource: Resource,
  context: ListingContext,
  committer: Committer,
): Promise<number> {
  const { options, tallies } = context;
  const { client, writer, clock, facts, signal } = options;
  let itemsSeen = false;
  // Whose key this is has to be known before anything is written.
  const pending: PageToStore[] | null =
    resource === "locations" && facts.firstPullComplete && !options.acceptRemovals ? [] : null;
  const hooks = {
    // Pending pages are few, and end with the bound all the same.
    seen: () => tallies[resource].seen + tallies[resource].quarantined,
    onBegin: async () => {
      pending?.splice(0);
      await committer.abandon();
      tallies[resource] = EMPTY_TALLY;
      await writer.beginListing(resource, context.pass, context.staged);
    },
    onRequest: () => options.sequence.take(),
    onPage: async (page: Page, sequence: number) => {
      const { records, requestId, serverTime } = page;
      context.start.observeAnswer(serverTime, clock.now());
      if (resource === "items" && !itemsSeen) await observeFirstItems(context, page);
      itemsSeen ||= resource === "items";
      const servedBy = options.serviceClock.observe(serverTime);
      const toStore = {
        records,
        requestId,
        fetched: {
          sequence,
          at: clock.now(),
          servedBy,
          verified: false,
          fullCheck: context.everything,
        },
      };
      options.onPage?.(resource, serverTime);
      if (pending) pending.push(toStore);
      else await committer.add(toStore);
    },
  };
  const parameters = parametersOf(resource, context);
  const restarts = await walkListing(client, resource, parameters, context.bounds, hooks, signal);
  if (pending) {
    const records = pending.flatMap((page) => page.records);
    await confirmCompany(client, writer, records, signal);
    for (const page of pending) await committer.add(page);
  }
  return restarts;
}

async function observeFirstItems(
  { options, start, everything }: ListingContext,
  { records, serverTime }: Page,
): Promise<void> {
  const now = options.clock.now();
  start.observeFirstItems(records, serverTime, now);
  if (start.doubted && !everything)
    start.observeKnown(await options.writer.newestUpdate(latestPossible(serverTime, now)));
}

function parametersOf(resource: Resource, { options, everything }: ListingContext): ListParameters {
  const { facts, overlap, pageSize } = options;
  if (resource !== "items" || everything || facts.mark === null) return { limit: pageSize };
  return { limit: pageSize, updatedSince: updatedSince(facts.mark, overlap, facts.updateBound) };
}
