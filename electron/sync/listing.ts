import type { Sentence } from "../../shared/base/text/texts.ts";
import { SYNC_ERRORS } from "./messages.ts";
import { AppFailure, said } from "../../shared/base/errors.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { ApiClient, Cursor, ListParameters, Page } from "../client/api-client.ts";
import { WaitedTooLong } from "../client/request-queue.ts";
import type { ListingTally } from "../store/ingest/listing.ts";
import type { PageToStore } from "../store/ingest/upsert.ts";
import type { Committer } from "./committer.ts";
import { confirmCompany } from "./company.ts";
import { latestPossible, updatedSince, type PassStart } from "./mark.ts";
import { EMPTY_TALLY, type PassOptions } from "./pass-options.ts";

/** The most restarts of all listings of one pass (design 4.3). */
export const MAX_RESTARTS = 2;
/** The number of pages without a new record that every listing may have. */
const IDLE_PAGES = 1_000;

/** The limits of a listing, in addition to its regular end. */
export interface ListingBounds {
  /** The restarts that are left for this listing. A pass has two for all its listings. */
  readonly restarts: number;
  /** The number of this resource's records in the copy at the start of the listing. */
  readonly known: number;
}

/** The parts of a pass that one listing needs. */
export interface ListingContext {
  readonly options: PassOptions;
  readonly pass: number;
  /** True if all items are listed, and not only changed items. */
  readonly everything: boolean;
  readonly staged: boolean;
  readonly start: PassStart;
  readonly bounds: ListingBounds;
  /** The stored counts of the listings. */
  readonly tallies: Record<Resource, ListingTally>;
}

/** Lists one resource, and passes its pages to the committer. @returns the number of restarts. */
export async function listResource(
  resource: Resource,
  context: ListingContext,
  committer: Committer,
): Promise<number> {
  const { options, tallies } = context;
  const { client, writer, clock, facts, signal } = options;
  let itemsSeen = false;
  // Before anything is written, it must be clear that the key belongs to the copy's company.
  const pending: PageToStore[] | null =
    resource === "locations" && facts.firstPullComplete && !options.acceptRemovals ? [] : null;
  const hooks = {
    // Pages are few while they are pending, and a listing without an end still reaches the bound.
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

export interface ListingHooks {
  /** Called before the first request and at each restart. A restart resets the seen records. */
  onBegin(restarts: number): Promise<void>;
  /** Called before each request. Its result is passed to `onPage` with the page. */
  onRequest(): number;
  /** Called with each page as it arrives, in order. The next page is requested when the promise resolves. */
  onPage(page: Page, request: number): Promise<void>;
  /** Returns the number of different records since the start. It may be some pages late. */
  seen(): number;
}

/**
 * Follows one listing to its end (specification 4.4): only `hasMore: false` ends it, and a page may be short or empty.
 *
 * A service could return the same page for ever with new cursors, so consecutive pages without a new record are
 * limited. `limit` counts records before filters (specification 4.4.2), so an incremental listing may begin with as
 * many empty pages as the company has in all. The limit is twice that many and a thousand more, which no correct
 * service needs.
 * @returns the number of restarts.
 * @throws AppFailure `protocol` for a missing cursor, a cycle of cursors or a listing that does not end, `bad_request`
 * after the last restart, and whatever the client throws.
 */
export async function walkListing(
  client: ApiClient,
  resource: Resource,
  parameters: ListParameters,
  bounds: ListingBounds,
  hooks: ListingHooks,
  signal?: AbortSignal,
): Promise<number> {
  for (let restarts = 0; ; restarts += 1) {
    await hooks.onBegin(restarts);
    try {
      await walkOnce(client, resource, parameters, bounds, hooks, signal);
      return restarts;
    } catch (thrown) {
      if (!(thrown instanceof CursorLost)) throw thrown;
      if (restarts >= bounds.restarts) throw thrown.failure;
    }
  }
}

/** The error if a cursor is no longer valid. The listing must then restart. */
class CursorLost extends Error {
  readonly failure: Error;

  constructor(failure: Error) {
    super(failure.message);
    this.failure = failure;
  }
}

async function walkOnce(
  client: ApiClient,
  resource: Resource,
  parameters: ListParameters,
  bounds: ListingBounds,
  hooks: ListingHooks,
  signal: AbortSignal | undefined,
): Promise<void> {
  const used = new Set<string>();
  const progress = new Progress(parameters.limit, bounds.known);
  let cursor: Cursor | null = null;
  for (;;) {
    const request = hooks.onRequest();
    const page: Page = await getPage(client, resource, parameters, cursor, signal);
    if (page.hasMore) {
      checkCursor(page, used);
      if (!progress.observe(hooks.seen())) throw violation(page, SYNC_ERRORS.endless);
    }
    await hooks.onPage(page, request);
    if (!page.hasMore) return;
    cursor = page.nextCursor;
  }
}

/** Counts the pages since the last page with a new record. */
class Progress {
  readonly #limit: number;
  readonly #known: number;
  #seen = 0;
  #idle = 0;

  constructor(limit: number, known: number) {
    this.#limit = limit;
    this.#known = known;
  }

  /** Counts a page. @returns false after too many pages without a new record. */
  observe(seen: number): boolean {
    this.#idle = seen > this.#seen ? 0 : this.#idle + 1;
    this.#seen = seen;
    const records = Math.max(this.#known, seen);
    return this.#idle <= IDLE_PAGES + 2 * Math.ceil(records / this.#limit);
  }
}

async function getPage(
  client: ApiClient,
  resource: Resource,
  parameters: ListParameters,
  cursor: Cursor | null,
  signal: AbortSignal | undefined,
): Promise<Page> {
  try {
    return await client.listPage(resource, parameters, cursor, { priority: "background", signal });
  } catch (thrown) {
    if (thrown instanceof WaitedTooLong) {
      throw new CursorLost(new AppFailure({ kind: "rate_limited", ...said(SYNC_ERRORS.waitedTooLong) }));
    }
    // A 400 for a request with a cursor (specification 4.4.4). Without a cursor, the request itself is wrong.
    if (cursor !== null && thrown instanceof AppFailure && thrown.error.kind === "bad_request") {
      throw new CursorLost(thrown);
    }
    throw thrown;
  }
}

function checkCursor(page: Page, used: Set<string>): void {
  if (page.nextCursor === null) throw violation(page, SYNC_ERRORS.noCursor);
  if (used.has(page.nextCursor.value)) throw violation(page, SYNC_ERRORS.cycle);
  used.add(page.nextCursor.value);
}

function violation(page: Page, sentence: Sentence): AppFailure {
  const requestId = page.requestId ?? undefined;
  return new AppFailure({
    kind: "protocol",
    ...said(sentence),
    ...(requestId !== undefined && { requestId }),
  });
}
