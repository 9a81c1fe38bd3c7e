import { describe, expect, it } from "vitest";
import {
  asked,
  expectCopyEqualsCompany,
  expectMarkOf,
  itemRequests,
  lastRequestId,
  makeRig,
} from "./support.ts";

const onlyPath = "/inventory/items";

describe("a refused cursor", () => {
  it.each([1, 2])("a cursor refused %d times restarts the listing", async (times) => {
    const rig = await makeRig({ faults: { onlyPath, cursorFailures: times } });
    const summary = await rig.pass();
    expect(summary).toMatchObject({ restarts: times, tallies: { items: { seen: 120, written: 120 } } });
    await expectCopyEqualsCompany(rig);
    // Each time the second page is refused, and the listing begins again without a cursor.
    expect(asked(rig.service).slice(3)).toEqual([
      ...Array.from({ length: times }, () => ["items 200", "items cursor 400"]).flat(),
      "items 200",
      "items cursor 200",
      "items cursor 200",
    ]);
    await expectMarkOf(rig, summary);
  });

  it("a restarted listing counts its rows from zero", async () => {
    const rig = await makeRig({ faults: { onlyPath, skipRequests: 2, cursorFailures: 1 } });
    const summary = await rig.pass({ pageSize: 20 });
    expect([summary.restarts, summary.tallies.items.seen]).toEqual([1, 120]);
    expect(itemRequests(rig.service).map((query) => "cursor" in query)).toEqual(
      [0, 1, 2, 0, 1, 2, 3, 4, 5].map((page) => page > 0),
    );
    await expectCopyEqualsCompany(rig);
    await expectMarkOf(rig, summary);
  });

  it.each([
    ["one of types and two of items", 1, 2],
    ["two of types and one of items", 2, 1],
  ])("a pass fails after three refused cursors, %s", async (_what, ofTypes, ofItems) => {
    const rig = await makeRig({ faults: { onlyPath: "/inventory/types", cursorFailures: ofTypes } });
    const error = await rig.failingPass({
      pageSize: 20,
      onPage: (resource) => {
        if (resource === "items" && itemRequests(rig.service).length === 1)
          rig.service.setFaults({ onlyPath, cursorFailures: ofItems });
      },
    });
    expect(error).toMatchObject({ kind: "bad_request", requestId: lastRequestId(rig.service) });
    // With one restart left, the listing begins twice; with no restart left, it begins once. Each time the
    // second page is refused.
    expect(itemRequests(rig.service).map((query) => "cursor" in query)).toEqual(
      Array.from({ length: ofItems }, () => [false, true]).flat(),
    );
    expect((await rig.facts()).mark).toBeNull();
    rig.service.setFaults({ cursorFailures: 0 });
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });

  it("three refusals of a cursor end the pass with the error 400", async () => {
    const rig = await makeRig();
    const { mark } = await rig.pass();
    rig.service.company.upsertItem({ id: "new-1", name: "N" });
    rig.service.requests.clear();
    rig.service.setFaults({ onlyPath, cursorFailures: 9 });
    const error = await rig.failingPass({ mode: "full" });
    expect(error).toMatchObject({ kind: "bad_request", status: 400, requestId: lastRequestId(rig.service) });
    expect(itemRequests(rig.service)).toHaveLength(6);
    const { facts, totals } = await rig.store.writer.describe();
    expect([facts.mark, totals.items]).toEqual([mark, 120]);
    rig.service.setFaults({ cursorFailures: 0 });
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });

  it("a cursor that expired during slow reading restarts the listing", async () => {
    let now = Date.parse("2026-01-01T00:00:00Z");
    const rig = await makeRig({ now: () => now });
    let pages = 0;
    const summary = await rig.pass({
      onPage: (resource) => {
        if (resource === "items" && (pages += 1) === 2) now += 16 * 60_000;
      },
    });
    expect(summary.restarts).toBe(1);
    await expectCopyEqualsCompany(rig);
  });
});

describe("a cursor that breaks the specification", () => {
  it.each([
    ["missing", 1],
    ["null", 1],
    ["empty", 1],
    ["cycle1", 2],
    ["cycle2", 3],
    ["cycle3", 4],
  ] as const)("a broken cursor (%s) stops the pass after %d requests", async (cursorFault, requests) => {
    const rig = await makeRig();
    const { mark } = await rig.pass();
    rig.service.requests.clear();
    rig.service.setFaults({ onlyPath, cursorFault });
    const error = await rig.failingPass({ mode: "full", pageSize: 10 });
    expect(error).toMatchObject({ kind: "protocol", requestId: lastRequestId(rig.service) });
    expect(itemRequests(rig.service)).toHaveLength(requests);
    const { facts, totals } = await rig.store.writer.describe();
    expect([facts.mark, totals.items]).toEqual([mark, 120]);
  });

  it.each([
    ["with the same page for ever", 20, {}, 20],
    ["with empty pages for ever", 20, { emptyPageChance: 1 }, 0],
  ] as const)(
    "a listing with endless new cursors (%s) stops and reports the request id",
    async (_what, items, faults, seen) => {
      const rig = await makeRig({ items });
      const { mark } = await rig.pass();
      rig.service.requests.clear();
      rig.service.setFaults({ onlyPath, cursorFault: "samePage", ...faults });
      let most = 0;
      const error = await rig.failingPass({
        mode: "full",
        withReferences: false,
        onCommit: (resource, { tally }) => {
          if (resource === "items") most = Math.max(most, tally.seen);
        },
      });
      expect(error).toMatchObject({ kind: "protocol", requestId: lastRequestId(rig.service) });
      expect(most).toBe(seen);
      const requests = itemRequests(rig.service).length;
      // The requests are a thousand pages, the company's only page twice, and the pages by which the store's
      // count may lag.
      expect(requests).toBeGreaterThan(1_000);
      expect(requests).toBeLessThan(1_040);
      const { facts, totals } = await rig.store.writer.describe();
      expect([facts.mark, totals.items]).toEqual([mark, items]);
    },
  );

  it("a broken cursor in the first pull keeps the rows that were already stored", async () => {
    const rig = await makeRig({ faults: { onlyPath, cursorFault: "cycle2" } });
    await rig.failingPass({ pageSize: 10 });
    expect(await rig.facts()).toMatchObject({ mark: null, firstPullComplete: false });
  });
});
