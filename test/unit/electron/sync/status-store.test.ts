import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ListingCommit } from "../../../../electron/store/ingest/listing-writer.ts";
import { StatusStore } from "../../../../electron/sync/status-store.ts";
import { PUSHES, type PushPayload } from "../../../../shared/contract/contract.ts";
import type { SyncStatus } from "../../../../shared/inventory/status.ts";
import { fakeClock } from "../../../helpers/virtual-clock.ts";

const commit = (revision: number, changed = true): ListingCommit => ({
  tally: { seen: revision * 10, written: 1, quarantined: 0, changes: 0 },
  changed,
  revision,
  totals: { items: revision, types: 0, locations: 0 },
});

function board(): { board: StatusStore; told: SyncStatus[]; changes: PushPayload<"dataChanged">[] } {
  const told: SyncStatus[] = [];
  const changes: PushPayload<"dataChanged">[] = [];
  return {
    board: new StatusStore(
      fakeClock(),
      (status) => told.push(status),
      (change) => changes.push(change),
    ),
    told,
    changes,
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("StatusStore", () => {
  it("the status store limits how often it reports, and always reports the last state", () => {
    const { board: status, told, changes } = board();
    status.beginPass("full");
    for (let at = 1; at <= 1_000; at += 1) {
      status.notePage("items", null);
      status.noteCommit("items", commit(at));
      vi.advanceTimersByTime(1);
    }
    expect(told.length).toBeGreaterThan(5);
    expect(told.length).toBeLessThan(15);
    expect(changes.length).toBeLessThan(5);
    vi.advanceTimersByTime(500);
    expect(told.at(-1)).toMatchObject({
      revision: 1_000,
      totals: { items: 1_000 },
      pass: { pages: 1_000, stage: "items", rows: { items: 10_000 } },
    });
    expect(changes.at(-1)).toEqual({
      revision: 1_000,
      resources: ["items"],
      totals: { items: 1_000, types: 0, locations: 0 },
    });
  });

  it("the status store reports a pass's end at once", () => {
    const { board: status, told, changes } = board();
    status.beginPass("incremental");
    status.noteCommit("types", commit(1));
    status.noteCommit("items", commit(2));
    status.endPass("offline", { kind: "network", message: "m" }, null);
    expect(changes).toEqual([
      { revision: 2, resources: ["items", "types"], totals: { items: 2, types: 0, locations: 0 } },
    ]);
    expect(told.at(-1)).toMatchObject({ state: "offline", pass: null, error: { kind: "network" } });
    const count = told.length;
    vi.advanceTimersByTime(5_000);
    expect([told.length, changes.length]).toEqual([count, 1]);
  });

  it("the status store reports no data change if no row changed", () => {
    const { board: status, changes } = board();
    status.beginPass("incremental");
    status.noteCommit("items", commit(1, false));
    status.endPass("idle", null, null);
    expect(changes).toEqual([]);
  });

  it("the status store keeps the last clock skew if later responses have no Date header", () => {
    const { board: status } = board();
    status.beginPass("full");
    status.notePage("items", Date.parse("2026-01-01T00:03:00Z"));
    status.notePage("items", null);
    expect(status.status.clockSkewMs).toBe(180_000);
  });

  it("the status store reports only valid values, and nothing after its end", () => {
    const { board: status, told } = board();
    status.beginPass("full");
    status.notePage("items", null);
    status.close();
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveLength(1);
    for (const one of told) expect(PUSHES.status.safeParse(one).success).toBe(true);
  });
});
