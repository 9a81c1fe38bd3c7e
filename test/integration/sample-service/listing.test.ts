import { describe, expect, it } from "vitest";
import { startSampleService } from "../../service/index.ts";
import { call, idsOf, itemIds, list, pages, serve } from "./support.ts";

describe("pages (specification 4.4)", () => {
  it("a listing has pages of 100 records by default and contains every record once", async () => {
    const service = await serve({ items: 250 });
    const replies = await pages(service, "items");
    expect(replies.map((reply) => reply.json.data.length)).toEqual([100, 100, 50]);
    expect(idsOf(replies)).toEqual(itemIds(service));
    expect(replies.map((reply) => reply.json.meta.hasMore)).toEqual([true, true, false]);
    expect(replies.at(-1)?.json.meta.nextCursor).toBeNull();
  });

  it.each(["types", "locations"])(
    "a listing of %s has every record on exactly one page",
    async (resource) => {
      const service = await serve();
      const replies = await pages(service, resource, { limit: 7 });
      expect(idsOf(replies)).toEqual(idsOf([await call(service, list(resource, { limit: 250 }))]));
      expect(replies.length).toBeGreaterThan(1);
    },
  );

  it("a listing ends correctly if its last page is full", async () => {
    const replies = await pages(await serve({ items: 20 }), "items", { limit: 10 });
    expect(replies.map((reply) => reply.json.data.length)).toEqual([10, 10]);
  });

  it("a listing without records consists of one empty page", async () => {
    const reply = await call(await serve({ items: 0 }), list("items"));
    expect(reply.json).toMatchObject({ data: [], meta: { hasMore: false, nextCursor: null } });
  });

  it("filtering happens after paging, so pages may be short or empty", async () => {
    const service = await serve({ items: 200 });
    const replies = await pages(service, "items", { limit: 5, status: "archived" });
    expect(replies).toHaveLength(40);
    const lengths = replies.map((reply) => reply.json.data.length);
    expect(lengths).toContain(0);
    expect(lengths.some((length) => length > 0 && length < 5)).toBe(true);
    const archived = [...service.company.items.all()].filter((item) => item.status === "archived");
    expect(idsOf(replies)).toEqual(archived.map((item) => item.id));
  });

  it("pages stay consistent if records are edited, removed or added", async () => {
    const service = await serve({ items: 30 });
    const ids = itemIds(service);
    const first = await call(service, list("items", { limit: 10 }));
    service.company.upsertItem({ id: ids[0] ?? "", name: "Edited" });
    service.company.removeItem(ids[20] ?? "");
    service.company.upsertItem({ id: "aaa" });
    service.company.upsertItem({ id: "zzz" });
    const cursor = first.json.meta.nextCursor;
    const rest = await call(service, list("items", { limit: 250, cursor }));
    expect(idsOf([first])).toEqual(ids.slice(0, 10));
    expect(idsOf([rest])).toEqual([...ids.slice(10).filter((id) => id !== ids[20]), "zzz"]);
  });
});

describe("filters (specification 4.2)", () => {
  it("filters narrow a listing by location, material type and status", async () => {
    const service = await serve({ items: 400 });
    const items = [...service.company.items.all()];
    const { locationId, materialTypeId, status } = items.find(
      (item) => item.locationId != null && item.materialTypeId != null,
    ) ?? { status: "" };
    const queries = [
      {
        query: { warehouseId: locationId ?? "" },
        keep: (item: (typeof items)[0]) => item.locationId === locationId,
      },
      {
        query: { materialTypeId: materialTypeId ?? "" },
        keep: (item: (typeof items)[0]) => item.materialTypeId === materialTypeId,
      },
      { query: { status: status ?? "" }, keep: (item: (typeof items)[0]) => item.status === status },
      {
        query: { warehouseId: locationId ?? "", materialTypeId: materialTypeId ?? "", status: status ?? "" },
        keep: (item: (typeof items)[0]) =>
          item.locationId === locationId && item.materialTypeId === materialTypeId && item.status === status,
      },
    ];
    for (const { query, keep } of queries) {
      const expected = items.filter(keep).map((item) => item.id);
      expect(expected.length).toBeGreaterThan(0);
      expect(idsOf(await pages(service, "items", { ...query, limit: 250 }))).toEqual(expected);
    }
  });

  it.each([
    { status: "lost" },
    { status: "" },
    { updatedSince: "yesterday" },
    { updatedSince: "2026-01-01" },
    { updatedSince: "2026-01-01T00:00:00" },
    { updatedSince: "" },
    { cursor: "" },
  ])("filters refuse %j with 400 and name the parameter", async (query) => {
    const reply = await call(await serve(), list("items", query));
    expect(reply.status).toBe(400);
    expect(reply.json.message).toContain(Object.keys(query)[0]);
  });

  it("filters refuse repeated parameters and ignore unknown parameters", async () => {
    const service = await serve();
    expect((await call(service, "/inventory/items?limit=1&limit=2")).status).toBe(400);
    expect((await call(service, list("items", { colour: "red" }))).json.data).toHaveLength(60);
    expect((await call(service, list("types", { status: "lost" }))).json.data).toHaveLength(60);
  });

  it("the filter updatedSince includes items updated at exactly the given time, accepts offsets and lists the oldest update first", async () => {
    const service = await serve();
    service.company.upsertItem({ id: "before", updatedAt: "2100-01-01T00:00:00.000Z" });
    service.company.upsertItem({ id: "at", updatedAt: "2100-01-01T00:00:00.001Z" });
    service.company.upsertItem({ id: "after", updatedAt: "2100-01-01T00:00:00.0015Z" });
    service.company.upsertItem({ id: "undated", updatedAt: null });
    const since = async (updatedSince: string): Promise<readonly string[]> =>
      idsOf(await pages(service, "items", { updatedSince, limit: 1 }));
    expect(await since("2100-01-01T00:00:00.001Z")).toEqual(["at", "after"]);
    expect(await since("2100-01-01T02:00:00.001+02:00")).toEqual(["at", "after"]);
    expect(await since("2100-01-01T00:00:00.0011Z")).toEqual(["after"]);
    expect(await since("2100-01-01T00:00:00.002Z")).toEqual([]);
  });

  it("the filter updatedSince returns the same items as a scan of all items", async () => {
    const service = await serve({ items: 900 });
    for (let event = 0; event < 200; event++) service.company.step();
    const since = Date.now() - 400 * 24 * 3_600_000;
    const expected = [...service.company.items.all()].filter(
      (item) => Date.parse(item.updatedAt ?? "") >= since,
    );
    const found = idsOf(
      await pages(service, "items", { updatedSince: new Date(since).toISOString(), limit: 40 }),
    );
    expect(new Set(found)).toEqual(new Set(expected.map((item) => item.id)));
    expect(found).toHaveLength(expected.length);
  });

  it("the filter updatedSince combined with another filter evaluates only the updated items", async () => {
    const service = await serve();
    service.company.upsertItem({ id: "one", updatedAt: "2100-01-01T00:00:00Z", status: "archived" });
    service.company.upsertItem({ id: "two", updatedAt: "2100-01-02T00:00:00Z" });
    const query = { updatedSince: "2100-01-01T00:00:00Z", status: "available", limit: 1 };
    const replies = await pages(service, "items", query);
    expect(replies.map((reply) => reply.json.data.length)).toEqual([0, 1]);
  });

  it("an item updated during a listing appears again at the end", async () => {
    const service = await serve({ items: 0 });
    for (const id of ["a", "b", "c"]) service.company.upsertItem({ id });
    const query = { updatedSince: "2000-01-01T00:00:00Z", limit: 2 };
    const first = await call(service, list("items", query));
    service.company.upsertItem({ id: "a", name: "Again" });
    const rest = await call(service, list("items", { ...query, cursor: first.json.meta.nextCursor }));
    expect([...idsOf([first]), ...idsOf([rest])]).toEqual(["a", "b", "c", "a"]);
  });

  it("an incremental pass without changes over a million items needs one request", async () => {
    const service = await startSampleService({ items: 1_000_000 });
    try {
      const updatedSince = new Date(Date.now() - 5 * 60_000).toISOString();
      const replies = await pages(service, "items", { updatedSince, limit: 250 });
      expect(replies.map((reply) => reply.json.data.length)).toEqual([0]);
      service.company.step();
      const next = await pages(service, "items", { updatedSince, limit: 250 });
      expect(idsOf(next)).toHaveLength(1);
    } finally {
      await service.close();
    }
  });
});

describe("cursors (specification 4.4)", () => {
  const firstCursor = async (service: Awaited<ReturnType<typeof serve>>, query = {}): Promise<string> =>
    (await call(service, list("items", { limit: 5, ...query }))).json.meta.nextCursor;

  it("a cursor can be reused, even with another limit", async () => {
    const service = await serve();
    const cursor = await firstCursor(service);
    const once = await call(service, list("items", { limit: 5, cursor }));
    const again = await call(service, list("items", { limit: 20, cursor }));
    expect(once.status).toBe(200);
    expect(idsOf([again]).slice(0, 5)).toEqual(idsOf([once]));
  });

  it("a changed, shortened or made-up cursor is refused", async () => {
    const service = await serve();
    const cursor = await firstCursor(service);
    const last = cursor.at(-5) === "A" ? "B" : "A";
    const changed = cursor.slice(0, -5) + last + cursor.slice(-4);
    for (const text of [changed, cursor.slice(0, -4), "made-up", `${cursor}A`]) {
      const reply = await call(service, list("items", { limit: 5, cursor: text }));
      expect([text, reply.status]).toEqual([text, 400]);
      expect(reply.json.message).toMatch(/cursor.*[Rr]estart/);
    }
  });

  it("a cursor is refused with other filters, another endpoint or another company", async () => {
    const service = await serve();
    const cursor = await firstCursor(service, { status: "available" });
    const bad = [
      list("items", { cursor }),
      list("items", { cursor, status: "archived" }),
      list("types", { cursor }),
    ];
    for (const path of bad) {
      const reply = await call(service, path);
      expect(reply.status).toBe(400);
      expect(reply.json.message).toContain("other filters");
    }
    const path = list("items", { cursor, status: "available" });
    const headers = { authorization: `Bearer ${service.addKey({ company: "other" })}` };
    expect((await call(service, path, { headers })).status).toBe(400);
    // Another key of the same company can continue the listing.
    const same = { authorization: `Bearer ${service.addKey()}` };
    expect((await call(service, path, { headers: same })).status).toBe(200);
  });

  it("a cursor expires after 15 minutes", async () => {
    let now = Date.now();
    const service = await serve({ now: () => now });
    const cursor = await firstCursor(service);
    now += 15 * 60_000;
    expect((await call(service, list("items", { cursor }))).status).toBe(200);
    now += 1;
    const late = await call(service, list("items", { cursor }));
    expect(late.status).toBe(400);
    expect(late.json.message).toContain("expired");
  });

  it("a cursor of another service is refused", async () => {
    const [one, two] = [await serve(), await serve()];
    const cursor = await firstCursor(one);
    expect((await call(two, list("items", { cursor }))).status).toBe(400);
  });
});
