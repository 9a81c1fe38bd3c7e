import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { DEFAULT_EVENT_SETTINGS } from "../../../shared/features/webhooks/event-calls.ts";
import { startRelay, WEBHOOK_SECRET } from "../../helpers/relay-under-test.ts";
import { expect, test, type BrowserHost } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { connected, stateOf, statusBar } from "./steps.ts";

test.use({ items: 60 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const section = (page: Page): Locator => page.getByRole("region", { name: "Events", exact: true });

/** Follows a relay, as its settings would have it. */
async function followRelay(host: BrowserHost, relay: Awaited<ReturnType<typeof startRelay>>): Promise<void> {
  const { profileId } = host;
  const { url: relayUrl } = relay.receiver;
  const settings = { ...DEFAULT_EVENT_SETTINGS, source: "relay" as const, relayUrl };
  await callHost(host.url, "saveEvents", { profileId, settings, token: relay.token });
}

test("the form connects a relay, and a real delivery shows which signature preset the service uses", async ({
  page,
  host,
  service,
}) => {
  const relay = await startRelay(path.join(host.folder, "relay"));
  await page.getByRole("link", { name: "Settings" }).click();
  await section(page).getByRole("combobox", { name: "Events come from" }).click();
  await page.getByRole("option", { name: "A relay" }).click();
  await section(page).getByRole("button", { name: "Try a delivery…" }).click();
  const trial = page.getByRole("dialog");
  // Signed an hour ago: nobody pastes a delivery at the moment of its signature.
  const [id, at, body] = ["msg_1", new Date(Date.now() - 3_600_000), '{"eventId":"evt_1"}'];
  const signature = new Webhook(WEBHOOK_SECRET).sign(id, at, body);
  const headers = [
    `Webhook-Id: ${id}`,
    `Webhook-Timestamp: ${Math.floor(at.getTime() / 1_000)}`,
    `Webhook-Signature: ${signature}`,
  ];
  await trial.getByLabel("Headers").fill(headers.join("\n"));
  await trial.getByLabel("Body").fill(body);
  await trial.getByLabel("Signing secret").fill(WEBHOOK_SECRET);
  await trial.getByRole("button", { name: "Try", exact: true }).click();
  await expect(
    trial.getByText("Fits. Start the relay with --preset standard-webhooks. (It was signed some time ago.)"),
  ).toBeVisible();
  await expect(trial.getByText("Does not fit: no header x-signature.")).toBeVisible();
  await expectAccessible(page);
  await trial.getByRole("button", { name: "Close" }).last().click();

  await section(page).getByLabel("URL of the relay").fill(relay.receiver.url);
  await section(page).getByLabel("Token of this workstation").fill(relay.token);
  await section(page).getByRole("button", { name: "Test" }).click();
  await expect(section(page).getByText("The relay accepts this token.")).toBeVisible();
  await section(page).getByRole("button", { name: "Save" }).click();
  await expect(section(page).getByText("Live", { exact: true })).toBeVisible();
  await expect(section(page).getByLabel("New token")).toHaveValue("");
  await expectAccessible(page);

  service.addWebhook({ url: `${relay.receiver.url}/webhooks`, secret: WEBHOOK_SECRET });
  const [item] = service.company.items.all();
  await page.getByRole("link", { name: /^Items/ }).click();
  service.company.upsertItem({ id: item?.id ?? "", name: "A change by the relay" });
  await expect(page.getByRole("row").filter({ hasText: "A change by the relay" })).toBeVisible({
    timeout: 25_000,
  });
  await page.getByRole("link", { name: "Settings" }).click();
  await section(page).getByRole("button", { name: "Forget token" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget token" }).click();
  await expect(section(page).getByText("Not followed")).toBeVisible();
});

test("the app reports a relay that becomes unreachable, and reconnects automatically", async ({
  page,
  host,
}) => {
  const folder = path.join(host.folder, "relay");
  const relay = await startRelay(folder);
  await followRelay(host, relay);
  await expect(statusBar(page)).toContainText(/Live, confirmed \d+ s ago; complete as of/);
  await relay.receiver.close();
  await expect(statusBar(page)).toContainText("No live events; complete as of");
  await expect(stateOf(page)).toHaveText("Connected");
  const { port } = new URL(relay.receiver.url);
  const back = await startRelay(folder, { port: Number(port) });
  await expect(statusBar(page)).toContainText("Live, confirmed", { timeout: 30_000 });
  await back.receiver.close();
});
