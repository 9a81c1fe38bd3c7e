import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { SampleService } from "../../service/index.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { call, list, serve } from "./support.ts";

/** Ms without a byte after which an answer counts as silent. */
const SILENCE_MS = 150;

/**
 * The raw answer until it ends or fails. @param silentAfter also ends it if no bytes follow the request or the
 * headers.
 */
function raw(
  service: SampleService,
  silentAfter?: "request" | "headers",
): Promise<{
  readonly headers: unknown;
  readonly bytes: number;
  readonly length: number;
  readonly end: string;
}> {
  return new Promise((resolve) => {
    let bytes = 0;
    const headers = { authorization: `Bearer ${service.key}` };
    const sent = request(`${service.url}/inventory/items`, { headers, agent: false });
    let seen: { headers: Record<string, unknown> } = { headers: {} };
    const finish = (end: string): void => {
      resolve({ headers: seen.headers, bytes, length: Number(seen.headers["content-length"] ?? 0), end });
      sent.destroy();
    };
    const watch = (): void => void sent.setTimeout(SILENCE_MS, () => finish("silence"));
    if (silentAfter === "request") watch();
    sent.once("error", () => finish("error"));
    sent.once("response", (response) => {
      seen = response;
      if (silentAfter === "headers") watch();
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.once("end", () => finish("end"));
      response.once("error", () => finish("error"));
    });
    sent.end();
  });
}

describe("network faults", () => {
  it("the fault latencyMs delays responses until it is set to 0", async () => {
    const clock = virtualClock();
    const service = await serve({ clock, faults: { latencyMs: 80 } });
    let isAnswered = false;
    const answer = call(service, list("locations")).then(() => (isAnswered = true));
    await waitUntil(() => service.requests.total === 1, "the request");
    await clock.advance(79);
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    await answer;
    service.setFaults({ latencyMs: 0 });
    expect((await call(service, list("locations"))).status).toBe(200);
  });

  it("the fault latencyMs delays concurrent responses in parallel", async () => {
    const clock = virtualClock();
    const service = await serve({ clock, faults: { latencyMs: 500 } });
    const answers = Promise.all(Array.from({ length: 8 }, () => call(service, list("locations"))));
    await waitUntil(() => service.requests.total === 8, "eight requests");
    await clock.advance(500);
    expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it("the fault dropNext closes the socket before the headers", async () => {
    const service = await serve({ faults: { dropNext: 1 } });
    await expect(call(service, list("items"))).rejects.toThrow("fetch failed");
    expect((await call(service, list("items"))).status).toBe(200);
    expect(service.requests.entries.map((entry) => [entry.outcome, entry.status])).toEqual([
      ["drop", null],
      ["normal", 200],
    ]);
  });

  it("the fault dropChance drops connections at the given probability", async () => {
    const rolls = [0.6, 0.4];
    const service = await serve({ faults: { dropChance: 0.5 }, random: () => rolls.shift() ?? 0.9 });
    expect((await call(service, list("items"))).status).toBe(200);
    await expect(call(service, list("items"))).rejects.toThrow("fetch failed");
  });

  it("the fault stallHeadersNext sends no response", async () => {
    const service = await serve({ faults: { stallHeadersNext: 1 } });
    expect(await raw(service, "request")).toMatchObject({ headers: {}, bytes: 0, end: "silence" });
  });

  it("the fault stallBodyNext sends the headers and no body", async () => {
    const service = await serve({ faults: { stallBodyNext: 1 } });
    const answer = await raw(service, "headers");
    expect(answer).toMatchObject({ bytes: 0, end: "silence" });
    expect(answer.length).toBeGreaterThan(1000);
  });

  it("the fault truncateNext sends the headers and half of the body", async () => {
    const service = await serve({ faults: { truncateNext: 1 } });
    const answer = await raw(service);
    expect(answer.end).toBe("error");
    expect(answer.bytes).toBe(Math.floor(answer.length / 2));
    expect(answer.bytes).toBeGreaterThan(1000);
    expect((await raw(service)).end).toBe("end");
  });

  it("the fault oversizeNext with gzip sends few bytes that unpack to the given size", async () => {
    const service = await serve({
      items: 1,
      faults: { oversizeNext: 2, oversizeBytes: 3_000_000, gzip: true },
    });
    const packed = await raw(service);
    expect(packed).toMatchObject({ end: "end", headers: { "content-encoding": "gzip" } });
    expect(packed.bytes).toBeLessThan(100_000);
    const { text, json } = await call(service, list("items"));
    expect(text.length).toBeGreaterThan(3_000_000);
    expect(json.data).toHaveLength(1);
  });

  it("the fault oversizeNext adds bytes to a body and stops when the client disconnects", async () => {
    const service = await serve({ items: 1, faults: { oversizeNext: 1, oversizeBytes: 3_000_001 } });
    const reply = await call(service, list("items"));
    expect(reply.text.length).toBeGreaterThan(3_000_001);
    expect(reply.json.data).toHaveLength(1);
    service.setFaults({ oversizeNext: 1, oversizeBytes: 1_000_000_000 });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${service.key}` };
    const response = await fetch(service.url + list("items"), { headers, signal: leaving.signal });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    leaving.abort();
    expect((await call(service, list("items"))).status).toBe(200);
  });

  it("the fault htmlNext answers with 200 and HTML", async () => {
    const service = await serve({ faults: { htmlNext: 1 } });
    const reply = await call(service, list("items"));
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(reply.text).toMatch(/^<!doctype html>/);
  });

  it("the fault contentType replaces the JSON content type", async () => {
    const service = await serve({ faults: { contentType: "text/plain" } });
    const reply = await call(service, list("items"));
    expect(reply.headers.get("content-type")).toBe("text/plain");
    expect(JSON.parse(reply.text).data).toHaveLength(60);
  });

  it("the fault gzip compresses bodies", async () => {
    const service = await serve({ faults: { gzip: true } });
    const reply = await call(service, list("items"));
    expect(reply.headers.get("content-encoding")).toBe("gzip");
    expect(reply.json.data).toHaveLength(60);
    expect((await raw(service)).bytes).toBeLessThan(reply.text.length / 2);
  });

  it("the fault dateHeader removes or breaks the Date header; dateSkewMs shifts its time", async () => {
    const now = Date.UTC(2026, 0, 1);
    const service = await serve({ now: () => now, faults: { dateHeader: "absent" } });
    const date = async (): Promise<string | null> => (await call(service, list("types"))).headers.get("date");
    expect(await date()).toBeNull();
    service.setFaults({ dateHeader: "malformed" });
    expect(Date.parse((await date()) ?? "")).toBeNaN();
    service.setFaults({ dateHeader: "normal", dateSkewMs: -3 * 24 * 3_600_000 });
    expect(await date()).toBe(new Date(now - 3 * 24 * 3_600_000).toUTCString());
    expect(service.requests.entries.every((entry) => entry.at === now)).toBe(true);
  });
});
