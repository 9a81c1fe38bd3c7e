import { describe, expect, it } from "vitest";
import { EVENT_PRESETS, PRESET_NAMES } from "../../../shared/features/collector/webhook-events.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { SECRET } from "../../unit/electron/features/collector/serving/webhooks/support.ts";
import { serve } from "../sample-service/support.ts";
import { ask, changesAfter, collect } from "./support.ts";

describe("webhook deliveries", () => {
  it.each(PRESET_NAMES)(
    "a delivery signed by %s brings its change within seconds, with the event's id",
    async (preset) => {
      const service = await serve({ items: 20 });
      const scheme = EVENT_PRESETS[preset];
      // The collector polls once an hour, so only a delivery can bring a change.
      const collector = await collect(service, { webhooks: { scheme, secrets: [SECRET] } });
      service.addWebhook({ url: `${collector.url}/webhooks`, secret: SECRET, scheme });
      const [first] = [...service.company.items.all()];
      service.requests.clear();
      service.company.upsertItem({ id: String(first?.id), name: "Renamed" });
      await waitUntil(async () => (await changesAfter(collector, 0)).length > 0, "the change");
      const [change] = await changesAfter(collector, 0);
      expect(change).toMatchObject({ sequence: 1, id: first?.id, record: { name: "Renamed" } });
      expect((change as unknown as { event: string | null }).event).toEqual(expect.any(String));
      expect(service.requests.total).toBe(1);
      expect((await ask(collector, "/stockdeck/v1/metrics")).text).toContain(
        "stockdeck_deliveries_accepted_total 1",
      );
    },
  );

  it("a delivery without a valid signature gets 401 and causes no request", async () => {
    const service = await serve({ items: 20 });
    const scheme = EVENT_PRESETS["hmac-body"];
    const collector = await collect(service, { webhooks: { scheme, secrets: [SECRET] } });
    service.requests.clear();
    const body = JSON.stringify({ eventId: "e", type: "inventory.item.updated", data: { id: "x" } });
    const send = (headers: Record<string, string>) =>
      ask(collector, "/webhooks", { method: "POST", body, headers });
    expect([(await send({})).status, (await send({ "x-signature": "0".repeat(64) })).status]).toEqual([
      401, 401,
    ]);
    expect((await ask(collector, "/webhooks")).status).toBe(404);
    expect((await ask(collector, "/stockdeck/v1/metrics")).text).toContain(
      'stockdeck_deliveries_refused_total{reason="bad_signature"} 1',
    );
    expect(service.requests.total).toBe(0);
  });

  it("a collector without a signature scheme answers deliveries with 404", async () => {
    const service = await serve({ items: 3 });
    const collector = await collect(service);
    expect((await ask(collector, "/webhooks", { method: "POST", body: "{}" })).status).toBe(404);
  });

  it.each([
    ["it has no secret", []],
    ["its secret is empty", [""]],
    ["its secret is not base64", ["CanaryThatIsNot!Base64"]],
    ["it has six secrets", Array.from({ length: 6 }, () => SECRET)],
  ])("a collector does not start if %s", async (_what, secrets) => {
    const service = await serve({ items: 3 });
    const scheme = EVENT_PRESETS["standard-webhooks"];
    const starting = collect(service, { webhooks: { scheme, secrets } });
    await expect(starting).rejects.toMatchObject({ error: { kind: "invalid_input" } });
    await expect(starting).rejects.not.toThrow(/Canary/);
  });
});
