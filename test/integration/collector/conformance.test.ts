import { describe, expect, it } from "vitest";
import type { SampleService } from "../../service/index.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { recordSchemas } from "../../../shared/inventory/resources.ts";
import { serve } from "../sample-service/support.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { companyRecords } from "../sync/support.ts";
import { ask, collect, storesOf, type Reply } from "./support.ts";

/*
 * Tests the specification as one suite. The sample service must pass it, and so must a collector before a
 * sample service, on each of its stores. Sections are those of inventory-sync-api.md.
 */

/** A server that implements the specification, and its company. */
interface Server {
  readonly url: string;
  /** The key or token that it accepts. */
  readonly token: string;
  readonly service: SampleService;
  /** Updates the server to the company's present state. */
  catchUp(): Promise<void>;
  /** Starts a server of the company that accepts a number of requests a minute. */
  limited(perMinute: number): Promise<{ readonly url: string; readonly token: string }>;
}

const postgres = startPostgres();

const SERVERS: readonly (readonly [name: string, start: (items: number) => Promise<Server>])[] = [
  [
    "the sample service",
    async (items) => {
      const service = await serve({ items });
      const { url, key: token } = service;
      const limited = (rateLimit: number) => {
        service.setFaults({ rateLimit });
        return Promise.resolve({ url, token });
      };
      return { url, token, service, limited, catchUp: () => Promise.resolve() };
    },
  ],
  ...storesOf(postgres).map(
    ([name, makeStore]) =>
      [
        `a collector on ${name}`,
        async (items: number): Promise<Server> => {
          const service = await serve({ items });
          const collector = await collect(service, { store: await makeStore() });
          const { url, token } = collector;
          const limited = async (perMinute: number) =>
            collect(service, { perMinute, store: await makeStore() });
          return { url, token, service, limited, catchUp: () => collector.refresh("full") };
        },
      ] as const,
  ),
];

const list = (resource: string, query: Readonly<Record<string, string | number>> = {}): string =>
  `/inventory/${resource}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

/** Lists records page by page, until `hasMore` is false. */
async function pages(
  server: Server,
  resource: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (let cursor: string | null = null, more = true; more;) {
    const reply = await ask(server, list(resource, { ...query, ...(cursor === null ? {} : { cursor }) }));
    expect([reply.status, replies.length < 200]).toEqual([200, true]);
    replies.push(reply);
    more = reply.json.meta.hasMore as boolean;
    cursor = reply.json.meta.nextCursor as string | null;
  }
  return replies;
}

const recordsOf = (replies: readonly Reply[]): readonly Record<string, unknown>[] =>
  replies.flatMap(({ json }) => json.data as Record<string, unknown>[]);

const idsOf = (replies: readonly Reply[]): readonly string[] =>
  recordsOf(replies)
    .map(({ id }) => String(id))
    .toSorted();

const error = (code = expect.any(String) as unknown): object => ({
  error: code,
  message: expect.any(String) as unknown,
  requestId: expect.any(String) as unknown,
});

describe.each(SERVERS)("%s", (_name, start) => {
  it("each list has every record as the service sends it (2.5, 4.4)", async () => {
    const server = await start(60);
    for (const resource of RESOURCES) {
      const replies = await pages(server, resource, { limit: 7 });
      expect(replies.length).toBeGreaterThan(1);
      const records = recordsOf(replies);
      expect(records.toSorted((left, right) => (String(left["id"]) < String(right["id"]) ? -1 : 1))).toEqual(
        companyRecords(server.service, resource),
      );
      for (const record of records) expect(recordSchemas[resource].safeParse(record).success).toBe(true);
      for (const { json } of replies) {
        expect(Object.keys(json as object)).toEqual(["data", "meta"]);
        expect(json.data.length).toBeLessThanOrEqual(7);
        expect(json.meta.hasMore).toBe(json.meta.nextCursor !== null);
      }
      const requests = new Set(replies.map(({ json }) => json.meta.requestId as string));
      expect(requests.size).toBe(replies.length);
    }
  });

  it("a list has 100 records by default, and 250 at most (4.1)", async () => {
    const server = await start(260);
    expect((await ask(server, "/inventory/items")).json.data).toHaveLength(100);
    expect((await ask(server, list("items", { limit: 250 }))).json.data).toHaveLength(250);
    for (const limit of ["0", "251", "-1", "1.5", "ten", ""]) {
      const { status, json } = await ask(server, list("items", { limit }));
      expect([limit, status]).toEqual([limit, 400]);
      expect(json).toEqual(error());
    }
  });

  it("a record has its envelope, and an unknown id gets 404 (2.5, 4.3)", async () => {
    const server = await start(20);
    for (const resource of RESOURCES) {
      const [record] = companyRecords(server.service, resource);
      const path = `/inventory/${resource}/${encodeURIComponent(String(record?.["id"]))}`;
      expect((await ask(server, path)).json).toMatchObject({
        data: record,
        meta: { requestId: expect.any(String) as unknown, hasMore: false, nextCursor: null },
      });
      const missing = await ask(server, `/inventory/${resource}/nothing`);
      expect([missing.status, missing.json]).toEqual([404, error("not_found")]);
    }
  });

  it("a record with unusual characters in its id is found by that id", async () => {
    const server = await start(1);
    const ids = ["a/b", "50 % off?", "é#ü", "itm_+&="];
    for (const id of ids) server.service.company.upsertItem({ id, name: "Odd one" });
    await server.catchUp();
    for (const id of ids)
      expect((await ask(server, `/inventory/items/${encodeURIComponent(id)}`)).json.data.id).toBe(id);
    expect(idsOf(await pages(server, "items"))).toEqual(expect.arrayContaining(ids));
  });

  it("filters narrow a list, alone and combined (4.2)", async () => {
    const server = await start(300);
    const items = companyRecords(server.service, "items");
    const one = items.find(
      ({ locationId, materialTypeId }) => locationId !== null && materialTypeId !== null,
    );
    const [warehouseId, materialTypeId, status] = [
      one?.["locationId"],
      one?.["materialTypeId"],
      one?.["status"],
    ];
    const filters: Record<string, string>[] = [
      { warehouseId: String(warehouseId) },
      { materialTypeId: String(materialTypeId) },
      { status: String(status) },
      { warehouseId: String(warehouseId), materialTypeId: String(materialTypeId), status: String(status) },
    ];
    for (const filter of filters) {
      const wanted = items.filter(
        (item) =>
          (filter["warehouseId"] === undefined || item["locationId"] === warehouseId)
          && (filter["materialTypeId"] === undefined || item["materialTypeId"] === materialTypeId)
          && (filter["status"] === undefined || item["status"] === status),
      );
      expect(wanted.length).toBeGreaterThan(0);
      expect(idsOf(await pages(server, "items", { ...filter, limit: 50 }))).toEqual(
        wanted.map(({ id }) => id),
      );
    }
  });

  it("a list answers invalid requests with 400 (4.3)", async () => {
    const server = await start(1);
    for (const query of [
      { status: "lost" },
      { updatedSince: "yesterday" },
      { updatedSince: "2026-01-01" },
      { updatedSince: "2026-01-01T00:00:00" },
      { cursor: "" },
      { cursor: "made-up" },
    ]) {
      const { status, json } = await ask(server, list("items", query));
      expect([query, status, json]).toEqual([query, 400, error("invalid_request")]);
    }
  });

  it("a cursor is valid only for its list and its filters (4.4)", async () => {
    const server = await start(30);
    const first = await ask(server, list("items", { limit: 5 }));
    const { nextCursor: cursor } = first.json.meta as { nextCursor: string };
    expect((await ask(server, list("items", { limit: 9, cursor }))).status).toBe(200);
    for (const path of [list("types", { cursor }), list("items", { cursor, status: "archived" })])
      expect((await ask(server, path)).status).toBe(400);
  });

  it("the filter updatedSince returns records updated at or after the given time (4.2, 4.5)", async () => {
    const server = await start(30);
    const { company } = server.service;
    company.upsertItem({ id: "before", updatedAt: "2100-01-01T00:00:00.000Z" });
    company.upsertItem({ id: "at", updatedAt: "2100-01-01T00:00:00.001Z" });
    company.upsertItem({ id: "after", updatedAt: "2100-01-01T00:00:00.0015Z" });
    company.upsertItem({ id: "undated", updatedAt: null });
    await server.catchUp();
    const since = async (updatedSince: string): Promise<readonly string[]> =>
      idsOf(await pages(server, "items", { updatedSince, limit: 1 }));
    expect(await since("2100-01-01T00:00:00.001Z")).toEqual(["after", "at"]);
    expect(await since("2100-01-01T02:00:00.001+02:00")).toEqual(["after", "at"]);
    expect(await since("2100-01-01T00:00:00.002Z")).toEqual([]);
  });

  it("a request without a valid key gets 401 (5, 7)", async () => {
    const server = await start(1);
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: server.token }]) {
      const { status, json } = await ask(server, "/inventory/items", { headers });
      expect([status, json]).toEqual([401, error("unauthorized")]);
    }
  });

  it("too many requests get 429 with Retry-After (7, 8)", async () => {
    const limited = await (await start(3)).limited(2);
    const replies = [];
    for (let sent = 0; sent < 3; sent += 1) replies.push(await ask(limited, "/inventory/types"));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    const last = replies.at(-1);
    expect(last?.json).toEqual({ ...error("rate_limited"), retryAfter: expect.any(Number) as unknown });
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("unknown paths get 404, and unsupported methods get 405 (4)", async () => {
    const server = await start(1);
    for (const path of [
      "/",
      "/inventory",
      "/inventory/things",
      "/inventory/items/a/b",
      "/v1/inventory/items",
    ]) {
      const reply = await ask(server, path);
      expect([path, reply.status, reply.json]).toEqual([path, 404, error("not_found")]);
      expect(Math.abs(Date.parse(reply.headers.get("date") ?? "") - Date.now())).toBeLessThan(5_000);
    }
    const posted = await ask(server, "/inventory/items", {
      method: "POST",
      body: "{}",
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it("a removed record is in no list, and its path gets 404 (4.3)", async () => {
    const server = await start(40);
    const [, gone] = companyRecords(server.service, "items");
    server.service.company.removeItem(String(gone?.["id"]));
    await server.catchUp();
    expect((await ask(server, `/inventory/items/${String(gone?.["id"])}`)).status).toBe(404);
    expect(idsOf(await pages(server, "items"))).not.toContain(gone?.["id"]);
  });
});
