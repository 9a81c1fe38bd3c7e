import { describe, expect, it } from "vitest";
import { call, list, serve } from "./support.ts";

const withKey = (authorization: string): RequestInit => ({ headers: { authorization } });

describe("keys (specification 5)", () => {
  it("a missing, malformed, unknown or revoked key gets a specific 401 message", async () => {
    const service = await serve();
    const revoked = service.addKey({ state: "revoked" });
    const replies = [
      await call(service, list("items"), { headers: {} }),
      await call(service, list("items"), withKey(`Basic ${service.key}`)),
      await call(service, list("items"), withKey("Bearer sample_live_unknown")),
      await call(service, list("items"), withKey(`Bearer ${revoked}`)),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expect(reply.json).toMatchObject({ error: "unauthorized", requestId: expect.any(String) });
      expect(reply.text).not.toContain(revoked);
    }
    expect(new Set(replies.map((reply) => reply.json.message)).size).toBe(4);
  });

  it("an inactive company, missing Pro plan or missing scope gets a specific 403 message", async () => {
    const service = await serve();
    const messages = new Set<string>();
    for (const state of ["inactive", "not_pro", "no_scope"] as const) {
      const reply = await call(service, list("items"), withKey(`Bearer ${service.addKey({ state })}`));
      expect(reply.status).toBe(403);
      messages.add(reply.json.message);
    }
    expect(messages.size).toBe(3);
  });

  it("a key's state can change while the service runs", async () => {
    const service = await serve();
    expect((await call(service, list("items"))).status).toBe(200);
    service.setKeyState(service.key, "revoked");
    expect((await call(service, list("items"))).status).toBe(401);
    service.setKeyState(service.key, "active");
    expect((await call(service, list("items"))).status).toBe(200);
    expect(() => service.setKeyState("misspelt", "active")).toThrow("no such key");
  });

  it("a key of one company sees no record of another company", async () => {
    const service = await serve();
    const key = service.addKey({ company: "other" });
    const reply = await call(service, list("items", { limit: 250 }), withKey(`bearer ${key}`));
    expect(reply.json.data).toEqual([...service.otherCompany.items.all()]);
    const own = new Set([...service.company.items.all()].map((item) => item.id));
    expect(reply.json.data.some((item: { id: string }) => own.has(item.id))).toBe(false);
  });

  it("the service uses a given key or generates a key in the specified format", async () => {
    expect((await serve({ key: "my-own-key" })).key).toBe("my-own-key");
    const [one, two] = [await serve(), await serve()];
    expect(one.key).toMatch(/^sample_live_[0-9a-f]{32}$/);
    expect(one.key).not.toBe(two.key);
  });
});

describe("the rate limit (specification 8)", () => {
  it("the rate limit counts requests per key and reports the wait", async () => {
    let now = Date.UTC(2026, 0, 1);
    const service = await serve({ now: () => now, faults: { rateLimit: 2 } });
    const statuses = [1, 2].map(async () => (await call(service, list("types"))).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
    now += 20_000;
    const limited = await call(service, list("types"));
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toBe("40");
    expect(limited.json).toMatchObject({ error: "rate_limited", retryAfter: 40 });
    expect((await call(service, list("types"), withKey(`Bearer ${service.addKey()}`))).status).toBe(200);
    now += 40_000;
    expect((await call(service, list("types"))).status).toBe(200);
    service.setFaults({ rateLimit: 0 });
    expect((await call(service, list("types"))).status).toBe(200);
  });
});

describe("the request log", () => {
  it("the request log never contains the key", async () => {
    const service = await serve({ now: () => 1_767_225_600_000 });
    await call(service, list("items", { limit: 7, status: "archived" }));
    await call(service, "/inventory/items/a%2Fb", withKey(`Bearer ${service.addKey({ label: "erp" })}`));
    await call(service, "/nowhere", { headers: {} });
    expect(service.requests.entries).toMatchObject([
      {
        at: 1_767_225_600_000,
        method: "GET",
        path: "/inventory/items",
        query: { limit: "7", status: "archived" },
        status: 200,
        keyLabel: "default",
      },
      { path: "/inventory/items/a%2Fb", status: 404, keyLabel: "erp" },
      { path: "/nowhere", status: 404, keyLabel: null },
    ]);
    expect(service.requests.total).toBe(3);
    expect(service.requests.countByStatus(404)).toBe(2);
    expect(service.requests.count({ keyLabel: "erp" })).toBe(1);
    expect(JSON.stringify(service.requests.entries)).not.toContain(service.key);
    service.requests.clear();
    expect([
      service.requests.total,
      service.requests.entries.length,
      service.requests.countByStatus(404),
    ]).toEqual([0, 0, 0]);
  });
});
