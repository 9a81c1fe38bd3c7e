import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve } from "../sample-service/support.ts";
import { companyRecords } from "../sync/support.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import {
  ask,
  changesAfter,
  collect as collectOn,
  deleteChanges,
  removeToken,
  storesOf,
  type CollectorTestOptions,
  type CollectorUnderTest,
} from "./support.ts";

const numbersOf = (changes: readonly { readonly sequence: number }[]): readonly number[] =>
  changes.map(({ sequence }) => sequence);

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);

interface Snapshot {
  readonly head: { readonly epoch: string; readonly last: number };
  readonly records: Map<string, unknown>;
  readonly lines: readonly { readonly kind: string }[];
}

const KINDS: Readonly<Record<string, Resource>> = { item: "items", type: "types", location: "locations" };

async function snapshotOf(collector: CollectorUnderTest): Promise<Snapshot> {
  const reply = await ask(collector, "/stockdeck/v1/snapshot");
  expect([reply.status, reply.headers.get("content-encoding")]).toEqual([200, "gzip"]);
  const lines = reply.text
    .trimEnd()
    .split("\n")
    .map(
      (line) => JSON.parse(line) as { kind: string; record?: { id: string }; noLongerReturnedSince?: string },
    );
  expect(lines.at(-1)).toEqual({ kind: "end", lines: lines.length - 1 });
  const shown = lines.filter(
    ({ record, noLongerReturnedSince }) => record && noLongerReturnedSince === undefined,
  );
  const records = new Map(shown.map(({ kind, record }) => [`${KINDS[kind]} ${record?.id}`, record]));
  return { head: lines[0] as unknown as Snapshot["head"], records, lines };
}

/** The records of a company, by resource and id. */
const recordsOf = (service: Parameters<typeof companyRecords>[0]): Map<string, unknown> =>
  new Map(
    RESOURCES.flatMap((resource) =>
      companyRecords(service, resource).map(
        (record) => [`${resource} ${String(record["id"])}`, record] as const,
      ),
    ),
  );

const postgres = startPostgres();

describe.each(storesOf(postgres))("changes of a collector on %s", (_name, makeStore) => {
  /** Starts a collector on an empty store, unless the options name an earlier one. */
  const collect = async (
    service: Parameters<typeof collectOn>[0],
    options: CollectorTestOptions = {},
  ): Promise<CollectorUnderTest> =>
    collectOn(service, { ...("store" in options ? {} : { store: await makeStore() }), ...options });

  describe("numbered changes", () => {
    it("changes are numbered from 1 without a gap and include the current record", async () => {
      const service = await serve({ items: 40 });
      const collector = await collect(service);
      expect(await changesAfter(collector, 0)).toEqual([]);
      for (let event = 0; event < 60; event += 1) service.company.step();
      service.company.upsertItem({ id: "new", name: "New roll" });
      await collector.refresh("incremental");
      const changes = await changesAfter(collector, 0, 7);
      expect(numbersOf(changes)).toEqual(upTo(changes.length));
      expect(changes.length).toBeGreaterThan(20);
      const now = recordsOf(service);
      for (const { resource, id, record } of changes) expect(record).toEqual(now.get(`${resource} ${id}`));
      expect(changes.find(({ id }) => id === "new")).toMatchObject({ type: "inventory.item.created" });
      expect(await changesAfter(collector, changes.length)).toEqual([]);
    });

    it("a change has no record if the service no longer returns it", async () => {
      const service = await serve({ items: 40 });
      const collector = await collect(service);
      const [gone] = companyRecords(service, "items");
      service.company.removeItem(String(gone?.["id"]));
      await collector.refresh("full");
      const [change, ...others] = await changesAfter(collector, 0);
      expect(others).toEqual([]);
      expect(change).toMatchObject({
        type: "stockdeck.item.no_longer_returned",
        id: gone?.["id"],
        record: null,
      });
    });

    it("a request after an unknown or deleted change number, or with an old epoch, gets 410", async () => {
      const service = await serve({ items: 3 });
      const collector = await collect(service, { settings: { historyChanges: 1_000 } });
      for (let number = 0; number < 1_010; number += 1)
        service.company.upsertItem({ id: `n-${number}`, name: "New" });
      await collector.refresh("incremental");
      const status = async (query: string): Promise<number> =>
        (await ask(collector, `/stockdeck/v1/changes?${query}`)).status;
      await waitUntil(async () => (await status("after=9")) === 410, "old changes are deleted");
      expect([await status("after=10"), await status("after=1010"), await status("after=1011")]).toEqual([
        200, 200, 410,
      ]);
      expect(numbersOf(await changesAfter(collector, 10))).toEqual(upTo(1_010).slice(10));
      const { epoch } = (await ask(collector, "/stockdeck/v1")).json as { epoch: string };
      expect([await status(`after=10&epoch=${epoch}`), await status("after=10&epoch=other")]).toEqual([
        200, 410,
      ]);
      for (const query of ["", "after=", "after=-1", "after=x", "after=1&after=2", "after=1&limit=1001"])
        expect([query, await status(query)]).toEqual([query, 400]);
    });

    it("change numbers continue after all changes were deleted and the collector restarted", async () => {
      const service = await serve({ items: 3 });
      const first = await collect(service);
      service.company.upsertItem({ id: "one", name: "One" });
      await first.refresh("incremental");
      expect(numbersOf(await changesAfter(first, 0))).toEqual([1]);
      const { epoch } = (await ask(first, "/stockdeck/v1")).json as { epoch: string };
      await first.close();
      await deleteChanges(first, 1);
      const second = await collect(service, first.again);
      expect((await ask(second, "/stockdeck/v1")).json).toMatchObject({ epoch });
      expect((await ask(second, "/stockdeck/v1/changes?after=0")).status).toBe(410);
      service.company.upsertItem({ id: "two", name: "Two" });
      await second.refresh("incremental");
      expect(numbersOf(await changesAfter(second, 1))).toEqual([2]);
    });
  });

  describe("a snapshot of all records", () => {
    it("a snapshot plus the changes after the snapshot's number equal the company's records", async () => {
      const service = await serve({ items: 700 });
      const collector = await collect(service);
      for (let event = 0; event < 30; event += 1) service.company.step();
      await collector.refresh("incremental");
      const { head, records, lines } = await snapshotOf(collector);
      expect(records).toEqual(recordsOf(service));
      expect(numbersOf(lines.filter(({ kind }) => kind === "change") as never)).toEqual(upTo(head.last));
      await waitUntil(
        async () => (await snapshotOf(collector)).lines.some(({ kind }) => kind === "day"),
        "the day is counted",
      );
      const observed = (await snapshotOf(collector)).lines.filter(({ kind }) => kind === "observed");
      const now = Math.floor(Date.now() / 900_000);
      expect(observed).toEqual([
        { kind: "observed", from: expect.any(Number), to: expect.toSatisfy((to) => now - to <= 1) },
      ]);
      for (let event = 0; event < 30; event += 1) service.company.step();
      const [gone] = companyRecords(service, "items");
      service.company.removeItem(String(gone?.["id"]));
      await collector.refresh("full");
      for (const { resource, id, record } of await changesAfter(collector, head.last)) {
        if (record === null) records.delete(`${resource} ${id}`);
        else records.set(`${resource} ${id}`, record);
      }
      expect(records).toEqual(recordsOf(service));
    });
  });

  describe("the filter updatedSince", () => {
    /** The ids of all items that a client gets with `updatedSince`. */
    const since = async (collector: CollectorUnderTest, time: number): Promise<readonly string[]> => {
      const query = `updatedSince=${new Date(time).toISOString()}&limit=250`;
      const { json } = await ask(collector, `/inventory/items?${query}`);
      expect(json.meta.hasMore).toBe(false);
      return (json.data as { id: string }[]).map(({ id }) => id).toSorted();
    };
    const dateOf = async (collector: CollectorUnderTest): Promise<number> =>
      Date.parse((await ask(collector, "/inventory/types?limit=1")).headers.get("date") ?? "");

    it("the filter updatedSince returns an item updated before the given time but stored by the collector afterwards", async () => {
      const service = await serve({ items: 20 });
      const collector = await collect(service);
      const mark = Date.now();
      // The item's update is an hour before the client's mark, as if the service had returned the item late.
      const updatedAt = new Date(mark - 3_600_000).toISOString();
      service.company.upsertItem({ id: "late", name: "Late", updatedAt });
      service.company.upsertItem({ id: "undated", name: "Undated", updatedAt: null });
      await collector.refresh("full");
      expect(await since(collector, mark)).toEqual(["late", "undated"]);
    });

    it("the filter updatedSince misses no change after the computer's clock was set back", async () => {
      const service = await serve({ items: 20 });
      const clock = fakeClock(Date.now());
      let shift = 0;
      const stepped = { ...clock, now: () => clock.now() + shift };
      const first = await collect(service, { clock: stepped });
      const mark = clock.now();
      shift = -7_200_000;
      expect(await dateOf(first)).toBeGreaterThanOrEqual(mark - 999);
      service.company.upsertItem({ id: "one", name: "One", updatedAt: null });
      await first.refresh("full");
      expect(await since(first, mark)).toEqual(["one"]);
      await first.close();
      const second = await collect(service, { clock: stepped, ...first.again });
      service.company.upsertItem({ id: "two", name: "Two", updatedAt: null });
      await second.refresh("full");
      expect(await since(second, mark)).toEqual(["one", "two"]);
      expect(await dateOf(second)).toBeGreaterThanOrEqual(mark - 999);
    });

    it("the filter updatedSince returns all items if the given time is before the oldest kept change", async () => {
      const service = await serve({ items: 20 });
      const collector = await collect(service);
      const all = companyRecords(service, "items").map(({ id }) => String(id));
      expect(await since(collector, Date.now() - 86_400_000)).toEqual(all);
    });
  });

  describe("a stream of change numbers", () => {
    it("a stream sends the last change number at once and after each refresh", async () => {
      const service = await serve({ items: 20 });
      const collector = await collect(service);
      const headers = { authorization: `Bearer ${collector.token}` };
      const { body } = await fetch(`${collector.url}/stockdeck/v1/stream`, { headers });
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      let text = "";
      const ended = (async (): Promise<boolean> => {
        try {
          for (;;) {
            const { value, done } = await reader.read();
            if (done) return true;
            text += new TextDecoder().decode(value);
          }
        } catch {
          return true;
        }
      })();
      await waitUntil(() => text.includes('"sequence":0'), "the first message");
      service.company.upsertItem({ id: "one", name: "One" });
      await collector.refresh("incremental");
      await waitUntil(() => text.includes('"sequence":1'), "the next number");
      await removeToken(collector, "Desk 1");
      expect((await ask(collector, "/inventory/items")).status).toBe(401);
      expect(await ended).toBe(true);
    });

    it("a stream of a removed token gets no more messages", async () => {
      const service = await serve({ items: 5 });
      const collector = await collect(service);
      const follow = async (): Promise<{ text: string; ended: Promise<void> }> => {
        const headers = { authorization: `Bearer ${collector.token}` };
        const { body } = await fetch(`${collector.url}/stockdeck/v1/stream`, { headers });
        const stream = { text: "", ended: Promise.resolve() };
        const read = async (): Promise<void> => {
          for await (const bytes of body as unknown as AsyncIterable<Uint8Array>)
            stream.text += new TextDecoder().decode(bytes);
        };
        stream.ended = read().catch(() => {});
        await waitUntil(() => stream.text.includes('"sequence":0'), "the first message");
        return stream;
      };
      const streams = [await follow(), await follow()];
      await removeToken(collector, "Desk 1");
      service.company.upsertItem({ id: "secret", name: "Later" });
      await collector.refresh("incremental");
      for (const { ended } of streams) await ended;
      expect(streams.filter(({ text }) => text.includes('"sequence":1'))).toEqual([]);
    });
  });
});

describe("the collector's copy", () => {
  it("a rebuilt or restored copy begins a new epoch", async () => {
    const service = await serve({ items: 3 });
    const epochs: string[] = [];
    const first = await collectOn(service);
    const { folder, token, files } = first;
    const backup = `${files.inventory}.old`;
    const note = async (collector: CollectorUnderTest): Promise<void> =>
      void epochs.push(((await ask(collector, "/stockdeck/v1")).json as { epoch: string }).epoch);
    await note(first);
    await first.close();
    fs.copyFileSync(files.inventory, backup);
    const second = await collectOn(service, { folder, token });
    service.company.upsertItem({ id: "one", name: "One" });
    await second.refresh("incremental");
    await note(second);
    await second.close();
    // A restored copy from before the last number.
    for (const suffix of ["-wal", "-shm"]) fs.rmSync(files.inventory + suffix, { force: true });
    fs.copyFileSync(backup, files.inventory);
    const third = await collectOn(service, { folder, token });
    await note(third);
    await third.close();
    fs.rmSync(files.inventory);
    const fourth = await collectOn(service, { folder, token });
    await note(fourth);
    await fourth.close();
    await note(await collectOn(service, { folder, token, newEpoch: true }));
    expect(epochs[1]).toBe(epochs[0]);
    expect(new Set(epochs).size).toBe(4);
  });

  it("a list must restart if its changes are deleted between two pages", async () => {
    const service = await serve({ items: 3 });
    const collector = await collectOn(service);
    const since = new Date().toISOString();
    for (const id of ["one", "two", "three"]) service.company.upsertItem({ id, name: id });
    await collector.refresh("incremental");
    const list = `/inventory/items?updatedSince=${since}&limit=1`;
    const first = await ask(collector, list);
    expect(first.json.meta).toMatchObject({ hasMore: true });
    const next = `${list}&cursor=${String(first.json.meta.nextCursor)}`;
    expect((await ask(collector, next)).status).toBe(200);
    await deleteChanges(collector, 2);
    const refused = await ask(collector, next);
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_request"]);
  });
});
