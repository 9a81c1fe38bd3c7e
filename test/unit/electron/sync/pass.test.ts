import { describe, expect, it } from "vitest";
import type { ApiClient } from "../../../../electron/client/api-client.ts";
import type { Remote } from "../../../../electron/store/database/worker-rpc.ts";
import type { Facts } from "../../../../electron/store/database/facts.ts";
import type { InventoryWriter } from "../../../../electron/store/ingest/inventory-writer.ts";
import type { Finish } from "../../../../electron/store/ingest/listing-writer.ts";
import { FetchSequence, ServiceClock } from "../../../../electron/sync/fetch-sequence.ts";
import type { PassOptions } from "../../../../electron/sync/pass-options.ts";
import { runPass } from "../../../../electron/sync/pass.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { fakeClock } from "../../../helpers/virtual-clock.ts";

const PAGE = { records: [], hasMore: false, nextCursor: null, requestId: null, serverTime: null };
const COMMIT = {
  tally: { seen: 0, written: 0, quarantined: 0, changes: 0 },
  changed: false,
  revision: 0,
  totals: { items: 0, types: 0, locations: 0 },
};
const MARK = "2026-01-01T00:00:00.000Z";

/** The steps of a pass without a failure, as the writer sees them. */
async function course(
  options: Pick<PassOptions, "mode" | "withReferences">,
  facts: Pick<Facts, "mark" | "firstPullComplete">,
): Promise<string[]> {
  const steps: string[] = [];
  const step =
    <T>(name: string, answer: T) =>
    (resource: unknown): Promise<T> => {
      steps.push(typeof resource === "string" ? `${name} ${resource}` : name);
      return Promise.resolve(answer);
    };
  const writer = {
    beginPass: () => Promise.resolve({ pass: 1, totals: COMMIT.totals }),
    beginListing: step("list", undefined),
    recognises: () => Promise.resolve(true),
    storePages: (resource: Resource, _pages: unknown, finish: Finish | null) =>
      step(finish ? "finish" : "stage", COMMIT)(resource),
    storeStaged: step("store", null),
    checkRemovals: step("check", undefined),
    buildIndexes: step("index", undefined),
    nextMissing: step("verify", []),
  } as unknown as Remote<InventoryWriter>;
  const clock = fakeClock();
  const tally = await runPass({
    ...options,
    client: { listPage: () => Promise.resolve(PAGE) } as unknown as ApiClient,
    writer,
    clock,
    serviceClock: new ServiceClock(clock),
    sequence: new FetchSequence(0),
    facts: { ...facts, updateBound: null } as Facts,
    pageSize: 250,
    overlap: 300,
    acceptRemovals: false,
  });
  expect(tally.isWritten).toBe(true);
  return steps;
}

describe("the steps of a pass", () => {
  it("a pass lists only items if types and locations are not due", async () => {
    expect(
      await course({ mode: "incremental", withReferences: false }, { mark: MARK, firstPullComplete: true }),
    ).toEqual(["list items", "finish items", "index", "verify"]);
  });

  it("a full check tests for removals and stores its pages only after all listings", async () => {
    expect(
      await course({ mode: "full", withReferences: false }, { mark: MARK, firstPullComplete: true }),
    ).toEqual([
      "list locations",
      "stage locations",
      "list types",
      "stage types",
      "list items",
      "stage items",
      "check",
      "store locations",
      "finish locations",
      "store types",
      "finish types",
      "store items",
      "finish items",
      "index",
      "verify",
    ]);
  });

  it("a first pull lists locations, types and items in this order", async () => {
    expect(
      await course({ mode: "incremental", withReferences: false }, { mark: null, firstPullComplete: false }),
    ).toEqual([
      "list locations",
      "finish locations",
      "list types",
      "finish types",
      "list items",
      "finish items",
      "index",
      "verify",
    ]);
  });
});
