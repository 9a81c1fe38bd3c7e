import { DatabaseSync } from "@photostructure/sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import type { Count } from "../../../shared/features/counts/count-records.ts";
import { addToken, collect, type CollectorUnderTest } from "../collector/support.ts";
import { serve } from "../sample-service/support.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { startDesk, type Desk } from "./desk.ts";

type Scans = CallOutput<"listCountScans">["scans"];
type Finding = CallOutput<"countResult">["findings"][number];

/** A workstation that counts. */
interface Counter {
  readonly desk: Desk;
  start(withTeam: boolean): Promise<string>;
  scan(countId: string, ...itemIds: readonly string[]): Promise<readonly string[]>;
  scans(countId: string): Promise<Scans>;
  counts(): Promise<ReadonlyMap<string, Count>>;
  result(countId: string): Promise<CallOutput<"countResult">>;
  call(name: "closeCount" | "compareCount" | "shareCount" | "deleteCount", countId: string): Promise<void>;
  measure(countId: string, number: number, length: number): Promise<void>;
  online(isOnline: boolean): Promise<void>;
}

function counterOf(desk: Desk): Counter {
  const { connectionId } = desk;
  const of = (countId: string) => ({ connectionId, countId });
  return {
    desk,
    start: async (withTeam) =>
      (
        await desk.call("startCount", {
          connectionId,
          name: "Hall",
          scope: { kind: "all" },
          share: 100,
          blind: false,
          withCheckedOut: true,
          tolerance: 2,
          query: { version: 1 },
          withTeam,
        })
      ).countId,
    scan: async (countId, ...itemIds) => {
      const entries = itemIds.map((id) => ({ text: id, itemId: id, length: null, weight: null }));
      const { outcomes } = await desk.call("countItems", { ...of(countId), by: "scan", entries });
      return outcomes.map(({ outcome }) => outcome);
    },
    scans: async (countId) => (await desk.call("listCountScans", of(countId))).scans,
    counts: async () => {
      const records = await desk.call("readRecords", { connectionId, document: "counts" });
      return new Map(records.map(({ id, value }) => [id, value as Count]));
    },
    result: (countId) => desk.call("countResult", of(countId)),
    call: async (name, countId) => {
      await desk.call(name, of(countId) satisfies CallInput<typeof name>);
    },
    measure: (countId, number, length) =>
      desk.call("measureScan", { ...of(countId), number, length, weight: null }),
    online: async (isOnline) => {
      desk.isOnline = isOnline;
      if (isOnline) await desk.call("exchangeTeam", { connectionId });
    },
  };
}

/** Ms by which the workstations' clock is ahead of the machine's. */
let ahead = 0;
const clock = { ...systemClock, now: () => systemClock.now() + ahead };

let collector: CollectorUnderTest;
beforeEach(async () => {
  ahead = 0;
  collector = await collect(await serve({ items: 40 }));
});

const join = async (label: string, right: "read" | "annotate" = "annotate"): Promise<Counter> =>
  counterOf(await startDesk(collector, addToken(collector.folder, label, right), clock));

/** Ids of items that a count of all items expects. */
async function itemsOf({ desk }: Counter, countId: string): Promise<readonly string[]> {
  const { items } = await desk.call("listExpected", { connectionId: desk.connectionId, countId });
  return items.map(({ id }) => id);
}

const seen = (counter: Counter, countId: string): Promise<void> =>
  counter.desk.until(async () => (await counter.counts()).has(countId));

const closed = (counter: Counter, countId: string): Promise<void> =>
  counter.desk.until(async () => (await counter.counts()).get(countId)?.closedAt != null);

/**
 * Also waits for the verification. A workstation that is still verifying would save its result over a later
 * comparison.
 */
const verified = (counter: Counter, countId: string): Promise<void> =>
  counter.desk.until(async () => (await counter.counts()).get(countId)?.verifiedAt != null);

const scanned = (counter: Counter, countId: string, number: number): Promise<void> =>
  counter.desk.until(async () => (await counter.scans(countId)).length === number);

const present = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ kind, item }) => (kind !== "missing" && item ? [item.id] : [])).toSorted();

/** The records of counts that the collector keeps and that are not deleted. */
function liveRecords(): readonly string[] {
  const database = new DatabaseSync(collector.files.own, { readOnly: true });
  const rows = database
    .prepare("SELECT document || ' ' || id AS id FROM team_records WHERE value IS NOT NULL")
    .all() as { id: string }[];
  database.close();
  return rows.map(({ id }) => id);
}

describe("counting together", () => {
  it("each workstation sees the other workstation's scans at once, and each item counts once", async () => {
    const [a, b] = [await join("Desk A"), await join("Desk B")];
    const countId = await a.start(true);
    await seen(b, countId);
    const [one = "", two = ""] = await itemsOf(b, countId);
    expect(await a.scan(countId, one)).toEqual(["counted"]);
    await scanned(b, countId, 1);
    expect(b.desk.pushes).toContainEqual([
      "countScans",
      {
        connectionId: b.desk.connectionId,
        countId,
        added: [expect.objectContaining({ itemId: one, desk: "Desk A" })],
      },
    ]);
    expect(await b.scan(countId, one, two)).toEqual(["again", "counted"]);
    await scanned(a, countId, 3);
    expect((await a.scans(countId)).map(({ itemId, desk }) => [itemId, desk])).toEqual([
      [one, "Desk A"],
      [one, "Desk B"],
      [two, "Desk B"],
    ]);
    expect(await a.scans(countId)).toEqual(await b.scans(countId));
    await b.call("closeCount", countId);
    await closed(a, countId);
    expect((await a.counts()).get(countId)?.team).toMatchObject({ sharedBy: "Desk A", closedBy: "Desk B" });
    const { findings, late } = await a.result(countId);
    expect([present(findings), late]).toEqual([[one, two].toSorted(), null]);
    expect(findings.find(({ item }) => item?.id === one)).toMatchObject({ scans: 2 });
    await expect(a.scan(countId, one)).rejects.toThrow("This count is closed.");
  });

  it("scans made without the collector are all kept in time order", async () => {
    const [a, b] = [await join("Desk A"), await join("Desk B")];
    const countId = await a.start(true);
    await seen(b, countId);
    const [one = "", two = "", three = "", four = ""] = await itemsOf(b, countId);
    await a.online(false);
    await b.online(false);
    const scans = [() => a.scan(countId, one), () => b.scan(countId, two), () => a.scan(countId, three)];
    for (const scan of [...scans, () => b.scan(countId, one, four)]) {
      await scan();
      // A workstation knows the service's time to the second, from `Date` headers.
      ahead += 2_000;
    }
    await a.online(true);
    await b.online(true);
    await scanned(a, countId, 5);
    await scanned(b, countId, 5);
    const items = (await a.scans(countId)).map(({ itemId }) => itemId);
    expect(items).toEqual([one, two, three, one, four]);
    expect(await b.scans(countId)).toEqual(await a.scans(countId));
    expect((await a.desk.call("readTeam", { connectionId: a.desk.connectionId })).lost).toEqual([]);
  });

  it("sharing a count moves the count and its scans to the team", async () => {
    const [a, b] = [await join("Desk A"), await join("Desk B")];
    const [open, done] = [await a.start(false), await a.start(false)];
    const [one = "", two = ""] = await itemsOf(a, open);
    await a.scan(open, one);
    await a.scan(done, one);
    await a.call("closeCount", done);
    expect((await b.counts()).size).toBe(0);
    await a.call("shareCount", open);
    await a.call("shareCount", done);
    await seen(b, done);
    await b.scan(open, two);
    await scanned(a, open, 2);
    expect((await a.scans(open)).map(({ itemId }) => itemId)).toEqual([one, two]);
    expect(present((await b.result(done)).findings)).toEqual([one]);
    expect((await b.result(done)).late).toBeNull();
    await expect(a.call("shareCount", open)).rejects.toThrow("already");
  });

  it("a measurement replaced by a later measurement is listed with its count and item", async () => {
    const [a, b] = [await join("Desk A"), await join("Desk B")];
    const countId = await a.start(true);
    await seen(b, countId);
    const [one = ""] = await itemsOf(b, countId);
    await a.scan(countId, one);
    await scanned(b, countId, 1);
    const [scan] = await b.scans(countId);
    await b.online(false);
    await b.measure(countId, scan?.number ?? 0, 5);
    await a.measure(countId, scan?.number ?? 0, 7);
    await b.online(true);
    const lost = async () => (await b.desk.call("readTeam", { connectionId: b.desk.connectionId })).lost;
    await b.desk.until(async () => (await lost()).length === 1);
    const [value] = await lost();
    expect(value).toMatchObject({ kind: "counts", owner: "Hall", editedBy: "Desk B" });
    expect(JSON.parse(value?.value ?? "")).toMatchObject({ itemId: one, name: scan?.name, length: 5 });
    for (const counter of [a, b])
      await counter.desk.until(async () => (await counter.scans(countId))[0]?.length === 7);
    await a.call("deleteCount", countId);
    await b.desk.until(async () => !(await b.counts()).has(countId));
    expect(await lost()).toEqual([]);
  });
});

describe("closing a shared count", { timeout: 90_000 }, () => {
  it("two workstations that close a count at once create one complete result", async () => {
    const [a, b] = [await join("Desk A"), await join("Desk B")];
    const countId = await a.start(true);
    await seen(b, countId);
    const items = await itemsOf(b, countId);
    const [one = "", two = ""] = items;
    await a.online(false);
    await b.online(false);
    await a.scan(countId, one);
    await b.scan(countId, two);
    await a.call("closeCount", countId);
    await b.call("closeCount", countId);
    await a.online(true);
    await b.online(true);
    await a.online(true);
    // The order of the two depends on their verifications, which continue when the network returns.
    const found = async (counter: Counter): Promise<string> => {
      const { findings, late } = await counter.result(countId);
      expect(findings).toHaveLength(items.length);
      return late === null ? "nothing is late" : `${present(findings).join()} ${JSON.stringify(late)}`;
    };
    const ofOne = `${one} {"scans":1,"isComparable":true}`;
    const ofTwo = `${two} {"scans":1,"isComparable":true}`;
    await waitUntil(async () => {
      const results = [await found(a), await found(b)];
      return results[0] === results[1] && [ofOne, ofTwo].includes(results[0] ?? "");
    }, "the one result of both");
    await waitUntil(async () => {
      const results = [await found(a), await found(b)];
      if (results.every((result) => result === "nothing is late")) return true;
      // A verification that still runs on the other workstation may save its result later.
      if (results[0] !== "nothing is late") await a.call("compareCount", countId);
      return false;
    }, "the result of all scans");
    for (const counter of [a, b])
      expect(present((await counter.result(countId)).findings)).toEqual([one, two].toSorted());
    await waitUntil(
      () => new Set(liveRecords().filter((id) => id.includes("/findings"))).size === 1,
      "the former results are deleted",
    );
  });

  it("the result counts late scans and compares them on request", async () => {
    const [a, b] = [await join("Desk A"), await join("Desk B")];
    const countId = await a.start(true);
    await seen(b, countId);
    const [one = "", two = "", three = ""] = await itemsOf(b, countId);
    await b.online(false);
    await b.scan(countId, two, three);
    await a.scan(countId, one);
    await a.call("closeCount", countId);
    await verified(a, countId);
    await b.online(true);
    await verified(b, countId);
    await a.desk.until(async () => (await a.result(countId)).late?.scans === 2);
    expect(present((await a.result(countId)).findings)).toEqual([one]);
    await b.call("compareCount", countId);
    await a.desk.until(async () => (await a.result(countId)).late === null);
    expect(present((await a.result(countId)).findings)).toEqual([one, two, three].toSorted());
    expect((await a.counts()).get(countId)?.team?.closedBy).toBe("Desk A");
  });
});

describe("deleting a shared count", () => {
  it("a count deleted during another workstation's scans is deleted everywhere", async () => {
    const [a, b] = [await join("Desk A"), await join("Desk B")];
    const countId = await a.start(true);
    await seen(b, countId);
    const [one = "", two = ""] = await itemsOf(b, countId);
    await a.scan(countId, one);
    await scanned(b, countId, 1);
    await b.online(false);
    await b.scan(countId, two);
    await b.call("closeCount", countId);
    await a.call("deleteCount", countId);
    await a.online(true);
    await b.online(true);
    await b.desk.until(async () => !(await b.counts()).has(countId));
    // The workstation that deleted the count also deletes scans that arrive later.
    await waitUntil(() => liveRecords().length === 0, "all records of the count are deleted");
    expect((await a.counts()).size).toBe(0);
    await expect(b.scan(countId, one)).rejects.toThrow("This count was deleted.");
  });
});

describe("a read-only workstation", () => {
  it("a read-only workstation sees the team's counts and cannot change them", async () => {
    const [a, reader] = [await join("Desk A"), await join("Reader", "read")];
    const countId = await a.start(true);
    await seen(reader, countId);
    const [one = ""] = await itemsOf(reader, countId);
    await a.scan(countId, one);
    await scanned(reader, countId, 1);
    const mayOnlyRead = "may only read";
    await expect(reader.scan(countId, one)).rejects.toThrow(mayOnlyRead);
    await expect(reader.measure(countId, (await reader.scans(countId))[0]?.number ?? 0, 3)).rejects.toThrow(
      mayOnlyRead,
    );
    for (const name of ["closeCount", "deleteCount"] as const)
      await expect(reader.call(name, countId)).rejects.toThrow(mayOnlyRead);
    await expect(reader.start(true)).rejects.toThrow(mayOnlyRead);
    const mine = await reader.start(false);
    await expect(reader.call("shareCount", mine)).rejects.toThrow(mayOnlyRead);
    expect(await reader.scan(mine, one)).toEqual(["counted"]);
    expect([...(await reader.counts()).keys()].toSorted()).toEqual([countId, mine].toSorted());
    await a.call("closeCount", countId);
    await closed(reader, countId);
    expect(present((await reader.result(countId)).findings)).toEqual([one]);
  });
});
