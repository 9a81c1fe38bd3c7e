import { describe, expect, it } from "vitest";
import { call, idsOf, itemIds, list, pages, serve, type Reply } from "./support.ts";

const cursors = (replies: readonly Reply[]): readonly unknown[] =>
  replies.map((reply) => reply.json.meta.nextCursor);

describe("faults of pages", () => {
  it("the fault emptyPageChance inserts empty pages and loses no record", async () => {
    const rolls = [0, 0, 0.9, 0, 0.9, 0.9, 0];
    // The clock does not move, so two cursors of one place must differ by more than their date.
    const random = (): number => rolls.shift() ?? 0.9;
    const service = await serve({ faults: { emptyPageChance: 0.5 }, random, now: () => 1_780_000_000_000 });
    const replies = await pages(service, "items", { limit: 20 });
    expect(replies.map((reply) => reply.json.data.length)).toEqual([0, 0, 20, 0, 20, 20]);
    expect(idsOf(replies)).toEqual(itemIds(service));
    expect(new Set(cursors(replies)).size).toBe(6);
  });

  it("the fault shortPages returns short pages and loses no record", async () => {
    const service = await serve({ faults: { shortPages: 7 } });
    const replies = await pages(service, "items", { limit: 20 });
    expect(replies.map((reply) => reply.json.data.length)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 4]);
    expect(idsOf(replies)).toEqual(itemIds(service));
  });

  it.each([
    ["by id", {}],
    ["by update", { updatedSince: "2000-01-01T00:00:00Z" }],
  ])(
    "the fault duplicateChance repeats the previous page's records and loses no record, %s",
    async (_order, query) => {
      const service = await serve({ faults: { duplicateChance: 1 } });
      for (const item of service.company.items.all()) service.company.upsertItem({ id: item.id });
      const replies = await pages(service, "items", { limit: 20, ...query });
      const ids = idsOf(replies);
      expect(new Set(ids)).toEqual(new Set(itemIds(service)));
      expect(ids).toHaveLength(60 + 3 * (replies.length - 1));
      for (const [page, reply] of replies.entries()) {
        const own = idsOf([reply]);
        expect(own.length).toBeLessThanOrEqual(20);
        expect(new Set(own).size).toBe(own.length);
        const before = idsOf(replies.slice(Math.max(0, page - 1), page));
        expect(own.filter((id) => before.includes(id))).toHaveLength(page === 0 ? 0 : 3);
      }
    },
  );

  it("the fault duplicateKind “newer” returns the old version before the current version", async () => {
    const service = await serve({ faults: { duplicateChance: 1, duplicateKind: "newer" } });
    const { data } = (await call(service, list("items", { limit: 10 }))).json as {
      data: { id: string; name: string; updatedAt: string }[];
    };
    const repeated = data.slice(-3);
    expect(data.slice(-6, -3).map(({ id }) => id)).toEqual(repeated.map(({ id }) => id));
    for (const [index, record] of repeated.entries()) {
      const first = data[data.length - 6 + index];
      expect(Date.parse(record.updatedAt) - Date.parse(first?.updatedAt ?? "")).toBe(3_600_000);
      expect([first?.name, record]).toEqual(["A stale copy", service.company.items.get(record.id)]);
    }
  });

  it("the fault duplicateFrom “page” repeats records within one page", async () => {
    const service = await serve({
      faults: { duplicateChance: 1, duplicateFrom: "page", duplicateKind: "older" },
    });
    for (const item of service.company.items.all()) service.company.upsertItem({ id: item.id });
    const data = (await call(service, list("items", { limit: 10 }))).json.data;
    expect(data).toHaveLength(10);
    expect(data[7]).toMatchObject({ id: data[4].id, name: "A stale copy" });
    expect(Date.parse(data[7].updatedAt)).toBe(Date.parse(data[4].updatedAt) - 3_600_000);
    service.setFaults({ duplicateKind: "null" });
    const undated = (await call(service, list("items", { limit: 10 }))).json.data;
    expect(undated[7]).toEqual({ ...undated[4], updatedAt: null });
  });

  it("the fault malformedRecords adds broken records and leaves all other records unchanged", async () => {
    const kinds = ["no_id", "numeric_id", "null", "wrong_types", "proto", "huge_name"] as const;
    const service = await serve({ faults: { malformedRecords: kinds } });
    const reply = await call(service, list("items"));
    const [noId, numericId, nothing, wrongTypes, proto, huge, ...whole] = reply.json.data;
    expect(noId).not.toHaveProperty("id");
    expect(typeof numericId.id).toBe("number");
    expect(nothing).toBeNull();
    expect([typeof wrongTypes.name, typeof wrongTypes.weight]).toEqual(["object", "string"]);
    expect(Object.getOwnPropertyDescriptor(proto, "__proto__")?.value).toEqual({
      name: "polluted",
      polluted: true,
    });
    expect(reply.text).toContain('"__proto__":{');
    expect(huge.name.length).toBe(10 * 1024 * 1024);
    expect(whole).toEqual([...service.company.items.all()]);
  });

  it("the fault malformedChance turns listed records into broken records", async () => {
    const service = await serve({ items: 10, faults: { malformedChance: 1 }, random: () => 0 });
    const data = (await call(service, list("items"))).json.data;
    expect(data).toHaveLength(10);
    for (const record of data) expect(record).not.toHaveProperty("id");
  });

  it.each([
    ["missing", undefined],
    ["null", null],
    ["empty", ""],
  ] as const)(
    "the fault cursorFault %s keeps hasMore true without a cursor",
    async (cursorFault, nextCursor) => {
      const service = await serve({ faults: { cursorFault } });
      const meta = (await call(service, list("items", { limit: 10 }))).json.meta;
      expect(meta.hasMore).toBe(true);
      expect(meta.nextCursor).toBe(nextCursor);
      expect("nextCursor" in meta).toBe(cursorFault !== "missing");
      expect((await call(service, list("items", { limit: 250 }))).json.meta.hasMore).toBe(false);
    },
  );

  it.each([1, 2, 3] as const)(
    "the fault cursorFault cycle%i repeats the same cursors in a cycle",
    async (length) => {
      const service = await serve({ faults: { cursorFault: `cycle${length}` } });
      const seen = cursors((await pages(service, "items", { limit: 10 })).slice(0, 10));
      expect(seen).toHaveLength(10);
      expect(new Set(seen).size).toBe(length);
      expect(seen.slice(length)).toEqual(seen.slice(0, -length));
    },
  );

  it("the fault cursorFault “samePage” serves the first page forever with new cursors", async () => {
    const service = await serve({ faults: { cursorFault: "samePage" }, now: () => 1_780_000_000_000 });
    const replies = await pages(service, "items", { limit: 10 });
    expect(replies).toHaveLength(50);
    expect(new Set(cursors(replies)).size).toBe(50);
    for (const reply of replies) expect(idsOf([reply])).toEqual(itemIds(service).slice(0, 10));
  });

  it("the fault cursorFault “cursorWhenDone” returns a cursor on the last page", async () => {
    const service = await serve({ faults: { cursorFault: "cursorWhenDone" } });
    const replies = await pages(service, "items", { limit: 40 });
    expect(replies.map((reply) => reply.json.meta.hasMore)).toEqual([true, false]);
    expect(replies[1]?.json.meta.nextCursor).toEqual(expect.any(String));
  });

  it("page faults apply only to the path in onlyPath", async () => {
    const service = await serve({ faults: { shortPages: 1, onlyPath: "/inventory/types" } });
    expect((await call(service, list("items"))).json.data).toHaveLength(60);
    expect((await call(service, list("types"))).json.data).toHaveLength(1);
  });
});
