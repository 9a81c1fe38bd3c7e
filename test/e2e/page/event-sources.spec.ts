import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { DEFAULT_EVENT_SETTINGS } from "../../../shared/domain/event-settings.ts";
import { freePort } from "../../helpers/free-port.ts";
import { startRelay, WEBHOOK_SECRET } from "../../helpers/relay-under-test.ts";
import { expect, test, type BrowserHost } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { banner, connected, refresh, stateOf, statusBar } from "./steps.ts";

test.use({ items: 60 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const section = (page: Page): Locator => page.getByRole("region", { name: "Events", exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await section(page).getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

/** Follows a relay, as its settings would have it. */
async function followRelay(host: BrowserHost, relay: Awaited<ReturnType<typeof startRelay>>): Promise<void> {
  const { profileId } = host;
  const { url: relayUrl } = relay.receiver;
  const settings = { ...DEFAULT_EVENT_SETTINGS, source: "relay" as const, relayUrl };
  await callHost(host.url, "saveEvents", { profileId, settings, token: relay.token });
}

test("a real delivery tells which preset fits, and a tunnel's events come by it", async ({
  page,
  service,
}) => {
  await page.getByRole("link", { name: "Settings" }).click();
  await choose(page, "Events come from", "A tunnel to this computer");
  await section(page).getByRole("button", { name: "Try a delivery…" }).click();
  const trial = page.getByRole("dialog");
  // Signed an hour ago: what is pasted is never of this moment.
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
  await expect(trial.getByText("Fits. (It was signed some time ago.)")).toBeVisible();
  await expect(trial.getByText("Does not fit: no header x-signature.")).toBeVisible();
  await expectAccessible(page);
  await trial.getByRole("button", { name: "Use this one" }).click();
  await expect(section(page).getByRole("combobox", { name: "How the service signs" })).toHaveValue(
    "Standard Webhooks",
  );
  await section(page)
    .getByLabel("Port on this computer")
    .fill(String(await freePort()));
  await section(page).getByLabel("Signing secret").fill(WEBHOOK_SECRET);
  await section(page).getByRole("button", { name: "Save" }).click();
  const address = section(page).getByText(/^http:\/\/127\.0\.0\.1:\d+\/webhooks$/);
  await expect(address).toBeVisible();
  await expect(section(page).getByLabel("Signing secret")).toHaveValue("");
  await expectAccessible(page);

  service.addWebhook({ url: (await address.textContent()) ?? "", secret: WEBHOOK_SECRET });
  const [item] = service.company.items.all();
  await page.getByRole("link", { name: /^Items/ }).click();
  service.company.upsertItem({ id: item?.id ?? "", name: "A change by the tunnel" });
  await expect(page.getByRole("row").filter({ hasText: "A change by the tunnel" })).toBeVisible({
    timeout: 25_000,
  });
  await page.getByRole("link", { name: "Settings" }).click();
  await section(page).getByRole("button", { name: "Forget token and secrets" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget token and secrets" }).click();
  await expect(section(page).getByText("Not followed")).toBeVisible();
});

test("a relay that goes away is said, and comes back by itself", async ({ page, host }) => {
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

test("changes that no event announced end a longer interval, and a notice says so", async ({
  page,
  host,
  service,
}) => {
  const { profileId } = host;
  await followRelay(host, await startRelay(path.join(host.folder, "relay")));
  await expect(statusBar(page)).toContainText("Live, confirmed");
  // What the first refresh finds was before the events.
  await refresh(page);
  await expect
    .poll(async () => (await callHost(host.url, "eventState", { profileId })).reliability, {
      message: "a count",
    })
    .not.toBeNull();
  await callHost(host.url, "setLongerInterval", { profileId, seconds: 3_600 });
  await expect(statusBar(page)).toContainText(/next refresh in (59|60) min/);
  const [item] = service.company.items.all();
  service.company.upsertItem({ id: item?.id ?? "", name: "A change without an event" });
  const notice = banner(page, "Back to the usual refresh interval.");
  await expect(async () => {
    await refresh(page);
    await expect(notice).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(notice).toContainText("Refreshes found 1 change that no event announced");
  await expect(statusBar(page)).not.toContainText(/next refresh in (59|60) min/);
  await expectAccessible(page);
  await notice.getByRole("button", { name: /Dismiss/ }).click();
  await expect(notice).toHaveCount(0);
});

test("a scheme of one's own names each header that it needs", async ({ page }) => {
  await page.getByRole("link", { name: "Settings" }).click();
  await choose(page, "Events come from", "A tunnel to this computer");
  await choose(page, "How the service signs", "Custom");
  const save = section(page).getByRole("button", { name: "Save" });
  await expect(save).toBeEnabled();
  await choose(page, "Signed is", "id, time and body");
  await expect(section(page).getByText("Enter the name of the header.")).toHaveCount(2);
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  await section(page).getByRole("button", { name: "Try a delivery…" }).click();
  await expect(page.getByText("Your own scheme is not finished: only the presets are tried.")).toBeVisible();
  await page.keyboard.press("Escape");
  // An unfinished scheme that is hidden does not keep the form from being saved.
  await choose(page, "Events come from", "A relay");
  await expect(save).toBeEnabled();
  await choose(page, "Events come from", "Nowhere");
  await expect(section(page).getByRole("button", { name: "Discard" })).toBeDisabled();
  await choose(page, "Events come from", "A tunnel to this computer");
  await expect(save).toBeDisabled();
  await section(page).getByLabel("Header of the id").fill("my id");
  await expect(section(page).getByText("No header can have this name.")).toBeVisible();
  await section(page).getByLabel("Header of the id").fill("X-Id");
  await section(page).getByLabel("Header of the time").fill("X-Time");
  await expect(save).toBeEnabled();
  await expect(section(page).getByText("Enter the name of the header.")).toHaveCount(0);
});
