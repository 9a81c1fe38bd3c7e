import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { startCore } from "../electron/app/app-core.ts";
import { startSampleService } from "../electron/sample-service/index.ts";
import config from "../playwright.config.ts";
import { startBrowserHost } from "../electron/browser-host/browser-host.ts";
import { buildApp, ROOT } from "./root.ts";
import { CORE } from "./shot-core.ts";
import { SCENES } from "./shot-scenes.ts";
import { WINDOW, type Stage } from "./shot-stage.ts";
import { CHROMIUM_PACKAGES, ensureDebianPackages } from "./debian.ts";

const { values: options } = parseArgs({
  options: {
    /** Write docs/screenshot.png for the README as well. */
    readme: { type: "boolean", default: false },
    /** Photograph what dist/ holds already. */
    "no-build": { type: "boolean", default: false },
  },
});

const FOLDER = path.join(ROOT, "shots");
const README_PICTURE = path.join(ROOT, "docs/screenshot.png");

/** `npm run shots`: a PNG of every screen and state, light and dark, into shots/. Nothing leaves this machine. */
async function takeShots(): Promise<void> {
  const problem = ensureDebianPackages(CHROMIUM_PACKAGES);
  if (problem !== null) throw new Error(problem);
  if (!options["no-build"]) buildApp("page");
  await fs.rm(FOLDER, { recursive: true, force: true });
  await fs.mkdir(FOLDER, { recursive: true });

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
    await page.goto(host.url);
    let count = 0;
    const shoot: Stage["shoot"] = async (name, shown = page) => {
      count += 1;
      await takeBoth(shown, `${String(count).padStart(2, "0")}-${name}`);
      if (options.readme && name === "items-filtered") await takeForReadme(page);
    };
    for (const scene of SCENES) await scene({ page, core, service, second, data, shoot });
  } finally {
    await browser.close();
    await host.close();
    await core.close();
    await service.close();
    await second.close();
    await fs.rm(data, { recursive: true, force: true });
  }
}

async function takeBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(150);
    const file = path.join(FOLDER, `${name}-${colorScheme}.png`);
    await page.screenshot({ path: file });
    console.log(path.relative(ROOT, file));
  }
  await page.emulateMedia({ colorScheme: "light" });
}

async function takeForReadme(page: Page): Promise<void> {
  await fs.mkdir(path.dirname(README_PICTURE), { recursive: true });
  await page.screenshot({ path: README_PICTURE });
  const { size } = await fs.stat(README_PICTURE);
  console.log(`${path.relative(ROOT, README_PICTURE)} (${Math.round(size / 1_000)} kB)`);
}

await takeShots();
