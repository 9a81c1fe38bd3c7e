import fs from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { HEADLESS_PACKAGES, ensureDebianPackages } from "./debian.ts";
import { buildApp, ROOT } from "./root.ts";
import { runDocumentTour } from "./document-tour.ts";
import { runTour } from "./shot-tour.ts";

const { values: options } = parseArgs({
  options: {
    /** Also writes the pictures of the README and the guide. */
    docs: { type: "boolean", default: false },
    /** Those alone. */
    "docs-only": { type: "boolean", default: false },
    /** Photographs the existing build in dist/. */
    "no-build": { type: "boolean", default: false },
  },
});

const FOLDER = path.join(ROOT, "shots");

/** `npm run shots`: a PNG of every screen and state, light and dark, into shots/. Nothing leaves this machine. */
async function takeShots(): Promise<void> {
  const problem = ensureDebianPackages(HEADLESS_PACKAGES);
  if (problem !== null) throw new Error(problem);
  if (!options["no-build"]) buildApp("page");
  await fs.rm(FOLDER, { recursive: true, force: true });
  await fs.mkdir(FOLDER, { recursive: true });
  if (options.docs || options["docs-only"]) await runDocumentTour();
  if (options["docs-only"]) return;
  let count = 0;
  await runTour(async (name, page) => {
    count += 1;
    await takeBoth(page, `${String(count).padStart(2, "0")}-${name}`);
  });
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

await takeShots();
