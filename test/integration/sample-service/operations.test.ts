import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { recordSchemas } from "../../../shared/inventory/resources.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { call, list, serve } from "./support.ts";

describe.each(RESOURCES)("list of %s", (resource) => {
  it("a list response has the envelope of specification 2.5", async () => {
    const service = await serve();
    const reply = await call(service, list(resource));
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
    expect(Object.keys(reply.json)).toEqual(["data", "meta"]);
    expect(reply.json.meta).toEqual({
      requestId: expect.stringMatching(/^req_/),
      hasMore: false,
      nextCursor: null,
    });
    expect(reply.json.data).toEqual([...service.company[resource].all()]);
    for (const record of reply.json.data)
      expect(recordSchemas[resource].safeParse(record).success).toBe(true);
  });

  it.each(["0", "251", "-1", "1.5", "ten", "", "1e2", "+5", "99999999999"])(
    "a list refuses limit=%s",
    async (limit) => {
      const reply = await call(await serve({ items: 3 }), list(resource, { limit }));
      expect(reply.status).toBe(400);
      expect(reply.json).toEqual({
        error: "invalid_request",
        message: expect.stringContaining("limit"),
        requestId: expect.stringMatching(/^req_/),
      });
    },
  );

  it("a list accepts limit 1 and limit 250", async () => {
    const service = await serve({ items: 3 });
    const one = await call(service, list(resource, { limit: 1 }));
    expect(one.json.data).toHaveLength(1);
    expect(one.json.meta).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    expect((await call(service, list(resource, { limit: 250 }))).status).toBe(200);
  });
});

describe.each(RESOURCES)("a single record of %s", (resource) => {
  it("a request for one record returns the record and meta", async () => {
    const service = await serve();
    const record = [...service.company[resource].all()][1];
    const reply = await call(service, `/inventory/${resource}/${record?.id}`);
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      data: record,
      meta: { requestId: expect.any(String), hasMore: false, nextCursor: null },
    });
  });

  it("an unknown id or another company's id gets 404", async () => {
    const service = await serve();
    const foreign = [...service.otherCompany[resource].all()][0];
    for (const id of ["nothing", foreign?.id]) {
      const reply = await call(service, `/inventory/${resource}/${id}`);
      expect(reply.status).toBe(404);
      expect(reply.json).toMatchObject({ error: "not_found", message: expect.any(String) });
    }
    const authorization = `Bearer ${service.addKey({ company: "other" })}`;
    const theirs = await call(service, `/inventory/${resource}/${foreign?.id}`, {
      headers: { authorization },
    });
    expect(theirs.json.data).toEqual(foreign);
  });
});

describe("paths and methods", () => {
  it.each(["a/b", "50 % off?", "é#ü", "..", "x".repeat(3000), "itm_+&="])(
    "the service finds the item with the id %j",
    async (id) => {
      const service = await serve({ items: 1 });
      service.company.upsertItem({ id, name: "Odd one" });
      // `fetch` would resolve ".." even if it is encoded.
      const path = id === ".." ? undefined : `/inventory/items/${encodeURIComponent(id)}`;
      if (path !== undefined) expect((await call(service, path)).json.data.id).toBe(id);
      expect((await call(service, list("items"))).json.data.map((item: { id: string }) => item.id)).toContain(
        id,
      );
    },
  );

  it.each([
    "/",
    "/inventory",
    "/inventory/things",
    "/inventory/items/a/b",
    "/inventory/items/%E0%A4%A",
    "/v1/inventory/items",
  ])("a request to %s gets 404 with the error body", async (path) => {
    const reply = await call(await serve({ items: 1 }), path);
    expect(reply.status).toBe(404);
    expect(reply.json).toEqual({
      error: "not_found",
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("a request with %s gets 405", async (method) => {
    const service = await serve({ items: 1 });
    const body = method === "POST" ? { body: "<xml/>", headers: { "content-type": "text/xml" } } : {};
    const reply = await call(service, list("items"), { method, ...body });
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe("GET");
    expect(reply.json).toMatchObject({ error: "method_not_allowed", requestId: expect.any(String) });
    expect((await call(service, "/inventory/items/abc", { method })).status).toBe(405);
    expect((await call(service, "/elsewhere", { method })).status).toBe(404);
  });

  it("a HEAD request gets 405 without a body", async () => {
    const reply = await call(await serve({ items: 1 }), list("items"), { method: "HEAD" });
    expect([reply.status, reply.text]).toEqual([405, ""]);
  });

  it("the service listens only on 127.0.0.1 and refuses a port that is in use", async () => {
    const service = await serve({ items: 1 });
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect(serve({ port: Number(new URL(service.url).port) })).rejects.toThrow("EADDRINUSE");
  });

  it("every response has its own request id and a Date header", async () => {
    const service = await serve({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) });
    const replies = [await call(service, list("types")), await call(service, "/nowhere")];
    expect(new Set(replies.map((reply) => reply.json.requestId ?? reply.json.meta.requestId)).size).toBe(2);
    for (const reply of replies) expect(reply.headers.get("date")).toBe("Fri, 02 Jan 2026 03:04:05 GMT");
  });
});

describe("closing the service", () => {
  it("a closing service ends open sockets at once", async () => {
    const service = await serve({ items: 1, faults: { stallHeadersNext: 1 } });
    const open = new Promise<Error>((resolve) =>
      request(`${service.url}/inventory/items`).once("error", resolve).end(),
    );
    await waitUntil(() => service.requests.total > 0, "the request");
    await service.close();
    expect((await open).message).toMatch(/hang up|ECONNRESET/);
  });
});
