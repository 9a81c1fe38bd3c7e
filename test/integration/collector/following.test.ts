import type { ServerResponse } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../electron/base/clock.ts";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { addToken, readTokens } from "../../../electron/features/collector/serving/token-table.ts";
import type { SampleService } from "../../service/index.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import { startFront, type Front, type Interception } from "../../helpers/front.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { makeEngineRig, type EngineRig } from "../sync/engine-rig.ts";
import { companyRecords } from "../sync/support.ts";
import { serve } from "../sample-service/support.ts";
import { ask, collect, removeToken, workOn, type CollectorUnderTest } from "./support.ts";

/** The computer's clock with shorter pauses between tries. */
const CLOCK: Clock = { ...systemClock, wait: (ms, signal) => systemClock.wait(ms / 20, signal) };

const CHANGES = `SELECT number, type, resource, id, name, locationId, oldLocationId, holder, oldHolder, observedAfter,
    observedBefore, occurredAt, fields, event FROM changes ORDER BY number`;
/** The counted days, which are copied in larger steps. */
const DAYS = {
  consumption: "SELECT * FROM consumption ORDER BY day, typeId",
  stock: "SELECT * FROM snapshots ORDER BY day, dimension, id, status",
};

/** Everything that must be equal in a copy and its collector. */
function contentOf(file: string, withDays: boolean): object {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = RESOURCES.map((resource) => {
      const names = database.prepare("SELECT name FROM pragma_table_info(?)").all(resource) as {
        name: string;
      }[];
      // Row ids and the order of fetches differ between copies; computed columns depend on the user's settings.
      const columns = names
        .map(({ name }) => name)
        .slice(
          1,
          names.findIndex(({ name }) => name === "fetchSequence"),
        );
      const wanted = [...columns, "noLongerReturnedSince"].join(", ");
      return database.prepare(`SELECT ${wanted} FROM ${resource} ORDER BY id`).all();
    });
    const statements = Object.entries({ changes: CHANGES, ...(withDays && DAYS) });
    return {
      rows,
      ...Object.fromEntries(statements.map(([name, sql]) => [name, database.prepare(sql).all()])),
    };
  } finally {
    database.close();
  }
}

/** Compares rows and changes with those of the collector, field by field. */
function expectEqual(station: EngineRig, collector: CollectorUnderTest): void {
  expect(contentOf(station.file, false)).toEqual(contentOf(collector.files.inventory, false));
}

/** Also compares counted days, after the collector has counted and the user has refreshed. */
async function expectEqualDays(station: EngineRig, collector: CollectorUnderTest): Promise<void> {
  const both = (): [object, object] => [
    contentOf(station.file, true),
    contentOf(collector.files.inventory, true),
  ];
  await waitUntil(async () => {
    await station.engine.syncNow("incremental", true);
    return isDeepStrictEqual(...both());
  }, "the counted days").catch(() => {});
  const [own, wanted] = both();
  expect(own).toEqual(wanted);
}

interface Station extends EngineRig {
  /** The server between the workstation and the collector. */
  readonly between: Front;
  takeToken(token: string): Promise<void>;
}

/** A workstation before a collector. By default, it has pulled once. */
async function follow(
  collector: Pick<CollectorUnderTest, "url" | "token">,
  { waits = true } = {},
): Promise<Station> {
  const rig = await makeEngineRig({ items: 1, clock: CLOCK, followsCollectors: true });
  const between = await startFront(collector.url);
  const takeToken = (key: string): Promise<void> =>
    rig.engine.useClient(
      new ApiClient({ baseUrl: between.url, key, fetch: nodeFetch, clock: CLOCK, timeout: 5_000 }),
    );
  const station = { ...rig, between, takeToken };
  await takeToken(collector.token);
  if (waits) await station.ended(1);
  return station;
}

/** Waits until a workstation has the collector's last number. */
async function caughtUp(station: EngineRig, collector: CollectorUnderTest): Promise<void> {
  const { json } = await ask(collector, "/stockdeck/v1/health");
  const { sequence, epoch } = json as { sequence: number; epoch: string };
  await waitUntil(
    () =>
      station.engine.status.collector?.number === sequence
      && station.engine.status.collector.epoch === epoch
      && station.engine.status.pass === null,
    `number ${sequence} of ${epoch}; ${JSON.stringify(station.engine.status)} ${station.lines.join("\n")}`,
  );
}

/** Intercepts the collector's answers and changes them. */
function changing(
  collector: Pick<CollectorUnderTest, "url">,
  isMeant: (path: string) => boolean,
  respond: (reply: Response, response: ServerResponse) => Promise<void>,
): Interception {
  return ({ url = "", headers }, response) => {
    if (!isMeant(url)) return false;
    const asked = fetch(collector.url + url, { headers: { authorization: String(headers.authorization) } });
    void asked.then((reply) => respond(reply, response));
    return true;
  };
}

/** Changes a company, and lets its collector observe the changes. */
async function goOn(service: SampleService, collector: CollectorUnderTest, events = 30): Promise<void> {
  for (let event = 0; event < events; event += 1) service.company.step();
  await collector.refresh("incremental");
}

const requestsOf = ({ between }: Station): readonly string[] =>
  between.paths.map((path) => path.replace("/stockdeck/v1/", "").replace(/\?.*/, ""));

describe("workstations that follow a collector", () => {
  it("a new workstation gets the collector's older history, then each new change", async () => {
    const service = await serve({ items: 300 });
    const collector = await collect(service);
    for (let round = 0; round < 3; round += 1) await goOn(service, collector);
    const station = await follow(collector);
    await caughtUp(station, collector);
    await expectEqualDays(station, collector);
    expect(station.engine.status).toMatchObject({ state: "idle", error: null, firstPullComplete: true });
    await waitUntil(() => station.engine.status.collector?.stream === "live", "the stream");
    for (let round = 0; round < 3; round += 1) {
      await goOn(service, collector);
      await caughtUp(station, collector);
      expectEqual(station, collector);
    }
    const { completeAsOf } = (await ask(collector, "/stockdeck/v1/health")).json as { completeAsOf: string };
    await waitUntil(() => station.engine.status.completeAsOf === completeAsOf, "the collector's mark");
    const first = (await station.store.reader.passes(200)).at(-1);
    expect(first).toMatchObject({ mode: "full", error: null });
    expect(first?.seen).toBeGreaterThan(300);
    expect(first?.written).toBe(first?.seen);
    // The requests are one check of the kind of server, one snapshot, and no page of a list.
    expect(requestsOf(station).filter((path) => path.includes("inventory"))).toEqual([]);
    expect(requestsOf(station).filter((path) => path === "snapshot")).toHaveLength(1);
  });

  it("a workstation sends its token with all requests except the first request", async () => {
    const collector = await collect(await serve({ items: 10 }));
    const authorized: [string, boolean][] = [];
    const station = await follow(collector, { waits: false });
    station.between.intercept(({ url = "", headers }) => {
      authorized.push([url.replace(/\?.*/, ""), headers.authorization !== undefined]);
      return false;
    });
    await station.takeToken(collector.token);
    await waitUntil(() => station.engine.status.collector?.stream === "live", "the stream");
    expect(authorized.filter(([path]) => path === "/stockdeck/v1").every(([, has]) => !has)).toBe(true);
    expect(authorized.filter(([path]) => path !== "/stockdeck/v1").every(([, has]) => has)).toBe(true);
  });

  it("a workstation hides records that the service no longer returns until the records return", async () => {
    const service = await serve({ items: 60 });
    const collector = await collect(service);
    const station = await follow(collector);
    const [gone] = companyRecords(service, "items");
    service.company.removeItem(String(gone?.["id"]));
    await collector.refresh("full");
    await caughtUp(station, collector);
    expectEqual(station, collector);
    expect((await station.store.writer.describe()).hidden.items).toBe(1);
    service.company.upsertItem({ ...gone, id: String(gone?.["id"]), name: "Found again" });
    await collector.refresh("full");
    await caughtUp(station, collector);
    expectEqual(station, collector);
    expect((await station.store.writer.describe()).hidden.items).toBe(0);
  });

  it("single requests by the user do not make a workstation differ from its collector", async () => {
    const service = await serve({ items: 60 });
    const collector = await collect(service);
    const station = await follow(collector);
    await goOn(service, collector, 60);
    await Promise.all(
      companyRecords(service, "items").map(({ id }) => station.engine.refreshRecord("items", String(id))),
    );
    await caughtUp(station, collector);
    expectEqual(station, collector);
    expect(station.engine.status.error).toBe(null);
  });

  it("a user's refresh requests changes and counted days in parallel", async () => {
    const service = await serve({ items: 60 });
    const collector = await collect(service);
    const station = await follow(collector);
    await goOn(service, collector, 90);
    await station.engine.syncNow("incremental", true);
    await caughtUp(station, collector);
    await station.engine.syncNow("incremental", true);
    await expectEqualDays(station, collector);
    expect(requestsOf(station)).toContain("days");
  });

  it("a full refresh loads a snapshot instead of single rows", async () => {
    const service = await serve({ items: 60 });
    const collector = await collect(service);
    const station = await follow(collector);
    await goOn(service, collector);
    await station.engine.syncNow("full", true);
    await expectEqualDays(station, collector);
    expect(requestsOf(station).filter((path) => path === "snapshot")).toHaveLength(2);
    expect(requestsOf(station).filter((path) => path.includes("inventory"))).toEqual([]);
  });
});

describe("a service without a collector", () => {
  it("a workstation checks once whether its server is a collector", async () => {
    const rig = await makeEngineRig({ items: 20, followsCollectors: true });
    const asked = (): number => rig.front.paths.filter((path) => path === "/stockdeck/v1").length;
    const client = (): ApiClient =>
      new ApiClient({ baseUrl: rig.front.url, key: rig.service.key, fetch: nodeFetch, clock: rig.clock });
    await rig.engine.useClient(client());
    await rig.ended(1);
    await rig.engine.syncNow("full", true);
    await rig.engine.useClient(client());
    await rig.ended(3);
    expect([asked(), rig.engine.status.collector, rig.engine.status.state]).toEqual([1, null, "idle"]);
    expect((await rig.facts()).source).toBe("service");
  });

  it.each([
    ["a page of another program", 200, "<html>hello</html>"],
    ["JSON of another program", 200, '{"name":"Something else","version":1}'],
    ["a collector of a later generation", 200, '{"name":"Stockdeck collector","version":2}'],
    ["a refusal", 401, "{}"],
    ["its own error", 500, "broken"],
  ])("%s at the collector's path means that the server is not a collector", async (_name, status, body) => {
    const rig = await makeEngineRig({
      items: 20,
      followsCollectors: true,
      intercept: ({ url }, response) => {
        if (url !== "/stockdeck/v1") return false;
        response.writeHead(status).end(body);
        return true;
      },
    });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    expect([rig.engine.status.state, (await rig.facts()).source]).toEqual(["idle", "service"]);
  });
});

it("a gateway's temporary error does not decide whether a server is a collector", async () => {
  let isAway = true;
  const rig = await makeEngineRig({
    items: 20,
    followsCollectors: true,
    intercept: ({ url }, response) => {
      if (url !== "/stockdeck/v1" || !isAway) return false;
      response.writeHead(502).end("Bad gateway");
      return true;
    },
  });
  await rig.engine.useClient(rig.client);
  await rig.ended(1);
  expect([rig.engine.status.state, (await rig.facts()).source]).toEqual(["idle", null]);
  isAway = false;
  await rig.engine.syncNow("incremental", false);
  expect((await rig.facts()).source).toBe("service");
});

it.each([
  [429, "7", 7_000, "rate_limited"],
  [503, "20", 20_000, "retrying"],
  [503, "40", 40_000, "retrying"],
])(
  "the check for a collector waits after status %i with Retry-After: %s",
  async (status, after, ms, reason) => {
    let refusedAt = 0;
    const asked: { readonly path: string; readonly at: number }[] = [];
    const clock = fakeClock();
    const rig = await makeEngineRig({
      items: 20,
      clock,
      followsCollectors: true,
      intercept: ({ url = "" }, response) => {
        asked.push({ path: url, at: clock.monotonic() });
        if (url !== "/stockdeck/v1" || refusedAt > 0) return false;
        refusedAt = Math.max(1, clock.monotonic());
        response.writeHead(status, { "retry-after": after }).end("Later");
        return true;
      },
    });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    expect(rig.engine.status).toMatchObject({ state: "idle", error: null, firstPullComplete: true });
    expect(rig.waits[0]).toMatchObject({ reason });
    const [first, ...others] = asked;
    expect(first?.path).toBe("/stockdeck/v1");
    for (const { at } of others) expect(at - (first?.at ?? 0)).toBeGreaterThanOrEqual(ms);
  },
);

it("a pass ends if the check for a collector must wait for an hour", async () => {
  let questions = 0;
  const rig = await makeEngineRig({
    items: 20,
    followsCollectors: true,
    intercept: ({ url }, response) => {
      if (url !== "/stockdeck/v1") return false;
      questions += 1;
      response.writeHead(questions === 1 ? 503 : 429, { "retry-after": "3600" }).end("Later");
      return true;
    },
  });
  await rig.engine.useClient(rig.client);
  await rig.ended(1);
  expect(rig.engine.status.error).toMatchObject({ kind: "server", retryAt: expect.any(String) as unknown });
  expect([rig.front.paths, (await rig.facts()).source]).toEqual([["/stockdeck/v1"], null]);
});

describe("failures of a collector", () => {
  it("a workstation gets all missed changes from a restarted collector", async () => {
    const service = await serve({ items: 120 });
    const first = await collect(service);
    const station = await follow(first);
    await goOn(service, first);
    await caughtUp(station, first);
    await first.close();
    await waitUntil(() => station.engine.status.collector?.stream === "failed", "the end of the stream");
    await station.engine.syncNow("incremental", false);
    expect(station.engine.status).toMatchObject({ state: "offline", firstPullComplete: true });
    for (let event = 0; event < 30; event += 1) service.company.step();
    const { folder, token, url } = first;
    const second = await collect(service, { folder, token, port: Number(new URL(url).port) });
    await second.refresh("incremental");
    await caughtUp(station, second);
    expectEqual(station, second);
    expect(station.engine.status).toMatchObject({ state: "idle", error: null });
    expect(requestsOf(station).filter((path) => path === "snapshot")).toHaveLength(1);
  });

  it("an incomplete snapshot is loaded again and never shown", async () => {
    const service = await serve({ items: 2_000 });
    const collector = await collect(service);
    await goOn(service, collector);
    const station = await follow(collector, { waits: false });
    await station.engine.useClient(null);
    let breaks = 0;
    station.between.intercept(
      changing(
        collector,
        (path) => path.endsWith("/snapshot") && breaks < 2,
        async (reply, response) => {
          const text = await reply.text();
          breaks += 1;
          response.writeHead(200, { "content-type": "application/x-ndjson" });
          // The first answer is cut within a line; the second one lacks its last line, but ends like a
          // complete answer.
          const part =
            breaks === 1
              ? text.slice(0, text.length / 2)
              : text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
          response.write(part, () => (breaks === 1 ? response.destroy() : response.end()));
        },
      ),
    );
    await station.store.writer.saveFacts({ firstPullComplete: false, collector: null });
    await station.takeToken(collector.token);
    await caughtUp(station, collector);
    expect(breaks).toBe(2);
    expect(station.told.some(({ pass, firstPullComplete }) => pass !== null && !firstPullComplete)).toBe(
      true,
    );
    await expectEqualDays(station, collector);
  });

  it("a new epoch makes a workstation load a snapshot", async () => {
    const service = await serve({ items: 120 });
    const first = await collect(service);
    await goOn(service, first);
    const station = await follow(first);
    await caughtUp(station, first);
    const seen = station.engine.status.collector?.number ?? 0;
    await station.store.writer.markSeen("view-1", seen);
    await first.close();
    for (let event = 0; event < 30; event += 1) service.company.step();
    const { folder, token, url } = first;
    const port = Number(new URL(url).port);
    const second = await collect(service, { folder, token, port, newEpoch: true });
    await second.refresh("incremental");
    await caughtUp(station, second);
    await expectEqualDays(station, second);
    const database = new DatabaseSync(station.file, { readOnly: true });
    const { number } = database.prepare("SELECT number FROM seen").get() as { number: number };
    database.close();
    expect(number).toBe(seen);
  });

  it("a workstation's history follows a collector that started with a new copy", async () => {
    const service = await serve({ items: 120 });
    const first = await collect(service);
    await goOn(service, first, 60);
    const station = await follow(first);
    await caughtUp(station, first);
    await station.store.writer.markSeen("view-1", station.engine.status.collector?.number ?? 0);
    await first.close();
    const { token, url } = first;
    const other = await collect(service, { port: Number(new URL(url).port), waits: "nothing" });
    const [own] = await workOn(other, readTokens());
    const [desk] = await workOn(first, readTokens());
    await removeToken(other, "Desk 1");
    if (own && desk) await workOn(other, addToken({ ...own, hash: desk.hash }));
    const second = { ...other, token };
    await waitUntil(
      async () => (await ask(second, "/stockdeck/v1/health")).status === 200,
      "the first pull of the new copy",
    );
    await goOn(service, second);
    await caughtUp(station, second);
    await expectEqualDays(station, second);
    expect(requestsOf(station).filter((path) => path === "snapshot")).toHaveLength(2);
  });

  it("a workstation loads a snapshot if the collector deleted the workstation's change number", async () => {
    const service = await serve({ items: 120 });
    const collector = await collect(service, { settings: { historyChanges: 10 } });
    const station = await follow(collector);
    await station.engine.useClient(null);
    for (let round = 0; round < 3; round += 1) await goOn(service, collector);
    await waitUntil(
      async () => (await ask(collector, "/stockdeck/v1/changes?after=0")).status === 410,
      "the deletion of changes",
    );
    await station.takeToken(collector.token);
    await caughtUp(station, collector);
    await expectEqualDays(station, collector);
    expect(requestsOf(station).filter((path) => path === "snapshot")).toHaveLength(2);
  });

  it("a removed token stops the workstation like a wrong key", async () => {
    const service = await serve({ items: 60 });
    const collector = await collect(service);
    const station = await follow(collector);
    await waitUntil(() => station.engine.status.collector?.stream === "live", "the stream");
    const removed = await workOn(collector, readTokens());
    await removeToken(collector, "Desk 1");
    await waitUntil(() => station.engine.status.state === "unauthorized", "the refusal");
    expect(station.engine.status.nextPassAt).toBe(null);
    // The workstation can show the collector's words in its own language.
    expect(station.engine.status.error).toMatchObject({
      serviceMessage: "A valid token is required: Authorization: Bearer <TOKEN>.",
      serviceText: {
        key: "collector.refusals.noToken",
        values: { header: "Authorization: Bearer <TOKEN>" },
      },
    });
    for (const token of removed) await workOn(collector, addToken(token));
    await goOn(service, collector);
    await station.takeToken(collector.token);
    await caughtUp(station, collector);
    expectEqual(station, collector);
  });

  it("a workstation reports that its collector cannot reach the service", async () => {
    const service = await serve({ items: 60 });
    const collector = await collect(service, { clock: fakeClock(Date.now()) });
    const station = await follow(collector);
    await waitUntil(() => station.engine.status.collector?.stream === "live", "the stream");
    await service.close();
    await collector.refresh("incremental");
    await waitUntil(() => station.engine.status.collector?.error === "network", "the collector's failure");
    expect(station.engine.status).toMatchObject({ state: "idle", error: null });
  });

  it("a workstation asks the user before accepting another company's collector", async () => {
    const first = await collect(await serve({ items: 60 }));
    const station = await follow(first);
    const before = contentOf(station.file, true);
    const other = await collect(await serve({ items: 70, seed: 7 }));
    const pass = async (reply: Response, response: ServerResponse): Promise<void> => {
      response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" });
      response.end(await reply.text());
    };
    station.between.intercept(changing(other, (path) => !path.endsWith("/stream"), pass));
    await station.takeToken(other.token);
    await waitUntil(() => station.engine.status.question !== null, "the question");
    expect(station.engine.status).toMatchObject({ state: "asking", question: { kind: "other_company" } });
    expect(contentOf(station.file, true)).toEqual(before);
  });

  it("a response with a missing change number is refused and changes nothing", async () => {
    const service = await serve({ items: 60 });
    const collector = await collect(service);
    const station = await follow(collector);
    await station.engine.useClient(null);
    await goOn(service, collector);
    const before = contentOf(station.file, true);
    const withGap = async (reply: Response, response: ServerResponse): Promise<void> => {
      const page = (await reply.json()) as { changes: unknown[] };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...page, changes: page.changes.toSpliced(3, 1) }));
    };
    station.between.intercept(changing(collector, (path) => path.includes("/changes"), withGap));
    await station.takeToken(collector.token);
    await station.ended(2);
    expect(station.engine.status.error).toMatchObject({ kind: "protocol" });
    expect(contentOf(station.file, true)).toEqual(before);
    station.between.intercept(null);
    await station.engine.syncNow("incremental", false);
    await caughtUp(station, collector);
    expectEqual(station, collector);
  });
});
