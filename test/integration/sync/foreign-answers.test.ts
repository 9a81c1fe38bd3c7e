import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { VirtualClock } from "../../helpers/virtual-clock.ts";
import { confirmCompany } from "../../../electron/sync/company.ts";
import type { AppFailure } from "../../../shared/base/errors.ts";
import { errorOf } from "../../helpers/failures.ts";
import type { Interception } from "../../helpers/front.ts";
import { makeEngineRig, type EngineRig } from "./engine-rig.ts";
import { companyRecords, expectCopyEqualsCompany, makeRig, storedRows } from "./support.ts";

/** The body of specification 2.6. */
const SERVICE_BODY = JSON.stringify({ error: "e", message: "m", requestId: "r-1" });

/** Bodies that the service never sends with a refusal. */
const FOREIGN_BODIES = [
  ["a page of a proxy", "text/html", "<html><body>Not Found</body></html>"],
  ["nothing", "text/plain", ""],
  ["a gateway's JSON", "application/json", '{"code":404,"message":"no route"}'],
  ["two of the three members", "application/json", '{"error":"e","message":"m"}'],
  ["members of other types", "application/json", '{"error":1,"message":"m","requestId":"r"}'],
  ["a list", "application/json", "[]"],
  ["broken JSON", "application/json", '{"error":"e","message":"m","requestId":"r'],
  [
    "more parts than any answer has",
    "application/json",
    `{"error":"e","message":"m","requestId":"r","x":[${"0,".repeat(1_000_001)}0]}`,
  ],
] as const;

const send = (response: ServerResponse, status: number, type: string, body: string): boolean => {
  response.writeHead(status, { "Content-Type": type }).end(body);
  return true;
};

/** Answers requests for single records. */
const forRecords =
  (answer: (request: IncomingMessage, response: ServerResponse) => boolean): Interception =>
  (request, response) =>
    /^\/inventory\/\w+\/[^?]/.test(request.url ?? "") && answer(request, response);

const noInterception: Interception = () => false;

/** An engine whose first pull has ended. */
async function pulled(options: Parameters<typeof makeEngineRig>[0] = {}): Promise<EngineRig> {
  const rig = await makeEngineRig({ intercept: noInterception, items: 40, ...options });
  await rig.engine.useClient(rig.client);
  await rig.ended(1);
  return rig;
}

const firstItem = (rig: EngineRig): string => String(companyRecords(rig.service, "items")[0]?.["id"]);

describe("a 404 for one record", () => {
  it.each(FOREIGN_BODIES)("a 404 for one record with %s hides no row", async (_what, type, body) => {
    const rig = await pulled();
    const rows = storedRows(rig.file);
    rig.front.intercept(forRecords((_request, response) => send(response, 404, type, body)));
    const error = await errorOf(rig.engine.refreshRecord("items", firstItem(rig)));
    expect(error).toMatchObject({ kind: "network", reason: "intermediary", status: 404 });
    expect(storedRows(rig.file)).toEqual(rows);
    // If a proxy refuses the address of one record, the connection may still work.
    expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
  });

  it("a 404 with the specified error body hides the row", async () => {
    const rig = await pulled();
    rig.front.intercept(forRecords((_request, response) => send(response, 404, "text/plain", SERVICE_BODY)));
    const error = await errorOf(rig.engine.refreshRecord("items", firstItem(rig)));
    expect(error).toMatchObject({ kind: "not_found", requestId: "r-1" });
    expect(rig.engine.status.hidden.items).toBe(1);
  });

  it("a proxy's 404 for %2F hides no row", async () => {
    const rig = await pulled();
    const other = firstItem(rig);
    rig.service.company.upsertItem({ id: "ROLL/12", name: "Roll 12" });
    await rig.engine.syncNow("incremental", false);
    rig.front.intercept(
      forRecords(
        ({ url }, response) => /%2f/i.test(url ?? "") && send(response, 404, "text/html", "<p>no</p>"),
      ),
    );
    expect((await errorOf(rig.engine.refreshRecord("items", "ROLL/12"))).kind).toBe("network");
    expect((await rig.engine.refreshRecord("items", other)).changed).toBe(false);
    expect(rig.engine.status.hidden.items).toBe(0);
  });
});

describe("a base path that changed", () => {
  it("a changed base path fails the pass as a network error until the path is restored", async () => {
    const rig = await pulled();
    const { completeAsOf } = rig.engine.status;
    rig.front.intercept((_request, response) => send(response, 404, "text/html", "<h1>404</h1>"));
    await rig.engine.syncNow("full", true);
    expect(rig.engine.status).toMatchObject({ state: "offline", completeAsOf, hidden: { items: 0 } });
    expect(rig.engine.status.error).toMatchObject({ kind: "network", reason: "intermediary" });
    rig.front.intercept(null);
    await rig.engine.syncNow("full", true);
    expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
    await expectCopyEqualsCompany(rig);
  });
});

describe("a row hidden after a 404", () => {
  it.each(["incremental", "full"] as const)(
    "a pass (%s) that lists a hidden row shows the row again",
    async (mode) => {
      const rig = await pulled({
        intercept: forRecords((_q, response) => send(response, 404, "x/y", SERVICE_BODY)),
      });
      // The overlap extends to the newest stamp, so that each incremental pass lists this record again.
      const newest = companyRecords(rig.service, "items").toSorted((left, right) =>
        String(right["updatedAt"]).localeCompare(String(left["updatedAt"])),
      )[0];
      await errorOf(rig.engine.refreshRecord("items", String(newest?.["id"])));
      expect(rig.engine.status.hidden.items).toBe(1);
      await rig.engine.syncNow(mode, false);
      expect(rig.engine.status.hidden.items).toBe(0);
      rig.front.intercept(null);
      await expectCopyEqualsCompany(rig);
    },
  );
});

describe("a 401 or 403", () => {
  it.each(
    [401, 403].flatMap((status) =>
      FOREIGN_BODIES.map(([what, ...answer]) => [status, what, ...answer] as const),
    ),
  )("a refusal (%d) with %s counts as a network error and is retried", async (status, _what, type, body) => {
    const rig = await pulled();
    let left = 2;
    rig.front.intercept((_request, response) => {
      left -= 1;
      return left >= 0 && send(response, status, type, body);
    });
    await rig.engine.syncNow("incremental", false);
    expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
    rig.front.intercept((_request, response) => send(response, status, type, body));
    await rig.engine.syncNow("incremental", false);
    expect(rig.engine.status).toMatchObject({
      state: "offline",
      error: { kind: "network", reason: "intermediary", status },
    });
    expect(rig.engine.status.error?.message).not.toMatch(/revoked|plan|key/i);
    // The next pass is planned, because no question waits for the user.
    expect(rig.engine.status.nextPassAt).not.toBeNull();
  });

  it("a refusal with the specified error body has its specified meaning", async () => {
    for (const [status, kind] of [
      [401, "unauthorized"],
      [403, "forbidden"],
      [400, "bad_request"],
    ] as const) {
      const rig = await makeRig({
        intercept: (_request, response) => send(response, status, "application/problem+json", SERVICE_BODY),
      });
      expect(await rig.failingPass()).toMatchObject({ kind, status });
      expect(rig.sent).toHaveLength(1);
    }
  });
});

describe("verification of rows missing from a full check", () => {
  /** Removes items at the service, so that the full check misses them. */
  async function missing(items: number, count: number, intercept: Interception): Promise<EngineRig> {
    const rig = await pulled({ items });
    const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
    for (const id of ids.slice(0, count)) rig.service.company.removeItem(id);
    rig.front.intercept(intercept);
    return rig;
  }
  const recordRequests = (rig: EngineRig): number =>
    rig.front.paths.filter((path) => /^\/inventory\/items\/[^?]/.test(path)).length;

  it("a verification stops after twenty foreign 404s in a row and hides no row", async () => {
    const rig = await missing(
      600,
      29,
      forRecords((_q, response) => send(response, 404, "text/html", "<p>")),
    );
    await rig.engine.syncNow("full", true);
    expect(recordRequests(rig)).toBe(20);
    expect(rig.engine.status).toMatchObject({
      state: "idle",
      error: null,
      hidden: { items: 0 },
      unverified: 29,
      verificationProblem: { kind: "network", reason: "intermediary" },
    });
    // These rows are skipped for an hour. The other rows are requested, and the notice ends.
    rig.front.intercept(null);
    await rig.engine.syncNow("incremental", false);
    expect(rig.engine.status).toMatchObject({
      hidden: { items: 9 },
      unverified: 20,
      verificationProblem: null,
    });
    (rig.clock as VirtualClock).step(2 * 60 * 60_000);
    await rig.engine.syncNow("incremental", false);
    expect(rig.engine.status).toMatchObject({ hidden: { items: 29 }, unverified: 0 });
  });

  it.each([
    ["500", 500, "application/json", SERVICE_BODY],
    ["400", 400, "application/json", SERVICE_BODY],
    ["HTML", 200, "text/html", "<p>hello</p>"],
    [
      "another record",
      200,
      "application/json",
      '{"data":{"id":"other","name":"x"},"meta":{"requestId":"r"}}',
    ],
    ["a foreign 403", 403, "text/html", "<p>blocked</p>"],
    ["a redirect", 301, "text/html", ""],
    ["JSON that is cut off", 200, "application/json", '{"data":{"id":"'],
  ])("the verification skips a row if its response is %s", async (_what, status, type, body) => {
    const rig = await missing(200, 5, noInterception);
    let refused: string | null = null;
    rig.front.intercept(
      forRecords(({ url }, response) => {
        refused ??= url ?? "";
        return url === refused && send(response, status, type, body);
      }),
    );
    await rig.engine.syncNow("full", true);
    expect(rig.engine.status).toMatchObject({
      state: "idle",
      error: null,
      hidden: { items: 4 },
      unverified: 1,
    });
    const asked = recordRequests(rig);
    await rig.engine.syncNow("incremental", false);
    // The row is skipped, so it is not requested again within the hour.
    expect(recordRequests(rig)).toBe(asked);
  });

  it("a verification stops if a request must wait", async () => {
    const rig = await missing(
      200,
      8,
      forRecords((_q, response) => {
        response.writeHead(503, { "Retry-After": "3600" }).end();
        return true;
      }),
    );
    await rig.engine.syncNow("full", true);
    expect(rig.engine.status.error).toMatchObject({ kind: "server", status: 503 });
    expect(recordRequests(rig)).toBe(1);
    rig.front.intercept(null);
    (rig.clock as VirtualClock).step(61 * 60_000);
    await rig.engine.syncNow("incremental", false);
    expect(rig.engine.status).toMatchObject({ error: null, hidden: { items: 8 }, unverified: 0 });
  });

  it("a pass counts as written even if verifying its rows fails", async () => {
    const rig = await missing(
      200,
      8,
      forRecords((_q, response) => send(response, 500, "x/y", SERVICE_BODY)),
    );
    (rig.clock as VirtualClock).step(60_000);
    const before = rig.engine.status.lastFullCheckAt;
    await rig.engine.syncNow("full", true);
    expect(rig.engine.status.error).toMatchObject({ kind: "server", status: 500 });
    expect(rig.engine.status.lastFullCheckAt).not.toBe(before);
    expect(recordRequests(rig)).toBe(5 * 4);
    expect(rig.engine.status).toMatchObject({ hidden: { items: 0 }, unverified: 8 });
  });
});

describe("a copy whose company the listing of locations cannot confirm", () => {
  const fetched = { sequence: 1, at: 1, servedBy: 1, verified: true };

  it("a copy counts as a copy of the key's company if no row can be requested", async () => {
    const rig = await makeRig();
    await rig.store.writer.storeRecord("locations", { id: ".", name: "Dot" }, fetched);
    await expect(confirmCompany(rig.client, rig.store.writer, [])).resolves.toBeUndefined();
    expect(rig.sent).toEqual([]);
  });

  it("the company check skips rows with ids that no URL can hold", async () => {
    for (const [id, outcome] of [
      ["loc", "ok"],
      ["foreign", "other_company"],
    ] as const) {
      const rig = await makeRig();
      const known = String(companyRecords(rig.service, "locations")[0]?.["id"]);
      for (const dots of [".", ".."])
        await rig.store.writer.storeRecord("locations", { id: dots, name: "Dot" }, fetched);
      await rig.store.writer.storeRecord("locations", { id: id === "loc" ? known : id, name: "L" }, fetched);
      const kind = await confirmCompany(rig.client, rig.store.writer, []).then(
        () => "ok",
        (thrown: AppFailure) => thrown.error.kind,
      );
      expect([id, kind]).toEqual([id, outcome]);
    }
  });

  it.each([
    ["a foreign 404", 404],
    ["a 500", 500],
  ])("the company check uses the next row if a row gets %s", async (_what, status) => {
    const rig = await makeRig({
      intercept: ({ url }, response) => /%2f/i.test(url ?? "") && send(response, status, "text/html", "<p>"),
    });
    const known = String(companyRecords(rig.service, "locations")[0]?.["id"]);
    await rig.store.writer.storeRecord("locations", { id: "A/1", name: "Hall" }, fetched);
    expect((await errorOf(confirmCompany(rig.client, rig.store.writer, []))).status).toBe(status);
    await rig.store.writer.storeRecord("locations", { id: known, name: "Hall" }, fetched);
    await expect(confirmCompany(rig.client, rig.store.writer, [])).resolves.toBeUndefined();
  });
});
