import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { startCore } from "../electron/hosts/core/app-core.ts";
import { startBrowserHost } from "../electron/hosts/browser/browser-host.ts";
import config from "../playwright.config.ts";
import { DOCUMENT_SCENES } from "./document-scenes.ts";
import { ROOT } from "./root.ts";
import { CORE } from "./shot-core.ts";
import { WINDOW } from "./shot-stage.ts";

/** The pictures of the README; all others are the guide's. */
const OF_README: Readonly<Record<string, string>> = {
  "items-filtered": "docs/screenshot.png",
  overview: "docs/overview.png",
};

/** Takes the pictures of the README and the guide. They show the sample company as users find it. */
export async function runDocumentTour(): Promise<void> {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-pictures-"));
  const core = startCore({ ...CORE, folder: data, chooseExport: async (name) => path.join(data, name) });
  const host = await startBrowserHost({ core, pages: path.join(ROOT, "dist/renderer") });
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await browser.newPage({ viewport: WINDOW, reducedMotion: "reduce", colorScheme: "light" });
    await page.goto(host.url);
    const shoot = async (name: string): Promise<void> => {
      await withoutMessages(page);
      for (const file of [`docs/guide/images/${name}.png`, OF_README[name]]) if (file) await take(page, file);
    };
    for (const scene of DOCUMENT_SCENES) await scene({ page, core, data, shoot });
  } finally {
    await browser.close();
    await host.close();
    await core.close();
    await fs.rm(data, { recursive: true, force: true });
  }
}

/** Closes the messages that would lie over the picture. */
async function withoutMessages(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Close this message" });
  for (let left = await close.count(); left > 0; left -= 1) await close.first().click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
}

async function take(page: Page, name: string): Promise<void> {
  const file = path.join(ROOT, name);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  const { size } = await fs.stat(file);
  console.log(`${name} (${Math.round(size / 1_000)} kB)`);
}
