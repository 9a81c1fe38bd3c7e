import { describe, expect, it } from "vitest";
import type { InventoryWriter } from "../../../../electron/store/ingest/inventory-writer.ts";
import type { Finish, ListingCommit } from "../../../../electron/store/ingest/listing-writer.ts";
import type { PageToStore } from "../../../../electron/store/ingest/upsert.ts";
import type { Remote } from "../../../../electron/store/database/worker-rpc.ts";
import { Committer } from "../../../../electron/sync/committer.ts";
import { fakeClock } from "../../../helpers/virtual-clock.ts";

const page = (sequence: number): PageToStore => ({
  records: [],
  requestId: null,
  fetched: { sequence, at: 0, servedBy: 0, verified: false },
});
const FINISH: Finish = { everything: true, facts: { mark: "2026-01-01T00:00:00.000Z" } };
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Call {
  readonly pages: readonly number[];
  readonly finish: Finish | null;
  end(): void;
  fail(error: Error): void;
}

/** A writer whose commits end only when the test allows it. */
function slowWriter(): { writer: Remote<InventoryWriter>; calls: Call[] } {
  const calls: Call[] = [];
  const storePages = (
    _resource: string,
    pages: readonly PageToStore[],
    finish: Finish | null,
  ): Promise<ListingCommit> =>
    new Promise((resolve, reject) => {
      const commit = {
        tally: { seen: 0, written: 0, quarantined: 0, changes: 0 },
        changed: false,
        revision: calls.length,
        totals: { items: 0, types: 0, locations: 0 },
      };
      calls.push({
        pages: pages.map(({ fetched }) => fetched.sequence),
        finish,
        end: () => resolve(commit),
        fail: reject,
      });
    });
  return { writer: { storePages } as unknown as Remote<InventoryWriter>, calls };
}

describe("Committer", () => {
  it("the committer commits the last page together with the mark", async () => {
    const { writer, calls } = slowWriter();
    const committer = new Committer(writer, "items", fakeClock(), () => {});
    await committer.add(page(1));
    await tick();
    expect(calls).toEqual([]);
    await committer.add(page(2));
    await tick();
    expect(calls).toMatchObject([{ pages: [1], finish: null }]);
    const finished = committer.finish(FINISH);
    await tick();
    expect(calls).toHaveLength(1);
    calls[0]?.end();
    await tick();
    expect(calls[1]).toMatchObject({ pages: [2], finish: FINISH });
    calls[1]?.end();
    await finished;
  });

  it("the committer joins pages that arrive during a commit", async () => {
    const { writer, calls } = slowWriter();
    const committer = new Committer(writer, "items", fakeClock(), () => {});
    for (let at = 1; at <= 6; at += 1) await committer.add(page(at));
    await tick();
    calls[0]?.end();
    await tick();
    await tick();
    expect(calls.map(({ pages }) => pages)).toEqual([[1], [2, 3, 4, 5]]);
    calls[1]?.end();
    await tick();
    expect(calls).toHaveLength(2);
  });

  it("the committer commits after four pages or 50 ms", async () => {
    const { writer, calls } = slowWriter();
    const clock = fakeClock();
    const committer = new Committer(writer, "items", clock, () => {});
    const add = async (at: number): Promise<readonly (readonly number[])[]> => {
      await committer.add(page(at));
      for (const call of calls) call.end();
      await tick();
      return calls.map(({ pages }) => pages);
    };
    await add(1);
    expect(await add(2)).toEqual([[1]]);
    await add(3);
    await add(4);
    expect(await add(5)).toEqual([[1]]);
    expect(await add(6)).toEqual([[1], [2, 3, 4, 5]]);
    await clock.wait(49);
    expect(await add(7)).toHaveLength(2);
    await clock.wait(1);
    expect((await add(8)).at(-1)).toEqual([6, 7]);
  });

  it("the committer slows down the listing if too many pages wait", async () => {
    const { writer, calls } = slowWriter();
    const committer = new Committer(writer, "items", fakeClock(), () => {});
    let added = 0;
    const feeding = (async () => {
      for (let at = 0; at < 60; at += 1) {
        await committer.add(page(at));
        added += 1;
      }
    })();
    await tick();
    expect(added).toBeLessThan(30);
    for (let turn = 0; turn < 20; turn += 1) {
      calls.forEach((call) => call.end());
      await tick();
    }
    await feeding;
    expect(added).toBe(60);
  });

  it("the committer throws the error of a failed commit at the next call", async () => {
    const { writer, calls } = slowWriter();
    const committer = new Committer(writer, "items", fakeClock(), () => {});
    await committer.add(page(1));
    await committer.add(page(2));
    await tick();
    calls[0]?.fail(new Error("disk full"));
    await tick();
    await expect(committer.add(page(3))).rejects.toThrow("disk full");
    await expect(committer.finish(FINISH)).rejects.toThrow("disk full");
    expect(calls).toHaveLength(1);
  });

  it("an abandoned committer drops waiting pages and finishes the running commit", async () => {
    const { writer, calls } = slowWriter();
    const committer = new Committer(writer, "items", fakeClock(), () => {});
    for (let at = 1; at <= 4; at += 1) await committer.add(page(at));
    let abandoned = false;
    const abandoning = committer.abandon().finally(() => {
      abandoned = true;
    });
    await tick();
    expect(abandoned).toBe(false);
    calls[0]?.end();
    await abandoning;
    expect(calls).toHaveLength(1);
    await committer.add(page(9));
    const finished = committer.finish(FINISH);
    await tick();
    expect(calls[1]?.pages).toEqual([9]);
    calls[1]?.end();
    await finished;
  });
});
