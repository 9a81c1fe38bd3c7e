import { spawn, type ChildProcess } from "node:child_process";
import type { Page } from "@playwright/test";
import { startSampleService, type SampleService } from "../../service/index.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";
import { dunst } from "./dunst.ts";
import { expect, test } from "./launch.ts";

const ITEM = { id: "itm_watched", name: "Watched roll" };

let desktop: ChildProcess;
let service: SampleService;
test.beforeEach(async () => {
  // A real daemon shows the notifications, on the display and the bus of these tests.
  desktop = spawn("dunst", ["-config", "/dev/null"], { stdio: "ignore" });
  await expect.poll(() => dunst("is-paused")).toBe("false");
  service = await startSampleService({ items: 100 });
  service.company.upsertItem({ ...ITEM, status: "available", weight: 5 });
});
test.afterEach(async () => {
  desktop.kill();
  await service.close();
});

test("clicking a system notification opens the alert's row in the foreground", async ({ launch }) => {
  const { app, page } = await launch();
  await page.getByLabel("Base URL").fill(service.url);
  await page.getByLabel("API key", { exact: true }).fill(service.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  const section = page.getByRole("region", { name: "Alerts" });
  await section.getByLabel("Show system notifications").check();
  await section.getByRole("button", { name: "Test" }).click();
  await expect(section.getByRole("status")).toHaveText("The system showed the notification.");
  dunst("close-all");

  await watchItem(page);
  service.company.upsertItem({ id: ITEM.id, weight: 3 });
  await page.keyboard.press("F5");
  await expect.poll(() => Number(dunst("count", "displayed")), { timeout: 20_000 }).toBe(1);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  dunst("action", "0");
  await expect(page.getByRole("complementary", { name: `Details of item ${ITEM.name}` })).toBeVisible();
  const minimized = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.isMinimized(),
  );
  expect(minimized).toBe(false);
});

/** Makes a rule about the item, and waits for the refresh that first evaluates it. */
async function watchItem(page: Page): Promise<void> {
  await page.evaluate(async (id) => {
    const host = (globalThis as unknown as { stockdeck: HostApi }).stockdeck;
    const boot = await host.bootstrap();
    const connectionId = boot.ok ? (boot.value.connections.current ?? "") : "";
    const rule = {
      name: "My roll changed",
      paused: false,
      watch: { kind: "record", resource: "items", id },
      afterRefreshes: 1,
      notify: true,
    } as const;
    const saved = await host.saveAlertRule({ connectionId, rule });
    if (!saved.ok) throw new Error(saved.error.message);
  }, ITEM.id);
  await page.keyboard.press("F5");
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
}
