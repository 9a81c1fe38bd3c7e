import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished } from "vitest";
import { startSampleService, type FaultSettings, type SampleService } from "../../service/index.ts";
import { runServeSample } from "../../../electron/hosts/cli/serve-sample-command.ts";
import { EVENT_PRESETS } from "../../../shared/features/collector/webhook-events.ts";
import { waitUntil } from "../../helpers/wait-until.ts";

const WEBHOOK_SECRET = "whsec_c3RvY2tkZWNrLXRlc3Qtc2VjcmV0LTAwMDE=";

interface Received {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}
interface Endpoint {
  readonly url: string;
  readonly received: Received[];
  /** Decides the status of the next answers. */
  answer: (body: string) => number;
}

async function startEndpoint(): Promise<Endpoint> {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(endpoint.answer(body)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const endpoint: Endpoint = { url: `http://127.0.0.1:${port}/hook`, received, answer: () => 202 };
  return endpoint;
}

async function start(faults: FaultSettings = {}) {
  const service = await startSampleService({ items: 50, faults });
  onTestFinished(() => service.close());
  const endpoint = await startEndpoint();
  const webhook = service.addWebhook({ url: endpoint.url, secret: WEBHOOK_SECRET });
  const settled = (patience?: number): Promise<void> =>
    waitUntil(() => webhook.counts.pending === 0, "the end of the deliveries", patience);
  return { service, endpoint, webhook, settled };
}

const idAt = (service: SampleService, at: number): string => [...service.company.items.all()][at]?.id ?? "";
const edit = (service: SampleService, at = 0): string => {
  const id = idAt(service, at);
  service.company.upsertItem({ id, name: `Edited ${Math.random()}` });
  return id;
};
const verifies = ({ headers, body }: Received): boolean => {
  try {
    new Webhook(WEBHOOK_SECRET).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
const eventOf = ({ body }: Received) => JSON.parse(body) as Record<string, unknown>;

it("a webhook delivers each change as a signed envelope", async () => {
  const { service, endpoint, settled } = await start();
  const id = edit(service);
  await settled();
  const [delivery] = endpoint.received;
  expect(endpoint.received).toHaveLength(1);
  expect(delivery && verifies(delivery)).toBe(true);
  expect(delivery && eventOf(delivery)).toEqual({
    eventId: expect.stringMatching(/^evt_/),
    type: "inventory.item.updated",
    occurredAt: service.company.items.get(id)?.updatedAt,
    companyId: service.companyId,
    data: { id },
  });
});

it("serve-sample repeats each webhook delivery until the receiver accepts the delivery", async () => {
  const endpoint = await startEndpoint();
  let refusals = 1;
  endpoint.answer = () => (refusals-- > 0 ? 503 : 202);
  const webhook = { url: endpoint.url, secret: WEBHOOK_SECRET };
  const service = await runServeSample({ port: 0, items: 5, seed: 1, rate: 0, webhook }, () => undefined);
  onTestFinished(() => service.close());
  const { id } = service.company.step();
  await waitUntil(() => endpoint.received.length === 2, "the second attempt");
  const [first, second] = endpoint.received;
  expect(endpoint.received.map(verifies)).toEqual([true, true]);
  expect(second?.body).toBe(first?.body);
  expect(second && eventOf(second)).toMatchObject({ companyId: service.company.id, data: { id } });
});

it("a webhook can be signed with an HMAC of the body", async () => {
  const { service } = await start();
  const endpoint = await startEndpoint();
  const scheme = EVENT_PRESETS["hmac-body"];
  const webhook = service.addWebhook({ url: endpoint.url, secret: "Not base64!", scheme });
  edit(service);
  await waitUntil(() => webhook.counts.accepted === 1, "the delivery");
  const [{ headers, body } = { headers: {}, body: "" }] = endpoint.received;
  expect(headers["x-signature"]).toBe(createHmac("sha256", "Not base64!").update(body).digest("hex"));
});

it("a repeated delivery has the same event and a new signature", async () => {
  const { service, endpoint, webhook, settled } = await start();
  let refusals = 2;
  endpoint.answer = () => (refusals-- > 0 ? 503 : 202);
  edit(service);
  await settled();
  expect(webhook.counts).toMatchObject({ accepted: 1, failedAttempts: 2, lost: 0 });
  expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(1);
  expect(endpoint.received.map(verifies)).toEqual([true, true, true]);
});

it.each<[keyof FaultSettings, string, (received: readonly Received[], service: SampleService) => boolean]>([
  ["eventDuplicateChance", "twice", ([first, second]) => first?.body === second?.body],
  [
    "eventBadSignatureChance",
    "first with a wrong signature and then with the right one",
    (all) => all.map(verifies).join() === "false,true",
  ],
  [
    "eventOldTimestampChance",
    "first with an old time and then with the present time",
    (all) => all.map(verifies).join() === "false,true",
  ],
  [
    "eventMalformedChance",
    "as a list instead of an object, with a valid signature",
    ([only]) => only !== undefined && verifies(only) && only.body.startsWith("["),
  ],
  [
    "eventOversizeChance",
    "after an event that is too large",
    (all) => all.some(({ body }) => body.length > 256_000),
  ],
  [
    "eventOtherCompanyChance",
    "after an event of another company",
    (all, service) =>
      all.some((one) => eventOf(one)["companyId"] === service.otherCompany.id && verifies(one)),
  ],
])("a service with the fault %s sends a webhook event %s", async (fault, _how, isSeen) => {
  const { service, endpoint, settled } = await start({ [fault]: 1 });
  endpoint.answer = (body) =>
    body.length > 256_000 ? 413 : verifies(endpoint.received.at(-1) as Received) ? 202 : 401;
  edit(service);
  await settled();
  expect(isSeen(endpoint.received, service)).toBe(true);
});

it("a webhook can lose, hold back, delay, reorder and repeat events", async () => {
  const { service, endpoint, webhook, settled } = await start({ eventDropChance: 1 });
  edit(service);
  service.setFaults({ eventDropChance: 0, eventReorderChance: 1 });
  const held = edit(service, 1);
  service.setFaults({ eventReorderChance: 0 });
  expect(webhook.counts.pending).toBe(0);
  const next = edit(service, 2);
  await settled();
  const ids = endpoint.received.map((one) => (eventOf(one)["data"] as { id: string }).id);
  expect(new Set(ids)).toEqual(new Set([held, next]));
  expect(ids).toHaveLength(2);
  service.setFaults({ eventReplayChance: 1 });
  edit(service, 3);
  await waitUntil(() => endpoint.received.length === 4, "the replay");
  const bodies = endpoint.received.map(({ body, headers }) => body + String(headers["webhook-signature"]));
  expect(new Set(bodies).size).toBe(3);
});

it("a burst sends 10,000 events", { tags: ["whole"] }, async () => {
  const { service, endpoint, webhook, settled } = await start({ eventBurstNext: 10_000 });
  edit(service);
  await settled(50_000);
  expect(webhook.counts.accepted).toBe(10_001);
  expect(new Set(endpoint.received.map((one) => eventOf(one)["eventId"])).size).toBe(10_001);
  await service.close();
  edit(service);
  expect(webhook.counts.pending).toBe(0);
});

it.each([
  ["http://example.com/hook", WEBHOOK_SECRET],
  ["ftp://127.0.0.1/hook", WEBHOOK_SECRET],
  ["http://127.0.0.1:1/hook", "not base64!"],
])("a webhook refuses %s with the secret %s without showing the secret", async (url, secret) => {
  const { service } = await start();
  expect(() => service.addWebhook({ url, secret })).toThrow(/webhook|secret/);
  expect(() => service.addWebhook({ url, secret })).not.toThrow(secret);
});
