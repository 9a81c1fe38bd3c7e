import { AppFailure } from "../../../shared/errors.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import type { ApiClient, ListParameters, Page } from "../api/api-client.ts";
import { WaitedTooLong } from "../api/request-queue.ts";

/** How often a listing is begun anew in one pass (design 4.3). */
export const MAX_RESTARTS = 2;
/** More pages than any company has: four million records of a page each would be stopped here. */
const MAX_PAGES = 4_000_000;

export interface ListingHooks {
  /** Called before the first request, and again at each restart: what was seen so far counts no longer. */
  onBegin(restarts: number): Promise<void>;
  /** Called before each request; what it answers is handed back with the page. */
  onRequest(): number;
  /** Called with each page in order, as soon as it is here; the next one is asked for when it resolves. */
  onPage(page: Page, request: number): Promise<void>;
}

/**
 * Walks one listing to its end (specification 4.4): only `hasMore: false` ends it, a page may be short or empty.
 * @returns how often it was begun anew.
 * @throws AppFailure `protocol` for a missing cursor or a cycle of cursors, `bad_request` after the last restart,
 * and whatever the client throws.
 */
export async function walkListing(
  client: ApiClient,
  resource: Resource,
  parameters: ListParameters,
  hooks: ListingHooks,
  signal?: AbortSignal,
): Promise<number> {
  for (let restarts = 0; ; restarts += 1) {
    await hooks.onBegin(restarts);
    try {
      await walkOnce(client, resource, parameters, hooks, signal);
      return restarts;
    } catch (thrown) {
      if (!(thrown instanceof CursorLost) || restarts >= MAX_RESTARTS) {
        throw thrown instanceof CursorLost ? thrown.failure : thrown;
      }
    }
  }
}

/** The cursor is no longer good; the listing has to begin anew. */
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
  hooks: ListingHooks,
  signal: AbortSignal | undefined,
): Promise<void> {
  const used = new Set<string>();
  let cursor: string | null = null;
  for (let pages = 0; ; pages += 1) {
    const request = hooks.onRequest();
    const page: Page = await getPage(client, resource, parameters, cursor, signal);
    if (page.hasMore) checkCursor(page, used, pages);
    await hooks.onPage(page, request);
    if (!page.hasMore) return;
    cursor = page.nextCursor;
  }
}

async function getPage(
  client: ApiClient,
  resource: Resource,
  parameters: ListParameters,
  cursor: string | null,
  signal: AbortSignal | undefined,
): Promise<Page> {
  try {
    return await client.listPage(resource, parameters, cursor, { priority: "background", signal });
  } catch (thrown) {
    if (thrown instanceof WaitedTooLong) {
      throw new CursorLost(
        new AppFailure({
          kind: "rate_limited",
          message: "The service kept this key waiting for longer than a listing lives.",
        }),
      );
    }
    // Specification 4.4.4: a 400 of a request with a cursor. Without one it is our request that is wrong.
    if (cursor !== null && thrown instanceof AppFailure && thrown.error.kind === "bad_request") {
      throw new CursorLost(thrown);
    }
    throw thrown;
  }
}

function checkCursor(page: Page, used: Set<string>, pages: number): void {
  const violation = (message: string): AppFailure =>
    new AppFailure({
      kind: "protocol",
      message,
      ...(page.requestId === null ? {} : { requestId: page.requestId }),
    });
  if (page.nextCursor === null)
    throw violation("The service said that there are more pages, but gave no cursor for the next one.");
  if (used.has(page.nextCursor))
    throw violation("The service's pages go round in a circle: a cursor came a second time.");
  if (pages >= MAX_PAGES) throw violation("The service's listing does not end.");
  used.add(page.nextCursor);
}
