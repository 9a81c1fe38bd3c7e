import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { startPostgres } from "../../helpers/postgres.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve } from "../sample-service/support.ts";
import { CANARY } from "../sync/support.ts";
import { SECRET } from "../../unit/electron/features/collector/serving/webhooks/support.ts";
import { EVENT_PRESETS } from "../../../shared/features/collector/webhook-events.ts";
import {
  ask,
  collect as collectOn,
  lastUse,
  storesOf,
  type CollectorTestOptions,
  type CollectorUnderTest,
} from "./support.ts";

const OWN = ["changes?after=0", "snapshot", "stream", "metrics"];

const postgres = startPostgres();

describe.each(storesOf(postgres))("a collector on %s", (_name, makeStore) => {
  /** Starts a collector on an empty store, unless the options name an earlier one. */
  const collect = async (
    service: Parameters<typeof collectOn>[0],
    options: CollectorTestOptions = {},
  ): Promise<CollectorUnderTest> =>
    collectOn(service, { ...("store" in options ? {} : { store: await makeStore() }), ...options });

  it("clients get no records before the first pull ends", async () => {
    const service = await serve({
      items: 20,
      faults: { serverErrorChance: 1, onlyPath: "/inventory/items" },
    });
    const collector = await collect(service, { waits: "nothing" });
    await waitUntil(() => service.requests.total > 0, "a request to the service");
    for (const path of ["/inventory/items", "/inventory/locations", "/stockdeck/v1/snapshot"]) {
      const { status, headers, json } = await ask(collector, path);
      expect([status, headers.get("retry-after"), json]).toEqual([
        503,
        "30",
        expect.objectContaining({ error: "not_ready", retryAfter: 30 }),
      ]);
    }
    const health = await ask(collector, "/stockdeck/v1/health", { headers: {} });
    expect([health.status, health.json]).toMatchObject([503, { ok: false, firstPullComplete: false }]);
  });

  it("only the root and health paths work without a token", async () => {
    const collector = await collect(await serve({ items: 20 }));
    const without = (path: string) => ask(collector, path, { headers: {} });
    expect((await without("/stockdeck/v1")).json).toMatchObject({ name: "Stockdeck collector", version: 1 });
    expect((await without("/stockdeck/v1/health")).json).toMatchObject({
      ok: true,
      sequence: 0,
      firstKept: 1,
    });
    for (const path of OWN)
      expect([path, (await without(`/stockdeck/v1/${path}`)).status]).toEqual([path, 401]);
    expect((await ask(collector, "/stockdeck/v1/health", { method: "POST" })).status).toBe(405);
  });

  it("HEAD of the root and health path answers like GET without a body", async () => {
    const collector = await collect(await serve({ items: 5 }));
    for (const path of ["/stockdeck/v1", "/stockdeck/v1/health"]) {
      const got = await ask(collector, path, { headers: {} });
      const slash = await ask(collector, `${path}/?later=1`, { headers: {} });
      const head = await fetch(collector.url + path, { method: "HEAD" });
      expect([path, got.status, head.status, await head.text()]).toEqual([path, 200, 200, ""]);
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
      expect(Number(head.headers.get("content-length"))).toBe(got.text.length);
      expect(slash.json).toEqual(got.json);
      expect((await ask(collector, path, { headers: {}, method: "PUT" })).status).toBe(405);
    }
    for (const path of ["changes/?after=0", "days/?from=2026-01-01", "documents/?after=0", "metrics/"])
      expect([path, (await ask(collector, `/stockdeck/v1/${path}`)).status]).toEqual([path, 200]);
    expect((await fetch(`${collector.url}/stockdeck/v1/snapshot`, { method: "HEAD" })).status).toBe(405);
  });

  it("a token's last use is stored when the collector ends", async () => {
    const collector = await collect(await serve({ items: 5 }));
    const before = Date.now();
    await ask(collector, "/inventory/items");
    await collector.close();
    expect(await lastUse(collector)).toBeGreaterThanOrEqual(before);
  });

  it("metrics have the Prometheus text format", async () => {
    const collector = await collect(await serve({ items: 20 }));
    await ask(collector, "/inventory/items/nothing");
    const { headers, text } = await ask(collector, "/stockdeck/v1/metrics");
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const values = new Map(
      text
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => line.split(" ") as [string, string]),
    );
    expect(values.get('stockdeck_records{resource="items"}')).toBe("20");
    expect(values.get("stockdeck_sequence_last")).toBe("0");
    expect(values.get('stockdeck_answers_total{status="404"}')).toBe("1");
    expect(Number(values.get("stockdeck_service_requests_total"))).toBeGreaterThan(2);
    expect(Number(values.get("stockdeck_database_bytes"))).toBeGreaterThan(10_000);
    expect([...values.values()].every((value) => Number.isFinite(Number(value)))).toBe(true);
  });

  it("a refused key keeps the copy readable", async () => {
    const service = await serve({ items: 20 });
    const collector = await collect(service);
    service.setKeyState(service.key, "revoked");
    await collector.refresh("incremental");
    expect((await ask(collector, "/stockdeck/v1/health")).json).toMatchObject({
      ok: false,
      error: "unauthorized",
    });
    expect((await ask(collector, "/inventory/items")).json.data).toHaveLength(20);
  });

  it("many removals wait until the administrator accepts the removals when the collector starts", async () => {
    const service = await serve({ items: 40 });
    const first = await collect(service);
    const ids = [...service.company.items.all()].map(({ id }) => id);
    for (const id of ids.slice(0, 10)) service.company.removeItem(id);
    await first.refresh("full");
    const health = async (collector: typeof first): Promise<unknown> =>
      (await ask(collector, "/stockdeck/v1/health")).json;
    expect(await health(first)).toMatchObject({ ok: false, question: "mass_removal", sequence: 0 });
    expect((await ask(first, "/inventory/items")).json.data).toHaveLength(40);
    await first.close();
    const second = await collect(service, { ...first.again, acceptRemovals: true });
    await waitUntil(
      async () => ((await health(second)) as { sequence: number }).sequence === 10,
      "the items are hidden",
    );
    expect((await ask(second, "/inventory/items")).json.data).toHaveLength(30);
    expect((await ask(second, `/inventory/items/${ids[0]}`)).status).toBe(404);
  });

  it("no response, log line or file contains the key, the token or the webhook secret", async () => {
    const service = await serve({ items: 20, key: CANARY });
    const scheme = EVENT_PRESETS["standard-webhooks"];
    const collector = await collect(service, { webhooks: { scheme, secrets: [SECRET] } });
    service.addWebhook({ url: `${collector.url}/webhooks`, secret: SECRET, scheme });
    service.company.upsertItem({ id: "one", name: "One" });
    await collector.refresh("incremental");
    service.setKeyState(CANARY, "revoked");
    await collector.refresh("full");
    const paths = ["/inventory/items", "/inventory/items/nothing", "/stockdeck/v1", "/stockdeck/v1/health"];
    const own = ["changes?after=0", "changes?after=x", "snapshot", "metrics"].map(
      (name) => `/stockdeck/v1/${name}`,
    );
    const answers = await Promise.all([...paths, ...own].map((path) => ask(collector, path)));
    const wrong = await ask(collector, "/inventory/items", {
      headers: { authorization: "Bearer Sesame0123" },
    });
    await collector.close();
    const told = [...answers, wrong].map(({ text, headers }) => text + JSON.stringify([...headers]));
    const files = fs
      .readdirSync(collector.folder, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(collector.folder, name))
      .filter((file) => fs.statSync(file).isFile());
    expect(files.length).toBeGreaterThan(1);
    const kept = files.map((file) => fs.readFileSync(file).toString("latin1"));
    const stored = collector.again.store === undefined ? "" : postgres.run("pg_dump", collector.again.store);
    const everything = [...told, ...collector.lines, ...kept, stored].join("\n");
    expect(everything).toContain("One");
    for (const secret of [CANARY, collector.token, "Sesame0123", SECRET])
      expect(everything).not.toContain(secret);
  });
});
