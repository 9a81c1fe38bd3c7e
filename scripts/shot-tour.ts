import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { startCore } from "../electron/hosts/core/app-core.ts";
import { startBrowserHost } from "../electron/hosts/browser/browser-host.ts";
import { startSampleService } from "../test/service/index.ts";
import config from "../playwright.config.ts";
import { ROOT } from "./root.ts";
import { CORE } from "./shot-core.ts";
import { SCENES } from "./shot-scenes.ts";
import { NARROW, WINDOW } from "./shot-stage.ts";

/** Brings the built page into every screen and state, over sample data. @param shoot called in each, with its name. */
export async function runTour(shoot: (name: string, page: Page) => Promise<void>): Promise<void> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-shots-"));
  const service = await startSampleService({ items: 5_000, seed: 1 });
  const second = await startSampleService({ items: 800, seed: 2 });
  const core = startCore({
    ...CORE,
    folder: data,
    chooseExport: async (name) => path.join(data, name),
    chooseFolder: async () => {
      const scheduled = path.join(data, "scheduled");
      await fs.mkdir(scheduled, { recursive: true });
      return scheduled;
    },
  });
  const host = await startBrowserHost({ core, pages: path.join(ROOT, "dist/renderer") });
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const context = await browser.newContext({
      viewport: WINDOW,
      reducedMotion: "reduce",
      colorScheme: "light",
    });
    const page = await context.newPage();
    // The tour begins with the table; the overview has its own scene.
    await page.goto(`${host.url}#/items`);
    const shootHere = (name: string, shown = page): Promise<void> => shoot(name, shown);
    const shootNarrow = async (name: string): Promise<void> => {
      await page.setViewportSize(NARROW);
      await shootHere(`narrow-${name}`);
      await page.setViewportSize(WINDOW);
    };
    const shootBoth = async (name: string): Promise<void> => {
      await shootHere(name);
      await shootNarrow(name);
    };
    const stage = { page, core, service, second, data, shoot: shootHere, shootNarrow, shootBoth };
    for (const scene of SCENES) await scene(stage);
  } finally {
    await browser.close();
    await host.close();
    await core.close();
    await service.close();
    await second.close();
    await fs.rm(data, { recursive: true, force: true });
  }
}
