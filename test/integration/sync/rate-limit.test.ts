import { describe, expect, it } from "vitest";
import { errorOf } from "../../helpers/failures.ts";
import { fakeClock, virtualClock } from "../../helpers/virtual-clock.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import {
  asked,
  expectCopyEqualsCompany,
  expectMarkOf,
  FULL_PULL_REQUESTS,
  makeRig,
  type Rig,
} from "./support.ts";

const onlyPath = "/inventory/items";

/** Ms between each 429 and the next request. */
const gaps = ({ sent }: Rig): number[] =>
  sent.flatMap(({ status, at }, index) => (status === 429 ? [(sent[index + 1]?.at ?? Number.NaN) - at] : []));

describe("Retry-After", () => {
  it.each([
    ["digits", { retryAfter: "7" }, 7_000],
    ["absent", { retryAfter: "" }, 30_000],
    ["in the body only", { retryAfter: "", retryAfterBody: 9 }, 9_000],
  ] as const)("a 429 causes the right wait if Retry-After is %s", async (_what, faults, wait) => {
    const rig = await makeRig({ faults: { onlyPath, tooManyNext: 1, ...faults } });
    const summary = await rig.pass();
    expect(gaps(rig)).toEqual([wait]);
    expect(rig.service.requests.total).toBe(FULL_PULL_REQUESTS + 1);
    await expectMarkOf(rig, summary);
    expect(rig.client.traffic.waitedMs).toBe(wait);
    await expectCopyEqualsCompany(rig);
  });

  it("a date in Retry-After is compared with the service's clock", async () => {
    const rig = await makeRig({
      clock: fakeClock(Date.parse("2031-01-01T00:00:00Z")),
      faults: { onlyPath, tooManyNext: 1, retryAfter: new Date(Date.now() + 40_000).toUTCString() },
    });
    await rig.pass();
    const [gap = 0] = gaps(rig);
    expect(gap).toBeGreaterThan(30_000);
    expect(gap).toBeLessThanOrEqual(41_000);
  });

  it("a Retry-After above the maximum wait ends the pass and is reported", async () => {
    const rig = await makeRig();
    const { mark } = await rig.pass();
    rig.service.setFaults({ onlyPath, tooManyNext: 1, retryAfter: "3600" });
    const total = rig.service.requests.total;
    const error = await rig.failingPass({ withReferences: false });
    expect(error).toMatchObject({ kind: "rate_limited", status: 429, requestId: expect.any(String) });
    expect(Date.parse(error.retryAt ?? "") - rig.clock.now()).toBeLessThanOrEqual(900_000);
    expect(rig.service.requests.total).toBe(total + 1);
    expect((await rig.facts()).mark).toBe(mark);
  });
});

describe("a wait after a 429", () => {
  it.each([
    ["on the very first page", { tooManyNext: 1 }],
    ["in mid-pass", { tooManyNext: 1, onlyPath, skipRequests: 1 }],
    ["on every first try of a page", { rateLimit: 2 }],
  ])("a wait %s loses no page", async (_where, faults) => {
    const clock = fakeClock(Date.now());
    const rig = await makeRig({ clock, now: () => clock.now(), faults: { retryAfter: "5", ...faults } });
    await rig.pass();
    await expectCopyEqualsCompany(rig);
    for (const gap of gaps(rig)) expect(gap).toBeGreaterThanOrEqual(1_000);
    expect(gaps(rig).length).toBeGreaterThan(0);
  });

  it("a wait of over ten minutes drops the cursor and restarts the listing", async () => {
    const rig = await makeRig({ faults: { onlyPath, skipRequests: 1, tooManyNext: 1, retryAfter: "700" } });
    const summary = await rig.pass();
    expect(summary.restarts).toBe(1);
    // The requests are the first page and the second page, which is refused. After the wait, that cursor is not
    // used again.
    expect(asked(rig.service).slice(3)).toEqual([
      "items 200",
      "items cursor 429",
      "items 200",
      "items cursor 200",
      "items cursor 200",
    ]);
    await expectCopyEqualsCompany(rig);
    await expectMarkOf(rig, summary);
  });

  it("a wait delays every request of the client", async () => {
    const clock = virtualClock();
    const rig = await makeRig({
      clock,
      faults: { onlyPath, skipRequests: 1, tooManyNext: 1, retryAfter: "60" },
    });
    const passing = rig.pass();
    await waitUntil(() => clock.sleeping === 1, "the wait to begin");
    const total = rig.service.requests.total;
    expect(rig.waits).toEqual([{ until: clock.now() + 60_000, reason: "rate_limited" }]);
    const error = await errorOf(rig.client.getRecord("items", "any", { priority: "user" }));
    expect(error).toMatchObject({
      kind: "rate_limited",
      retryAt: new Date(clock.now() + 60_000).toISOString(),
    });
    await clock.advance(59_999);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(rig.service.requests.total).toBe(total);
    await clock.advance(1);
    await passing;
    expect(rig.waits.at(-1)).toBeNull();
    await expectCopyEqualsCompany(rig);
  });

  it("a refused collector stream does not delay the requests to the service", async () => {
    const rig = await makeRig({ faults: { onlyPath, tooManyNext: 2, retryAfter: "10" } });
    const stream = { silence: 5_000, signal: undefined, isQueued: false };
    for (let count = 0; count < 2; count += 1)
      expect(await errorOf(rig.client.openAddition(onlyPath, "text/event-stream", stream))).toMatchObject({
        kind: "rate_limited",
      });
    expect(rig.client.wait).toBeNull();
    expect(rig.client.budget).toMatchObject({ spacingMs: 0, foreignUse: false });
    await rig.pass();
    expect(rig.client.traffic.waitedMs).toBe(0);
  });

  it("a cancelled wait ends at once", async () => {
    const clock = virtualClock();
    const rig = await makeRig({ clock, faults: { tooManyNext: 1, retryAfter: "60" } });
    const abort = new AbortController();
    const failing = rig.failingPass({ signal: abort.signal });
    await waitUntil(() => clock.sleeping === 1, "the wait to begin");
    abort.abort();
    expect((await failing).kind).toBe("cancelled");
  });

  it("a wait caused by getItem also delays the running pass", async () => {
    const clock = virtualClock();
    const rig = await makeRig({
      clock,
      faults: { onlyPath: "/inventory/items/", tooManyNext: 1, retryAfter: "3" },
    });
    await rig.pass();
    const record = errorOf(rig.client.getRecord("items", "missing", { priority: "user" }));
    await waitUntil(() => clock.sleeping === 1, "the wait to begin");
    const total = rig.service.requests.total;
    const passing = rig.pass({ withReferences: false });
    await clock.advance(2_999);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(rig.service.requests.total).toBe(total);
    await clock.advance(1);
    await passing;
    expect((await record).kind).toBe("not_found");
  });
});

describe("several 429s in a row", () => {
  it.each([
    ["on the very first page", {}],
    ["in mid-pass", { onlyPath, skipRequests: 1 }],
  ])("two 429s in a row %s cause two waits with one probe after each", async (_where, faults) => {
    const rig = await makeRig({ faults: { ...faults, tooManyNext: 2, retryAfter: "20" } });
    await expectMarkOf(rig, await rig.pass());
    expect(gaps(rig)).toEqual([20_000, 20_000]);
    expect(rig.service.requests.countByStatus(429)).toBe(2);
    expect(rig.service.requests.total).toBe(FULL_PULL_REQUESTS + 2);
    await expectCopyEqualsCompany(rig);
  });

  it("a 429 to getItem delays the running pass by the same wait", async () => {
    const clock = virtualClock();
    const rig = await makeRig({
      clock,
      faults: { onlyPath: "/inventory/items/", tooManyNext: 1, retryAfter: "4" },
    });
    const records: Promise<unknown>[] = [];
    const { items } = rig.service.company;
    const [first] = items.all();
    const passing = rig.pass({
      pageSize: 20,
      onPage: (resource) => {
        if (resource !== "items" || records.length > 0) return;
        records.push(rig.client.getRecord("items", first?.id ?? "", { priority: "user" }));
      },
    });
    await waitUntil(() => clock.sleeping === 1, "the wait to begin");
    // A page that was requested before the 429 may still arrive. After that, no request arrives.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { total } = rig.service.requests;
    await clock.advance(3_999);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(rig.service.requests.total).toBe(total);
    expect(rig.service.requests.countByStatus(429)).toBe(1);
    await clock.advance(1);
    await passing;
    expect(await Promise.all(records)).toMatchObject([{ record: { id: first?.id } }]);
    // The requests are for locations, types and items at twenty a page, and two getItem calls.
    expect(rig.service.requests.total).toBe(1 + 3 + 6 + 2);
    await expectCopyEqualsCompany(rig);
  });
});

describe("two clients with one key", () => {
  it("two clients refused at the same moment do not retry at the same moment", async () => {
    const faults = { onlyPath, tooManyNext: 1, retryAfter: "10" };
    const ends = [0, 0.4, 0.9].map(async (chance) => {
      const rig = await makeRig({ clock: fakeClock(undefined, chance), faults });
      await rig.pass();
      await expectCopyEqualsCompany(rig);
      return gaps(rig)[0];
    });
    // Each wait ends at the time that the service requested or up to a tenth later, never earlier.
    expect(await Promise.all(ends)).toEqual([10_000, 10_400, 10_900]);
  });

  it("two clients with one key both complete their passes despite a low shared limit", async () => {
    const clock = fakeClock(Date.now(), 0.5);
    const service = await makeRig({ clock, now: () => clock.now(), faults: { rateLimit: 15 } });
    const second = service.clientWith(service.service.key);
    const [one, two] = await Promise.all([
      service.pass({ pageSize: 10 }),
      second.listPage("items", { limit: 250 }, null, { priority: "background" }),
    ]);
    expect([one.tallies.items.seen, two.records.length]).toEqual([120, 120]);
    await expectCopyEqualsCompany(service);
  });
});
