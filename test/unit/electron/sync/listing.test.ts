import { describe, expect, it } from "vitest";
import type { ApiClient, Cursor, Page } from "../../../../electron/client/api-client.ts";
import { WaitedTooLong } from "../../../../electron/client/request-queue.ts";
import { MAX_RESTARTS, walkListing } from "../../../../electron/sync/listing.ts";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { type ErrorKind } from "../../../../shared/base/error-kinds.ts";
import { errorOf } from "../../../helpers/failures.ts";

type Reply = Partial<Page> | Error;
const failure = (kind: ErrorKind): AppFailure => new AppFailure({ kind, message: kind, requestId: "r-400" });
const more = (nextCursor: string | null, records: readonly unknown[] = [{}]): Reply => ({
  hasMore: true,
  nextCursor: nextCursor === null ? null : { value: nextCursor, receivedAt: 0 },
  records,
  requestId: `r-${nextCursor}`,
});
const LAST: Reply = { hasMore: false, records: [{}] };

/** Walks a listing over prepared replies. @returns its requests and the records that it passed on. */
async function walk(
  replies: readonly Reply[],
  restarts = MAX_RESTARTS,
): Promise<{ outcome: unknown; cursors: (string | null)[]; events: string[] }> {
  const cursors: (string | null)[] = [];
  const events: string[] = [];
  const rest = [...replies];
  const client = {
    listPage: async (_resource: string, _parameters: unknown, cursor: Cursor | null): Promise<Page> => {
      cursors.push(cursor?.value ?? null);
      const reply = rest.shift();
      if (reply === undefined) throw new Error("asked for more than there is");
      if (reply instanceof Error) throw reply;
      const empty = { records: [], requestId: null, serverTime: null };
      return { ...empty, hasMore: false, nextCursor: null, ...reply };
    },
  } as unknown as ApiClient;
  const hooks = {
    onBegin: async (restarts: number) => void events.push(`begin ${restarts}`),
    onRequest: () => cursors.length,
    onPage: async (page: Page, request: number) =>
      void events.push(`page ${request}: ${page.records.length}`),
    seen: () => cursors.length,
  };
  const walked = walkListing(client, "items", { limit: 250 }, { restarts, known: 0 }, hooks);
  const outcome = await walked.catch(async () => errorOf(walked));
  return { outcome, cursors, events };
}

describe("walkListing()", () => {
  it("walkListing() reads short and empty pages until hasMore is false", async () => {
    const { outcome, cursors, events } = await walk([
      more("a", []),
      more("b"),
      more("c", []),
      { hasMore: false, records: [] },
    ]);
    expect(outcome).toBe(0);
    expect(cursors).toEqual([null, "a", "b", "c"]);
    expect(events).toEqual(["begin 0", "page 0: 0", "page 1: 1", "page 2: 0", "page 3: 0"]);
  });

  it("walkListing() ends when hasMore is false even if the page has a cursor", async () => {
    expect(await walk([{ hasMore: false, nextCursor: { value: "again", receivedAt: 0 } }])).toMatchObject({
      outcome: 0,
      cursors: [null],
    });
  });

  it("walkListing() restarts at most twice after a 400 for a cursor", async () => {
    const lost = failure("bad_request");
    expect(await walk([more("a"), lost, more("b"), more("c"), lost, LAST])).toMatchObject({
      outcome: 2,
      cursors: [null, "a", null, "b", "c", null],
    });
    const { outcome, events } = await walk([more("a"), lost, more("a"), lost, more("a"), lost]);
    expect(outcome).toMatchObject({ kind: "bad_request", requestId: "r-400" });
    expect(events.filter((event) => event.startsWith("begin"))).toEqual(["begin 0", "begin 1", "begin 2"]);
  });

  it.each([0, 1])("walkListing() restarts no more often than the pass allows: %d times", async (left) => {
    const lost = failure("bad_request");
    const { outcome, events } = await walk([more("a"), lost, more("b"), lost, LAST], left);
    expect(outcome).toMatchObject({ kind: "bad_request" });
    expect(events.filter((event) => event.startsWith("begin"))).toHaveLength(left + 1);
  });

  it("walkListing() accepts the old listing's cursor again after a restart", async () => {
    expect((await walk([more("a"), failure("bad_request"), more("a"), LAST])).outcome).toBe(1);
  });

  it("walkListing() never restarts after a 400 without a cursor", async () => {
    const { outcome, cursors } = await walk([failure("bad_request")]);
    expect([outcome, cursors]).toMatchObject([{ kind: "bad_request" }, [null]]);
  });

  it("walkListing() restarts if a cursor expires during a wait", async () => {
    expect((await walk([more("a"), new WaitedTooLong(), LAST])).outcome).toBe(1);
  });

  it.each<[string, readonly Reply[]]>([
    ["no cursor", [more(null)]],
    ["a cycle of one", [more("a"), more("a")]],
    ["a cycle of two", [more("a"), more("b"), more("a")]],
    ["a cycle of three", [more("a"), more("b"), more("c"), more("a")]],
  ])("walkListing() stops at %s with that page's request id", async (_what, replies) => {
    const { outcome, events } = await walk(replies);
    expect(outcome).toMatchObject({ kind: "protocol", requestId: expect.stringMatching(/^r-/) });
    expect(events).toHaveLength(replies.length);
  });

  it.each<ErrorKind>([
    "unauthorized",
    "forbidden",
    "server",
    "network",
    "rate_limited",
    "cancelled",
    "protocol",
  ])("walkListing() passes on an error of kind %s unchanged", async (kind) => {
    const { outcome, cursors } = await walk([more("a"), failure(kind)]);
    expect(outcome).toMatchObject({ kind });
    expect(cursors).toEqual([null, "a"]);
  });
});

describe("listings without new records", () => {
  /**
   * Walks a listing whose cursors never end; `seen` returns the store's count after a number of requested
   * pages.
   */
  async function endless(
    known: number,
    limit: number,
    seen: (pages: number) => number,
    pages = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly asked: number; readonly outcome: unknown }> {
    let asked = 0;
    const client = {
      listPage: async (): Promise<Page> => {
        asked += 1;
        const hasMore = asked < pages;
        const nextCursor = hasMore ? { value: `c-${asked}`, receivedAt: 0 } : null;
        const records: unknown[] = [];
        return { records, hasMore, nextCursor, requestId: `r-${asked}`, serverTime: null };
      },
    } as unknown as ApiClient;
    const walked = walkListing(
      client,
      "items",
      { limit },
      { restarts: MAX_RESTARTS, known },
      { onBegin: async () => {}, onRequest: () => asked, onPage: async () => {}, seen: () => seen(asked) },
    );
    return { outcome: await walked.catch(async () => errorOf(walked)), asked };
  }

  it.each([
    [0, 250, 1_001],
    [1_000_000, 250, 9_001],
    [1_000_001, 250, 9_003],
    [500, 1, 2_001],
  ])(
    "a listing of %d known rows at limit %d without new records stops at page %d",
    async (known, limit, page) => {
      const { outcome, asked } = await endless(known, limit, () => 0);
      expect(asked).toBe(page);
      expect(outcome).toMatchObject({ kind: "protocol", requestId: `r-${page}` });
    },
  );

  it("a listing may have any number of pages if it brings new records", async () => {
    const nowAndThen = (asked: number): number => Math.floor(asked / 1_000);
    expect(await endless(0, 250, nowAndThen, 20_000)).toEqual({ outcome: 0, asked: 20_000 });
  });

  it("the page limit of a listing grows with the listing's own new records", async () => {
    // The pages are 50,000 new records, then twice these pages, and a thousand more pages without a new record.
    const { asked } = await endless(0, 250, (pages) => Math.min(pages * 250, 50_000));
    expect(asked).toBe(200 + 1_400 + 1);
  });
});
