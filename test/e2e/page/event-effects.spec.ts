import path from "node:path";
import { DEFAULT_EVENT_SETTINGS } from "../../../shared/features/webhooks/event-calls.ts";
import { startRelay, WEBHOOK_SECRET } from "../../helpers/relay-under-test.ts";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { connected } from "./steps.ts";

test.use({ items: 60 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

test("a change that a webhook event brings fires alerts and counts as unseen, as one found by a refresh does", async ({
  page,
  host,
  service,
}) => {
  const { profileId } = host;
  const [item] = service.company.items.all();
  if (!item) throw new Error("The company is empty.");
  await expect(page.getByText("Nothing new since you last looked")).toBeVisible();
  await callHost(host.url, "saveAlertRule", {
    profileId,
    rule: {
      name: "This item",
      paused: false,
      watch: { kind: "record", resource: "items", id: item.id },
      afterRefreshes: 1,
      notify: false,
    },
  });
  const relay = await startRelay(path.join(host.folder, "relay"));
  service.addWebhook({ url: `${relay.receiver.url}/webhooks`, secret: WEBHOOK_SECRET });
  await callHost(host.url, "saveEvents", {
    profileId,
    settings: { ...DEFAULT_EVENT_SETTINGS, source: "relay", relayUrl: relay.receiver.url, collectSeconds: 0 },
    token: relay.token,
  });
  await expect
    .poll(async () => (await callHost(host.url, "eventState", { profileId })).state, { message: "live" })
    .toBe("live");
  const { lastPassAt } = await callHost(host.url, "getStatus");
  service.company.upsertItem({ id: item.id, weight: 4_321 });
  await expect
    .poll(
      async () =>
        (await callHost(host.url, "listAlerts", { profileId, filter: "active", offset: 0, limit: 1 })).unread,
      { message: "the alert", timeout: 25_000 },
    )
    .toBe(1);
  await expect(page.getByRole("button", { name: /^Since you last looked/ })).toContainText("1 changed");
  // No refresh ran: its time has not come.
  expect((await callHost(host.url, "getStatus")).lastPassAt).toBe(lastPassAt);
});
