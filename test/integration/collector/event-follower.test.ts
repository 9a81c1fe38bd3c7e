import { describe, expect, it, onTestFinished } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import type { Wait } from "../../../electron/client/request-queue.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { createLog } from "../../../electron/base/log.ts";
import type { SampleChange } from "../../service/index.ts";
import { EventFollower } from "../../../electron/features/collector/leading/event-follower.ts";
import type { WebhookEvent } from "../../../shared/features/collector/webhook-events.ts";
import { REAL_TIMERS, virtualClock, type VirtualClock } from "../../helpers/virtual-clock.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { makeEngineRig, type EngineRig, type EngineRigOptions } from "../sync/engine-rig.ts";
import { asked, companyRecords, expectCopyEqualsCompany } from "../sync/support.ts";

const MINUTES = 60_000;

interface LiveRig extends EngineRig {
  readonly follower: EventFollower;
  readonly clock: VirtualClock;
  /** The ids of the items at the beginning, in their order. */
  readonly ids: readonly string[];
  /** Each request so far, with the clock's time, ms. */
  readonly requests: readonly { readonly url: string; readonly at: number }[];
  /** Makes a change and sends its event. @returns the event. */
  announce(change: () => unknown, event?: Partial<WebhookEvent>): WebhookEvent;
  /** Moves time, and waits until everything due has had its effect. */
  later(milliseconds: number): Promise<void>;
}

/** A whole copy whose engine follows events. @param minutes since the copy was pulled. */
async function makeLiveRig(minutes = 10, options: EngineRigOptions = {}): Promise<LiveRig> {
  // The timers of passes and sockets are real; the test controls the waits of the follower and the client.
  const clock = virtualClock(Date.now(), { real: REAL_TIMERS });
  const rig = await makeEngineRig({ ...options, clock });
  const { engine, store } = rig;
  const follower = new EventFollower({ engine, store, clock, log: createLog(() => {}) });
  onTestFinished(() => follower.close());
  rig.onPassEnded = (pass) => follower.passEnded(pass);
  const { key } = rig.service;
  const baseUrl = options.intercept ? rig.front.url : rig.service.url;
  const onWait = (wait: Wait | null): void => engine.noteWait(wait);
  const requests: LiveRig["requests"][number][] = [];
  const fetch: typeof nodeFetch = (url, init) => {
    requests.push({ url, at: clock.monotonic() });
    return nodeFetch(url, init);
  };
  await engine.useClient(new ApiClient({ baseUrl, key, fetch, clock, onWait }));
  await rig.ended(1);
  await clock.advance(minutes * MINUTES);
  rig.service.requests.clear();
  let sent = 0;
  const announce: LiveRig["announce"] = (change, event = {}) => {
    let made: SampleChange | undefined;
    const stop = rig.service.onChange((next) => (made ??= next));
    change();
    stop();
    sent += 1;
    const live: WebhookEvent = {
      id: `evt-${sent}`,
      type: made?.type ?? null,
      resource: made?.resource ?? null,
      resourceId: made?.id ?? null,
      occurredAt: made?.occurredAt ?? null,
      receivedAt: new Date(clock.now()).toISOString(),
      ...event,
    };
    follower.accept(live);
    return live;
  };
  const later: LiveRig["later"] = async (milliseconds) => {
    await clock.advance(milliseconds);
    await waitUntil(() => follower.isIdle, "the effect of events");
  };
  const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
  return { ...rig, follower, clock, ids, requests, announce, later };
}

const idAt = ({ ids }: LiveRig, at: number): string => String(ids[at]);
const edit = (rig: LiveRig, at: number): unknown =>
  rig.service.company.upsertItem({ id: idAt(rig, at), name: `Edited ${Math.random()}` });
const changesOf = async ({ store, engine }: LiveRig) =>
  (await store.reader.changes({}, 0, 100, engine.status.lastChange)).changes;

describe("a webhook event", () => {
  it("an event causes one request for its record after 0.3 s without another event", async () => {
    const rig = await makeLiveRig();
    const id = idAt(rig, 3);
    const before = (await rig.facts()).mark;
    rig.announce(() => rig.service.company.upsertItem({ id, name: "First" }));
    await rig.later(200);
    const { id: event } = rig.announce(() => rig.service.company.upsertItem({ id, name: "Second" }));
    await rig.later(200);
    expect(asked(rig.service)).toEqual([]);
    await rig.later(200);
    expect(asked(rig.service)).toEqual([`items/${id} 200`]);
    expect(await changesOf(rig)).toMatchObject([
      {
        id,
        event,
        type: "inventory.item.updated",
        observedAfter: before,
        fields: { name: { new: "Second" } },
      },
    ]);
    // A single request never moves the mark, and the next pass finds no more changes.
    expect((await rig.facts()).mark).toBe(before);
    await rig.engine.syncNow("incremental", false);
    expect(await changesOf(rig)).toHaveLength(1);
    await expectCopyEqualsCompany(rig);
  });

  it("an event waits at most a second, even if more events arrive", async () => {
    const rig = await makeLiveRig();
    for (let step = 0; step < 4; step += 1) {
      rig.announce(() => edit(rig, 0));
      await rig.later(200);
    }
    rig.announce(() => edit(rig, 0));
    expect(asked(rig.service)).toEqual([]);
    await rig.later(200);
    expect(asked(rig.service)).toEqual([`items/${idAt(rig, 0)} 200`]);
  });

  it("a repeated event has no effect", async () => {
    const rig = await makeLiveRig();
    const event = rig.announce(() => edit(rig, 1));
    await rig.later(3_000);
    expect(rig.follower.accept(event)).toBe(false);
    await rig.later(20_000);
    expect(asked(rig.service)).toHaveLength(1);
  });

  it("an event of another company or a forged event changes nothing", async () => {
    const rig = await makeLiveRig();
    const [other] = rig.service.otherCompany.items.all();
    rig.announce(() => undefined, { resource: "items", resourceId: other?.id ?? "none" });
    await rig.later(3_000);
    expect(asked(rig.service)).toEqual([`items/${other?.id} 404`]);
    expect(await changesOf(rig)).toEqual([]);
    await expectCopyEqualsCompany(rig);
  });

  it("an event of a removed record hides the record, as a pass does", async () => {
    const rig = await makeLiveRig();
    const id = idAt(rig, 5);
    rig.service.company.removeItem(id);
    rig.announce(() => undefined, { resource: "items", resourceId: id });
    await rig.later(3_000);
    expect(await changesOf(rig)).toMatchObject([{ id, type: "stockdeck.item.no_longer_returned" }]);
  });

  it.each([
    ["a proxy refuses", "ROLL/12", 404],
    ["a proxy redirects", "ROLL/12", 301],
    ["no URL can hold", "..", 404],
  ])(
    "an event with the address %s does not block requests for other records",
    async (_what, refused, status) => {
      const rig = await makeLiveRig(10, {
        intercept: ({ url }, response) => {
          if (!/%2f/i.test(url ?? "")) return false;
          response.writeHead(status, { "Content-Type": "text/html" }).end("<p>no</p>");
          return true;
        },
      });
      rig.announce(() => undefined, { resource: "items", resourceId: refused });
      const id = idAt(rig, 5);
      rig.announce(() => edit(rig, 5));
      await rig.later(3_000);
      expect(asked(rig.service)).toEqual([`items/${id} 200`]);
      await expectCopyEqualsCompany(rig);
    },
  );

  it("an event of a type or location requests that record", async () => {
    const rig = await makeLiveRig();
    const [location] = companyRecords(rig.service, "locations");
    const id = String(location?.["id"]);
    rig.announce(() => rig.service.company.upsertLocation({ id, name: "Rebuilt" }));
    await rig.later(3_000);
    expect(asked(rig.service)).toEqual([`locations/${id} 200`]);
    await expectCopyEqualsCompany(rig);
  });

  it("an event without a record starts the next pass earlier", async () => {
    const rig = await makeLiveRig();
    rig.announce(() => edit(rig, 7), { type: "inventory.something.new", resource: null, resourceId: null });
    await rig.later(3_000);
    expect(asked(rig.service)).toEqual(["items since 200"]);
    await expectCopyEqualsCompany(rig);
  });

  it("events cause no request while the key is refused", async () => {
    const rig = await makeLiveRig();
    rig.service.setKeyState(rig.service.key, "revoked");
    await rig.engine.syncNow("incremental", false);
    rig.service.requests.clear();
    rig.announce(() => edit(rig, 1));
    await rig.later(20_000);
    expect(asked(rig.service)).toEqual([]);
  });
});

describe("many webhook events", () => {
  it("up to 20 events cause single requests; more events cause one pass", async () => {
    const rig = await makeLiveRig();
    for (let at = 0; at < 20; at += 1) rig.announce(() => edit(rig, at));
    await rig.later(3_000);
    expect(asked(rig.service)).toHaveLength(20);
    rig.service.requests.clear();
    await rig.later(5 * MINUTES);
    for (let at = 0; at < 21; at += 1) rig.announce(() => edit(rig, at));
    await rig.later(3_000);
    expect(asked(rig.service)).toEqual(["items since 200"]);
    expect((await changesOf(rig)).slice(0, 21).every(({ event }) => event !== null)).toBe(true);
    await expectCopyEqualsCompany(rig);
  });

  it("10,000 events start only one pass", async () => {
    const rig = await makeLiveRig();
    for (let at = 0; at < 10_000; at += 1) rig.announce(() => edit(rig, at % 120));
    const [type] = companyRecords(rig.service, "types");
    rig.announce(() => rig.service.company.upsertType({ id: String(type?.["id"]), name: "New" }));
    await rig.later(10 * MINUTES);
    const requests = asked(rig.service);
    expect(requests.filter((request) => request === "items since 200")).toHaveLength(1);
    expect(requests.filter((request) => !request.startsWith("items since"))).toEqual([
      "locations 200",
      "types 200",
      "types cursor 200",
    ]);
    await expectCopyEqualsCompany(rig);
  });

  it("events from before a pass cause no single requests", async () => {
    const rig = await makeLiveRig();
    const { id: event } = rig.announce(() => edit(rig, 1));
    await rig.clock.advance(100);
    await rig.engine.syncNow("incremental", false);
    await rig.later(5_000);
    expect(asked(rig.service)).toEqual(["items since 200"]);
    await waitUntil(async () => (await changesOf(rig))[0]?.event === event, "the change to name its event");
  });

  it("events whose requests get a 429 are handled in one pass", async () => {
    const rig = await makeLiveRig();
    rig.service.setFaults({ tooManyNext: 1, retryAfter: "2", onlyPath: `/inventory/items/${idAt(rig, 1)}` });
    for (let at = 0; at < 5; at += 1) rig.announce(() => edit(rig, at));
    await rig.clock.advance(400);
    await waitUntil(() => rig.clock.sleeping > 0, "the wait of the 429");
    await rig.later(3_000);
    // The pass waits until the request limit allows it.
    expect(asked(rig.service)).not.toContain("items since 200");
    await rig.later(10_000);
    const passes = asked(rig.service).filter((request) => request === "items since 200");
    const singles = asked(rig.service).filter((request) => request.startsWith("items/"));
    expect([passes.length, singles.map((request) => request.split(" ")[1])]).toEqual([
      1,
      ["200", "429", "200"],
    ]);
    await expectCopyEqualsCompany(rig);
  });

  it("events do not delay the daily full check", async () => {
    const rig = await makeLiveRig(25 * 60);
    rig.announce(() => edit(rig, 1), { resource: null, resourceId: null });
    await rig.later(3_000);
    expect(asked(rig.service)).toContain("items 200");
    await expectCopyEqualsCompany(rig);
  });

  it("the collector ends without waiting for events", async () => {
    const rig = await makeLiveRig();
    rig.service.setFaults({ tooManyNext: 1_000, retryAfter: "600" });
    rig.announce(() => edit(rig, 1));
    await rig.clock.advance(400);
    await waitUntil(() => rig.service.requests.total === 1, "the request");
    await waitUntil(() => rig.engine.status.waitUntil !== null, "the wait");
    await Promise.all([rig.engine.close(), rig.follower.close()]);
    expect(rig.service.requests.total).toBe(1);
  });

  it("events cause at most 20 single requests, or one pass, every ten seconds", async () => {
    const rig = await makeLiveRig(0, { settings: { pageSize: 250 } });
    const before = rig.requests.length;
    for (let step = 0; step < 300; step += 1) {
      for (let named = 0; named < (step % 7) * 3; named += 1)
        rig.announce(() => edit(rig, (step + named) % 120));
      if (step % 11 === 0) rig.announce(() => undefined);
      // Time moves in small steps, so that each request is sent when it is due.
      for (let time = step % 3 === 0 ? 4_500 : 700; time > 0; time -= 100) await rig.later(100);
    }
    // A pass has one page of items; every tenth one lists types and locations before it.
    const sent = rig.requests.slice(before).map(({ url, at }) => ({
      at,
      cost: url.includes("/items/") ? 1 : url.includes("/items?") ? 20 : 0,
    }));
    expect(sent.some(({ cost }) => cost === 1) && sent.some(({ cost }) => cost === 20)).toBe(true);
    for (const { at } of sent) {
      const within = sent.filter((other) => other.at > at - 10_000 && other.at <= at);
      expect(within.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(20);
    }
    await rig.later(MINUTES);
    await expectCopyEqualsCompany(rig);
  });
});

describe("lost webhook events", () => {
  it("the next pass finds a record after its single request failed", async () => {
    const rig = await makeLiveRig();
    rig.service.setFaults({ serverErrorNext: 1 });
    rig.announce(() => edit(rig, 3));
    await rig.later(3_000);
    expect(asked(rig.service)).toEqual([`items/${idAt(rig, 3)} 500`]);
    await rig.engine.syncNow("incremental", false);
    await expectCopyEqualsCompany(rig);
  });
});
