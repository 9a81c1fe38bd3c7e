import { describe, expect, it } from "vitest";
import { call, list, serve } from "./support.ts";

describe("faults of status", () => {
  it("the fault tooManyNext answers the next requests with 429, the given header and body", async () => {
    const service = await serve({ faults: { tooManyNext: 2, retryAfter: "7", retryAfterBody: 9 } });
    const replies = [1, 2, 3].map(() => call(service, list("items")));
    const statuses = (await Promise.all(replies)).map((reply) => reply.status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    service.setFaults({ tooManyNext: 1 });
    const limited = await call(service, "/inventory/items/any");
    expect(limited.headers.get("retry-after")).toBe("7");
    expect(limited.json).toMatchObject({
      error: "rate_limited",
      retryAfter: 9,
      requestId: expect.any(String),
    });
  });

  it.each(["abc", "Wed, 21 Oct 2099 07:28:00 GMT", "-5", "0", "99999999"])(
    "the fault retryAfter accepts %j and sends it unchanged",
    async (retryAfter) => {
      const service = await serve({ faults: { tooManyNext: 1, retryAfter } });
      const reply = await call(service, list("items"));
      expect(reply.headers.get("retry-after")).toBe(retryAfter);
      expect(reply.json).not.toHaveProperty("retryAfter");
    },
  );

  it('the fault retryAfter "" omits the header', async () => {
    const service = await serve({ faults: { tooManyNext: 1, retryAfter: "" } });
    const reply = await call(service, list("items"));
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, null]);
  });

  it.each([500, 502, 503])(
    "the fault serverErrorNext answers with %i and the error body",
    async (serverErrorStatus) => {
      const service = await serve({ faults: { serverErrorNext: 1, serverErrorStatus } });
      const reply = await call(service, list("items"));
      expect(reply.status).toBe(serverErrorStatus);
      expect(reply.json).toEqual({
        error: "server_error",
        message: expect.any(String),
        requestId: expect.any(String),
      });
      expect((await call(service, list("items"))).status).toBe(200);
    },
  );

  it("the fault serverErrorChance answers with 500 at the given probability", async () => {
    const rolls = [0.4, 0.6];
    const service = await serve({ faults: { serverErrorChance: 0.5 }, random: () => rolls.shift() ?? 0.9 });
    expect((await call(service, list("items"))).status).toBe(500);
    expect((await call(service, list("items"))).status).toBe(200);
  });

  it("the fault cursorFailures answers the next requests that have a cursor with 400", async () => {
    const service = await serve({ faults: { cursorFailures: 1 } });
    const first = await call(service, list("items", { limit: 5 }));
    const path = list("items", { limit: 5, cursor: first.json.meta.nextCursor });
    expect([first.status, (await call(service, path)).status, (await call(service, path)).status]).toEqual([
      200, 400, 200,
    ]);
  });

  it("the fault cursorTtlMs sets how soon a cursor expires, even at run time", async () => {
    let now = Date.now();
    const service = await serve({ now: () => now });
    const first = await call(service, list("items", { limit: 5 }));
    const path = list("items", { limit: 5, cursor: first.json.meta.nextCursor });
    now += 1_000;
    service.setFaults({ cursorTtlMs: 999 });
    expect((await call(service, path)).status).toBe(400);
    service.setFaults({ cursorTtlMs: 1_000 });
    expect((await call(service, path)).status).toBe(200);
  });

  it("the fault redirectTo answers with 302 until it is switched off", async () => {
    const service = await serve({ faults: { redirectTo: "http://127.0.0.1:9/elsewhere" } });
    const reply = await call(service, list("items"));
    expect([reply.status, reply.headers.get("location")]).toEqual([302, "http://127.0.0.1:9/elsewhere"]);
    service.setFaults({ redirectTo: "" });
    expect((await call(service, list("items"))).status).toBe(200);
  });

  it("the faults skipRequests and onlyPath decide which request gets the fault", async () => {
    const service = await serve({
      faults: { onlyPath: "/inventory/items", skipRequests: 1, serverErrorNext: 1 },
    });
    const statuses: number[] = [];
    for (const resource of ["types", "items", "locations", "items", "items"]) {
      statuses.push((await call(service, list(resource))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 500, 200]);
    expect(service.requests.entries.map((entry) => entry.outcome)).toEqual([
      "normal",
      "normal",
      "normal",
      "serverError",
      "normal",
    ]);
  });

  it("the service refuses unknown faults at its start and at run time", async () => {
    const service = await serve();
    expect(() => service.setFaults({ latency: 5 } as never)).toThrow('unknown fault "latency"');
    await expect(serve({ faults: { latencyMs: -1 } })).rejects.toThrow("latencyMs");
  });
});
