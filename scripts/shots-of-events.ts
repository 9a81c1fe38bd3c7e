import path from "node:path";
import { EventLogStore } from "../electron/features/webhooks/receiver/event-log-store.ts";
import { startReceiver } from "../electron/features/webhooks/receiver/receiver.ts";
import { hashOf, newToken } from "../electron/features/webhooks/receiver/stream-requests.ts";
import { EVENT_PRESETS } from "../shared/features/webhooks/webhook-events.ts";
import type { Scene } from "./shot-stage.ts";

const SECRET = "whsec_c2FtcGxlLXNlY3JldC1vZi10aGUtdG91cg==";

/** Live events: the settings of a relay, the trial of a delivery, and the list in Diagnostics. */
export const EVENTS_SCENE: Scene = async ({ page, data, service, shoot }) => {
  const file = path.join(data, "relay", "events.sqlite");
  const scheme = EVENT_PRESETS["standard-webhooks"];
  const relay = await startReceiver({ file, host: "127.0.0.1", port: 0, scheme, secrets: [SECRET] });
  const webhook = service.addWebhook({ url: `${relay.url}/webhooks`, secret: SECRET });
  const token = newToken();
  const store = new EventLogStore(file);
  store.addToken("Desk 1", hashOf(token), Date.now());
  store.close();
  try {
    await page.getByRole("link", { name: "Settings" }).click();
    const section = page.getByRole("region", { name: "Events", exact: true });
    const choose = async (label: string, option: string): Promise<void> => {
      await section.getByRole("combobox", { name: label }).click();
      await page.getByRole("option", { name: option }).click();
    };
    await choose("Events come from", "A relay");
    await section.getByLabel("URL of the relay").fill(relay.url);
    await section.getByLabel("Token of this workstation").fill(token);
    await section.getByRole("button", { name: "Test" }).click();
    await section.getByText("The relay accepts this token.").waitFor();
    await section.getByRole("button", { name: "Save" }).click();
    await section.getByText("Live", { exact: true }).waitFor();
    const [item] = service.company.items.all();
    service.company.upsertItem({ id: item?.id ?? "", weight: 17.5 });
    await section.getByText("inventory.item.updated").waitFor();
    await section.scrollIntoViewIfNeeded();
    await shoot("events");
    await page.getByRole("link", { name: "Diagnostics" }).click();
    await page.getByRole("region", { name: "Last events", exact: true }).scrollIntoViewIfNeeded();
    await shoot("diagnostics-events");
    await page.getByRole("link", { name: "Settings" }).click();
    await section.getByRole("button", { name: "Try a delivery…" }).click();
    const trial = page.getByRole("dialog");
    await trial.getByLabel("Headers").fill("content-type: application/json\nx-signature: 00");
    await trial.getByLabel("Body").fill('{"eventId":"evt_1"}');
    await trial.getByLabel("Signing secret").fill("a secret");
    await trial.getByRole("button", { name: "Try", exact: true }).click();
    await trial.getByText("Does not fit.").first().waitFor();
    await shoot("events-trial");
    await page.keyboard.press("Escape");
    await choose("Events come from", "Nowhere");
    await section.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: /^Items/ }).click();
  } finally {
    webhook.remove();
    await relay.close();
  }
};
