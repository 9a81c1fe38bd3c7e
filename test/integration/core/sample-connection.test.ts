import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleHistory, sampleOwnData } from "../../../electron/features/connections/sample-connection.ts";
import {
  READ_ACTIVITY,
  READ_CONSUMPTION,
  READ_STOCK_HISTORY,
} from "../../../electron/features/history/stock-history.ts";
import { CONSUMPTION } from "../../../electron/features/history/consumption.ts";
import { READER_TASKS } from "../../../electron/hosts/core/store-tasks.ts";
import { makeCompany } from "../../../electron/sample-service/company.ts";
import { makePast, type PastChange } from "../../../electron/sample-service/generated-history.ts";
import { InventoryReader } from "../../../electron/index/inventory-reader.ts";
import { InventoryWriter } from "../../../electron/store/ingest/inventory-writer.ts";
import type { ListingCommit } from "../../../electron/store/ingest/listing-writer.ts";
import type { History } from "../../../electron/store/ingest/history-log.ts";
import { STOCK_STATUSES } from "../../../shared/inventory/stock.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { runHere } from "../../helpers/run-here.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { memory, start } from "./support.ts";

const NOW = new Date(2026, 10, 25, 12).getTime();
const DAY = 86_400_000;
const company = makeCompany({ seed: 1, items: 2_000, now: () => NOW });
const current = [...company.items.all()];

describe("the sample company's history of changes", () => {
  let past: readonly PastChange[];
  beforeAll(() => {
    const locationIds = [...company.locations.all()].map(({ id }) => id);
    past = makePast({ seed: 1, now: NOW, items: current, userIds: company.userIds, locationIds });
  });

  it("the sample's changes lead step by step to each item's current state", () => {
    const states = new Map<string, unknown>();
    for (const { before, after } of past) {
      const known = states.get(after.id);
      if (known !== undefined) expect(before).toEqual(known);
      states.set(after.id, after);
    }
    const now = new Map(current.map((item) => [item.id, item]));
    for (const [id, state] of states) expect(state).toEqual(now.get(id));
    expect(states.size).toBeGreaterThan(300);
  });

  it("the sample's changes are in time order, and each change alters an item", () => {
    const times = past.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW);
    for (const { before, after } of past) {
      const { updatedAt: _was, ...former } = before ?? { updatedAt: null };
      const { updatedAt: _is, ...latter } = after;
      expect(former).not.toEqual(latter);
    }
  });

  it("the sample's changes contain check-outs, returns and late returns", () => {
    const returned = past.filter(
      ({ before, after }) => before?.status === "checked_out" && after.status === "available",
    );
    const days = returned.map(({ before, at }) => (at - Date.parse(before?.checkedOutAt ?? "")) / DAY);
    expect(days.filter((span) => span < 12).length).toBeGreaterThan(50);
    expect(days.filter((span) => span > 18).length).toBeGreaterThan(5);
    expect(
      past.filter(({ before, after }) => before?.status === "available" && after.status === "checked_out")
        .length,
    ).toBeGreaterThan(50);
  });
});

describe("check-outs in the sample's history of changes", () => {
  it("every return in the sample's changes has its check-out", () => {
    const locationIds = [...company.locations.all()].map(({ id }) => id);
    const past = makePast({ seed: 1, now: NOW, items: current, userIds: company.userIds, locationIds });
    const from = NOW - 56 * DAY;
    const wentOut = new Set(
      past
        .filter(({ before, after }) => before?.status !== "checked_out" && after.status === "checked_out")
        .map(({ after }) => `${after.id} ${after.checkedOutAt}`),
    );
    const returned = past.filter(
      ({ before, after }) =>
        before?.status === "checked_out"
        && after.status === "available"
        && Date.parse(before.checkedOutAt ?? "") >= from,
    );
    expect(returned.length).toBeGreaterThan(100);
    for (const { before } of returned) expect(wentOut).toContain(`${before?.id} ${before?.checkedOutAt}`);
  });
});

describe("the sample's daily snapshots", () => {
  let history: History;
  beforeAll(() => {
    history = sampleHistory(company, 1, NOW);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])(
    "the sample has a snapshot for each day before its start, %s days later",
    (later) => {
      const now = NOW + later * DAY;
      const { snapshots } = sampleHistory(company, 1, now);
      const before = snapshots
        .map(({ at }) => localDay(new Date(at)))
        .filter((day) => day < localDay(new Date(now)));
      const expected = Array.from({ length: 56 }, (_, back) =>
        localDay(startOfLocalDay(localDay(new Date(now)), -1 - back)),
      );
      expect(before.toSorted()).toEqual(expected.toSorted());
    },
  );

  it("each sample snapshot counts every item once by type and once by location", () => {
    for (const { rows } of history.snapshots) {
      const of = (dimension: string): number =>
        rows.reduce((sum, row) => sum + (row.dimension === dimension ? row.items : 0), 0);
      expect(of("types")).toBe(of("locations"));
      expect(of("types")).toBeGreaterThan(1_800);
      expect(of("types")).toBeLessThanOrEqual(2_000);
    }
  });

  it("the store reads the sample's snapshots like real data", async () => {
    const file = path.join(await temporaryFolder(), "inventory.sqlite");
    const writer = new InventoryWriter(file, [CONSUMPTION]);
    writer.importHistory(history);
    writer.beginListing("items", writer.beginPass().pass);
    const fetched = { sequence: 1, at: NOW, servedBy: NOW, verified: false };
    const commit: ListingCommit = writer.storePages(
      "items",
      [{ records: current, requestId: null, fetched }],
      {
        everything: true,
        facts: { firstPullComplete: true },
      },
    );
    expect(commit.totals.items).toBe(2_000);
    const reader = new InventoryReader(file, READER_TASKS);
    const days = runHere(reader, READ_STOCK_HISTORY, {
      of: { dimension: "types", id: null },
      days: 60,
      now: NOW,
    });
    const total = (day: (typeof days)[number] | undefined): number =>
      STOCK_STATUSES.reduce((sum, status) => sum + (day?.statuses[status]?.items ?? 0), 0);
    expect(days.length).toBe(history.snapshots.length);
    expect(total(days.at(-1))).toBeGreaterThan(1_900);
    // Yesterday had low stock.
    expect(days.at(-1)?.lowStock).toBeGreaterThan(0);
    const { observedDays, types } = runHere(reader, READ_CONSUMPTION, { days: 30, now: NOW });
    expect(observedDays).toBe(30);
    expect(types.length).toBeGreaterThan(30);
    expect(types.every(({ length, weight }) => length > 0 || weight > 0)).toBe(true);
    const activity = runHere(reader, READ_ACTIVITY, { step: "day", spans: 14, now: NOW });
    expect(activity.every(({ observed }) => observed)).toBe(true);
    const hours = runHere(reader, READ_ACTIVITY, { step: "hour", spans: 48, now: NOW });
    expect(hours.some(({ observed }) => !observed)).toBe(true);
    expect(
      activity.filter(({ counts }) => (counts["inventory.item.returned"] ?? 0) > 0).length,
    ).toBeGreaterThan(4);
    reader.close();
    writer.close();
  });
});

const JUNE = Date.parse("2026-06-15T12:00:00Z");

it("the sample company has holders, teams, units, time limits and thresholds", () => {
  const company = makeCompany({ seed: 1, items: 2_000, now: () => JUNE });
  const { names, units, outLimits, thresholds } = sampleOwnData(company);
  expect(names.length).toBeGreaterThan(15);
  expect(
    names.every(({ id, name, team }) => company.userIds.includes(id) && name !== "" && team !== ""),
  ).toBe(true);
  expect(new Set(names.map(({ id }) => id)).size).toBe(names.length);
  expect(names.length).toBeLessThan(company.userIds.length);
  expect(Object.values(units).slice(0, 4)).not.toContain(null);
  const types = new Set([...company.types.all()].map(({ id }) => id));
  expect(Object.keys(outLimits.types).filter((id) => types.has(id))).toHaveLength(2);
  expect(Object.keys(thresholds).filter((id) => types.has(id))).toHaveLength(6);
});

it("a sample connection's units agree with the units that the app proposes from its data", async () => {
  const rig = start(await temporaryFolder(), memory(), fetch);
  const { connectionId } = await rig.call("exploreSample");
  expect((await rig.call("readRecords", { connectionId, document: "names" })).length).toBeGreaterThan(15);
  expect(await rig.call("readRecords", { connectionId, document: "units" })).toMatchObject([
    { value: { length: "m", weight: "kg" } },
  ]);
  expect(await rig.call("readRecords", { connectionId, document: "limits" })).toHaveLength(2);
  await rig.pulled();
  const proposal = await rig.call("proposeUnits", { connectionId });
  // The connection's units agree with the proposal from the data.
  expect(proposal).toMatchObject({ units: { length: "m", weight: "kg", width: "mm", thickness: "µm" } });
});
