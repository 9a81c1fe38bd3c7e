import { describe, expect, it, onTestFinished } from "vitest";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { startSampleService } from "../../service/index.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { memory, start, type CoreRig } from "../core/support.ts";
import { CANARY } from "./support.ts";
import { afterPush } from "../../helpers/after-push.ts";

type Service = Awaited<ReturnType<typeof startSampleService>>;

async function serve(key: string): Promise<Service> {
  const service = await startSampleService({ items: 3, key });
  onTestFinished(() => service.close());
  return service;
}

/** An app with the whole copy, whose key has to wait for `seconds`. */
async function limitedApp(seconds: number): Promise<{ rig: CoreRig; service: Service }> {
  const service = await serve(CANARY);
  const rig = start(await temporaryFolder(), memory(), nodeFetch);
  await rig.call("connect", { baseUrl: service.url, key: CANARY });
  await rig.pulled();
  service.setFaults({ tooManyNext: 1, retryAfter: String(seconds) });
  void rig.call("syncNow", { full: false });
  return { rig, service };
}

/** An app whose key waits for ten minutes, and the number of requests so far. */
async function waitingApp(): Promise<{ rig: CoreRig; service: Service; sent: number }> {
  const { rig, service } = await limitedApp(600);
  await waits(rig);
  return { rig, service, sent: service.requests.total };
}

const waits = (rig: CoreRig): Promise<void> =>
  afterPush(rig.core, async () => {
    const { state, waitUntil: until } = await rig.call("getStatus");
    return state === "rate_limited" && Date.parse(until ?? "") - Date.now() > 500_000;
  });

describe("a wait requested for a key", () => {
  it("a wait requested by the service continues if the user enters the same key again", async () => {
    const { rig, service, sent } = await waitingApp();
    await rig.call("replaceKey", { key: CANARY });
    await waits(rig);
    expect(service.requests.total).toBe(sent);
  });

  it("a wait requested by the service continues if the user opens another connection", async () => {
    const { rig, service, sent } = await waitingApp();
    const other = await serve("other-key");
    const { connection } = await rig.call("bootstrap");
    await rig.call("connect", { baseUrl: other.url, key: "other-key" });
    // Its own key has no wait.
    await rig.pulled();
    await rig.call("switchConnection", { connectionId: connection?.connectionId ?? "" });
    await waits(rig);
    expect(service.requests.total).toBe(sent);
  });

  it("a wait requested by the service also applies to the connection test, which reports the wait", async () => {
    const { rig, service, sent } = await waitingApp();
    expect(await rig.kindOf("testConnection", { baseUrl: service.url })).toBe("rate_limited");
    expect(await rig.kindOf("testConnection", { baseUrl: `${service.url}/`, key: CANARY })).toBe(
      "rate_limited",
    );
    expect(service.requests.total).toBe(sent);
    // Another key has its own limit.
    expect(await rig.kindOf("testConnection", { baseUrl: service.url, key: service.addKey() })).toBe("ok");
    await waits(rig);
  });

  it("a wait requested by the service continues while another key is used", async () => {
    const { rig, service } = await limitedApp(4);
    const limited = async (): Promise<boolean> => (await rig.call("getStatus")).state === "rate_limited";
    await afterPush(rig.core, limited);
    const { total } = service.requests;
    await rig.call("replaceKey", { key: service.addKey() });
    await afterPush(rig.core, () => service.requests.total > total);
    await rig.pulled();
    const between = service.requests.total;
    await rig.call("replaceKey", { key: CANARY });
    await afterPush(rig.core, limited);
    expect(service.requests.total).toBe(between);
    await afterPush(rig.core, () => service.requests.total > between);
    await rig.pulled();
  });
});
