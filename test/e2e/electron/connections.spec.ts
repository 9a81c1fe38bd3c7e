import fs from "node:fs/promises";
import path from "node:path";
import type { ElectronApplication } from "@playwright/test";
import keytar from "keytar";
import { startSampleService } from "../../service/index.ts";
import { expect, filesContaining, test } from "./launch.ts";

/** Waits for the title of the first window. Electron may lose an answer to its garbage collection, so it is read again. */
const expectTitle = (app: ElectronApplication, title: string): Promise<void> =>
  expect(async () => {
    const shown = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
    expect(shown).toBe(title);
  }).toPass({ timeout: 10_000 });

test(
  "two connections have separate keys; forgetting one key keeps the other key",
  { tag: "@whole" },
  async ({ folder, sample, launch }) => {
    test.setTimeout(120_000);
    const second = await startSampleService({ items: 30, seed: 2 });
    try {
      const { app, page } = await launch();
      const connect = async (url: string, key: string): Promise<void> => {
        await page.getByLabel("Base URL").fill(url);
        await page.getByLabel("API key", { exact: true }).fill(key);
        await page.getByRole("button", { name: "Connect", exact: true }).click();
        await page.getByRole("link", { name: /^Items/ }).click();
      };
      const switcher = page.getByRole("button", { name: /^Connection: / });
      const names = { first: new URL(sample.url).host, second: new URL(second.url).host };
      await expectTitle(app, "Stockdeck");
      await connect(sample.url, sample.key);
      await expectTitle(app, `${names.first} – Stockdeck`);
      await expect(page.getByTestId("result-count")).toContainText("5,000", { timeout: 30_000 });
      await switcher.click();
      await page.getByRole("menuitem", { name: "Add connection…" }).click();
      await connect(second.url, second.key);
      await expectTitle(app, `${names.second} – Stockdeck`);
      await expect(page.getByTestId("result-count")).toHaveText("30 items");

      const connections = path.join(folder, "profiles");
      const kept = ({ url, key }: { readonly url: string; readonly key: string }): string =>
        JSON.stringify({ origin: new URL(url).origin, key });
      const keys = async (): Promise<readonly (string | null)[]> => {
        const ids = await fs.readdir(connections);
        return Promise.all(ids.map((connectionId) => keytar.getPassword("Stockdeck", connectionId)));
      };
      await expect.poll(async () => new Set(await keys())).toEqual(new Set([kept(sample), kept(second)]));

      await switcher.click();
      await page.getByRole("menuitemradio", { name: names.first }).click();
      await expectTitle(app, `${names.first} – Stockdeck`);

      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
      await expectTitle(app, `Settings – ${names.second} – Stockdeck`);
      await expect.poll(keys).toEqual([kept(second)]);
      await app.close();
      expect(await filesContaining(folder, sample.key)).toEqual([]);
      expect(await filesContaining(folder, second.key)).toEqual([]);

      // The window reopens with its last screen.
      const next = await launch();
      await expectTitle(next.app, `Settings – ${names.second} – Stockdeck`);
      await expect(next.page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
      await next.app.close();
    } finally {
      await second.close();
    }
  },
);
