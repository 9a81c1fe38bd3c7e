import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import type { FaultSettings } from "../../service/index.ts";
import { AppFailure } from "../../../shared/base/errors.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import {
  CANARY,
  expectCopyEqualsCompany,
  expectMarkOf,
  FULL_PULL_REQUESTS,
  lastRequestId,
  makeRig,
} from "./support.ts";

const onlyPath = "/inventory/items";
const MID_PASS: FaultSettings = { onlyPath, skipRequests: 1 };

/** Ms of the timeout. It is short only if the fault is silence, so that a busy machine is not mistaken for silence. */
const patienceWith = (fault: FaultSettings): number =>
  "stallHeadersNext" in fault || "stallBodyNext" in fault ? 800 : 10_000;

describe("a temporary failure", () => {
  it.each<[string, FaultSettings]>([
    ["500", { serverErrorNext: 3 }],
    ["502", { serverErrorNext: 1, serverErrorStatus: 502 }],
    ["503", { serverErrorNext: 2, serverErrorStatus: 503 }],
    ["a dropped connection", { dropNext: 2 }],
    ["a body that breaks off", { truncateNext: 2 }],
    ["no headers in time", { stallHeadersNext: 1 }],
    ["a body that stops", { stallBodyNext: 1 }],
  ])("a temporary failure (%s) is retried with growing delays", async (_what, fault) => {
    const clock = fakeClock();
    const rig = await makeRig({ clock, timeout: patienceWith(fault), faults: { ...MID_PASS, ...fault } });
    const summary = await rig.pass();
    await expectCopyEqualsCompany(rig);
    await expectMarkOf(rig, summary);
    const times = Object.values(fault).find((value) => typeof value === "number") ?? 0;
    expect(rig.client.traffic).toMatchObject({ requests: FULL_PULL_REQUESTS + times, retries: times });
    // The sleeps are half of 1 s, 2 s and 4 s if chance is 0, and one and a half times these if it is nearly
    // 1.
    expect(clock.sleeps).toEqual([500, 1_000, 2_000].slice(0, times));
  });
});

describe("a lasting failure", () => {
  it.each<[string, FaultSettings, number, object]>([
    [
      "500",
      { serverErrorNext: 99 },
      4,
      { kind: "server", status: 500, serviceError: "server_error", requestId: expect.any(String) },
    ],
    ["dropped connections", { dropNext: 99 }, 4, { kind: "network", reason: "reset" }],
    ["broken bodies", { truncateNext: 99 }, 4, { kind: "network", reason: "reset" }],
    ["silence", { stallHeadersNext: 99 }, 4, { kind: "network", reason: "timeout" }],
    ["HTML with status 200", { htmlNext: 99 }, 1, { kind: "protocol", status: 200 }],
    ["a body without end", { oversizeNext: 99 }, 1, { kind: "protocol" }],
    [
      "a redirect",
      { redirectTo: "http://127.0.0.1:9/elsewhere" },
      1,
      { kind: "network", reason: "redirect" },
    ],
  ])(
    "a lasting failure (%s) ends the pass; the next pass completes",
    async (_what, fault, requests, wanted) => {
      const rig = await makeRig({ timeout: patienceWith(fault) });
      const { mark } = await rig.pass();
      rig.service.company.upsertItem({ id: "news", name: "News" });
      rig.service.setFaults({ ...MID_PASS, ...fault });
      rig.service.requests.clear();
      const error = await rig.failingPass({ mode: "full", withReferences: false });
      expect(error).toMatchObject(wanted);
      // One page arrived before the fault.
      const items = rig.service.requests.entries.filter(({ path }) => path === onlyPath);
      expect(items).toHaveLength(1 + requests);
      expect((await rig.facts()).mark).toBe(mark);
      rig.service.setFaults({
        serverErrorNext: 0,
        dropNext: 0,
        truncateNext: 0,
        stallHeadersNext: 0,
        htmlNext: 0,
        oversizeNext: 0,
        redirectTo: "",
      });
      await rig.pass();
      await expectCopyEqualsCompany(rig);
    },
  );

  it("the client reports a stopped server as unreachable", async () => {
    const rig = await makeRig();
    await rig.pass();
    await rig.service.close();
    expect(await rig.failingPass()).toMatchObject({ kind: "network", reason: "refused" });
  });

  it.each([
    ["another content type", { contentType: "text/plain" }],
    ["compression that was not requested", { gzip: true }],
  ])("a response with %s is accepted if its body is correct", async (_what, faults) => {
    const rig = await makeRig({ faults });
    expect((await rig.pass()).tallies.items.seen).toBe(120);
    await expectCopyEqualsCompany(rig);
  });
});

describe("a key refused during a pass", () => {
  it.each([
    ["revoked", "unauthorized", 401],
    ["inactive", "forbidden", 403],
    ["not_pro", "forbidden", 403],
    ["no_scope", "forbidden", 403],
  ] as const)("a refusal during a pass (%s) ends the pass after one request", async (state, kind, status) => {
    const rig = await makeRig();
    const { mark } = await rig.pass();
    rig.service.requests.clear();
    let pages = 0;
    const error = await rig.failingPass({
      mode: "full",
      onPage: (resource) => {
        if (resource === "items" && (pages += 1) === 1) rig.service.setKeyState(rig.service.key, state);
      },
    });
    expect(error).toMatchObject({
      kind,
      status,
      requestId: lastRequestId(rig.service),
      serviceMessage: expect.any(String),
    });
    expect(rig.service.requests.countByStatus(status)).toBe(1);
    const { facts, totals } = await rig.store.writer.describe();
    expect([facts.mark, totals.items]).toEqual([mark, 120]);
    rig.service.setKeyState(rig.service.key, "active");
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });

  it("a key refused at the first request leaves an empty copy without a mark", async () => {
    const rig = await makeRig();
    rig.service.setKeyState(rig.service.key, "revoked");
    expect((await rig.failingPass()).kind).toBe("unauthorized");
    expect(rig.service.requests.total).toBe(1);
    expect(await rig.facts()).toMatchObject({ mark: null, firstPullComplete: false });
  });
});

describe("the key in errors", () => {
  it("no error contains the key, even if the service repeats the key everywhere", async () => {
    for (const status of [400, 401, 403, 404, 429, 500]) {
      const body = JSON.stringify({
        error: CANARY,
        message: `Bearer ${CANARY} is wrong`,
        requestId: `r-${CANARY}`,
        retryAfter: 9_999,
      });
      const client = new ApiClient({
        baseUrl: "https://a.example",
        key: CANARY,
        clock: fakeClock(),
        fetch: async () => new Response(body, { status }),
      });
      const thrown = await client
        .listPage("items", { limit: 1 }, null, { priority: "background", retries: 0 })
        .catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(AppFailure);
      expect(inspect(thrown, { depth: 12, showHidden: true })).not.toContain("CanaryInTheMine");
    }
  });
});
