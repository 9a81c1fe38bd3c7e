import fs from "node:fs/promises";
import path from "node:path";
import keytar from "keytar";
import { deliver, startRelay } from "../../helpers/relay-under-test.ts";
import { expect, filesContaining, test } from "./launch.ts";

test("events of a relay arrive again after a restart, and only the keychain contains the token", async ({
  folder,
  sample,
  launch,
}) => {
  const relay = await startRelay(`${folder}-relay`);
  try {
    const first = await launch();
    await first.page.getByLabel("Base URL").fill(sample.url);
    await first.page.getByLabel("API key", { exact: true }).fill(sample.key);
    await first.page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(first.page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
    await first.page.getByRole("link", { name: "Settings" }).click();
    const events = first.page.getByRole("region", { name: "Events", exact: true });
    await events.getByRole("combobox", { name: "Events come from" }).click();
    await first.page.getByRole("option", { name: "A relay" }).click();
    await events.getByLabel("URL of the relay").fill(relay.receiver.url);
    await events.getByLabel("Token of this workstation").fill(relay.token);
    await events.getByRole("button", { name: "Save" }).click();
    await expect(events.getByText("Live", { exact: true })).toBeVisible();
    const [profileId = ""] = await fs.readdir(path.join(folder, "profiles"));
    expect(await keytar.getPassword("Stockdeck", `${profileId}.relay`)).toContain(relay.token);
    await first.app.close();
    expect(await filesContaining(folder, relay.token)).toEqual([]);

    const second = await launch();
    const status = second.page.getByRole("contentinfo", { name: "Status" });
    await expect(status).toContainText("Live, confirmed", { timeout: 30_000 });
    const event = { eventId: "evt_of_the_app", type: "inventory.item.updated", data: { id: "itm_unknown" } };
    expect(await deliver(relay.receiver.url, event)).toBe(202);
    await second.page.getByRole("link", { name: "Diagnostics" }).click();
    const row = second.page.getByRole("row").filter({ hasText: "evt_of_the_app" });
    await expect(row).toContainText("Record requested", { timeout: 30_000 });
  } finally {
    await relay.receiver.close();
    await fs.rm(`${folder}-relay`, { recursive: true, force: true });
  }
});
