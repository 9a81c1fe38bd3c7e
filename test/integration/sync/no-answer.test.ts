import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import type { FaultSettings } from "../../service/index.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import { selfSigned } from "../../helpers/self-signed.ts";
import { expectCopyEqualsCompany, lastRequestId, makeRig, type Rig } from "./support.ts";

const onlyPath = "/inventory/items";

/** Runs a pass of a complete copy against another base URL. It must fail and leave mark and rows unchanged. */
async function failAgainst(baseUrl: string): Promise<{ readonly error: object; readonly requests: number }> {
  const rig = await makeRig();
  const { mark } = await rig.pass();
  const client = new ApiClient({ baseUrl, key: rig.service.key, fetch: nodeFetch, clock: fakeClock() });
  const error = await rig.failingPass({ client });
  const { facts, totals } = await rig.store.writer.describe();
  expect([facts.mark, totals.items]).toEqual([mark, 120]);
  await rig.pass();
  await expectCopyEqualsCompany(rig);
  return { error, requests: client.traffic.requests };
}

describe("an unreachable server", () => {
  it("the client retries an unknown server name three times", async () => {
    // A label of more than 63 letters is not a valid name, so the resolver refuses it without a request.
    const { error, requests } = await failAgainst(`https://${"a".repeat(64)}.invalid`);
    expect(error).toMatchObject({ kind: "network", reason: "dns" });
    expect(requests).toBe(4);
  });

  it("the client tries a server with an untrusted certificate once and sends no request", async () => {
    let seen = 0;
    const server = createServer(selfSigned(), (_request, response) => {
      seen += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { error, requests } = await failAgainst(`https://127.0.0.1:${port}`);
    expect(error).toMatchObject({ kind: "network", reason: "tls" });
    expect([requests, seen]).toEqual([1, 0]);
  });

  it("the client tries a server without TLS only once", async () => {
    const { service } = await makeRig();
    const { error, requests } = await failAgainst(service.url.replace("http:", "https:"));
    expect(error).toMatchObject({ kind: "network", reason: "tls" });
    expect([requests, service.requests.total]).toEqual([1, 0]);
  });
});

describe("a response body", () => {
  const failing = async (rig: Rig, faults: FaultSettings): Promise<object> => {
    const { mark } = await rig.pass();
    rig.service.setFaults({ onlyPath, skipRequests: 1, ...faults });
    rig.service.requests.clear();
    const error = await rig.failingPass({ mode: "full", withReferences: false });
    expect((await rig.facts()).mark).toBe(mark);
    return error;
  };
  const itemsAsked = (rig: Rig): number => rig.service.requests.count({ path: onlyPath });

  it("the client stops at the size limit if a small body unpacks endlessly", async () => {
    const rig = await makeRig();
    const error = await failing(rig, { gzip: true, oversizeNext: 99, oversizeBytes: 200_000_000 });
    expect(error).toMatchObject({ kind: "protocol", status: 200 });
    expect(itemsAsked(rig)).toBe(2);
    rig.service.setFaults({ oversizeNext: 0 });
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });

  it("the client reads a body below the limit, even with much white space", async () => {
    const rig = await makeRig({ faults: { onlyPath, oversizeNext: 1, oversizeBytes: 20_000_000 } });
    await rig.pass();
    expect(rig.client.traffic.retries).toBe(0);
    await expectCopyEqualsCompany(rig);
  });

  it("the client retries if a body breaks off during decompression", async () => {
    const rig = await makeRig({ faults: { onlyPath, gzip: true, truncateNext: 2 } });
    await rig.pass();
    expect(rig.client.traffic.retries).toBe(2);
    await expectCopyEqualsCompany(rig);
    const error = await failing(rig, { truncateNext: 99 });
    expect(error).toMatchObject({ kind: "network", reason: "reset" });
    expect(itemsAsked(rig)).toBe(5);
  });

  it.each([
    ["HTML", { htmlNext: 1 }],
    ["HTML, compressed", { htmlNext: 1, gzip: true }],
    ["HTML declared as JSON", { htmlNext: 1, contentType: "application/json" }],
  ])("a 200 with a body of %s is refused and not retried", async (_what, faults) => {
    const rig = await makeRig();
    expect(await failing(rig, faults)).toMatchObject({ kind: "protocol", status: 200 });
    expect(itemsAsked(rig)).toBe(2);
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });

  it("the client reads a compressed error body with its request id", async () => {
    const rig = await makeRig();
    const error = await failing(rig, { serverErrorNext: 99, serverErrorStatus: 502, gzip: true });
    expect(error).toMatchObject({ kind: "server", status: 502, requestId: lastRequestId(rig.service) });
    expect(itemsAsked(rig)).toBe(5);
  });
});
