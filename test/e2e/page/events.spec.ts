import path from "node:path";
import type { Page } from "@playwright/test";
import { deliver, eventOf, startRelay } from "../../helpers/relay-under-test.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "../fixtures.ts";
import { connected, statusBar } from "./steps.ts";

test.use({ items: 60 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const section = (page: Page) => page.getByRole("region", { name: "Events", exact: true });

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await section(page).scrollIntoViewIfNeeded();
}

async function chooseSource(page: Page, source: string): Promise<void> {
  await section(page).getByRole("combobox", { name: "Events come from" }).click();
  await page.getByRole("option", { name: source }).click();
}

test("events of a relay are on screen within seconds without a refresh", async ({ page, host, service }) => {
  const relay = await startRelay(path.join(host.folder, "relay"));
  await openSettings(page);
  await chooseSource(page, "A relay");
  await section(page).getByLabel("URL of the relay").fill(relay.receiver.url);
  await section(page).getByLabel("Token of this workstation").fill("wrong");
  await section(page).getByRole("button", { name: "Test" }).click();
  await expect(section(page).getByText("does not accept this token")).toBeVisible();
  await section(page).getByLabel("Token of this workstation").fill(relay.token);
  await section(page).getByRole("button", { name: "Test" }).click();
  await expect(section(page).getByText("The relay accepts this token.")).toBeVisible();
  await section(page).getByRole("button", { name: "Save" }).click();
  await expect(section(page).getByText("Live", { exact: true })).toBeVisible();
  await expect(section(page).getByLabel("New token")).toHaveValue("");
  await expect(statusBar(page)).toContainText(/Live, confirmed \d+ s ago; complete as of/);
  await expectAccessible(page);

  await page.getByRole("link", { name: /^Items/ }).click();
  const [item] = service.company.items.all();
  const made = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
    const stop = service.onChange((change) => {
      stop();
      resolve(eventOf(change));
    });
  });
  service.requests.clear();
  service.company.upsertItem({ id: item?.id ?? "", name: "A live change" });
  const event = await made;
  expect(await deliver(relay.receiver.url, event)).toBe(202);
  const row = page.getByRole("row").filter({ hasText: "A live change" });

  await expect(row).toBeVisible({ timeout: 20_000 });
  expect(service.requests.entries.map(({ path: asked }) => asked)).toEqual([`/inventory/items/${item?.id}`]);

  await row.getByRole("gridcell").first().click();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`announced by event ${String(event["eventId"])}`)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Diagnostics" }).click();
  const events = page.getByRole("region", { name: "Last events", exact: true });
  await expect(events.getByRole("row").filter({ hasText: String(event["eventId"]) })).toContainText(
    "Record requested",
  );
  await expectAccessible(page);
});
