import fs from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { HEADLESS_PACKAGES, ensureDebianPackages } from "./debian.ts";
import { buildApp, ROOT } from "./root.ts";
import { runTour } from "./shot-tour.ts";

const { values: options } = parseArgs({
  options: {
    /** Write the pictures of the README and the guide as well. */
    docs: { type: "boolean", default: false },
    /** Photograph what dist/ holds already. */
    "no-build": { type: "boolean", default: false },
  },
});

const FOLDER = path.join(ROOT, "shots");
const README_PICTURE = path.join(ROOT, "docs/screenshot.png");
const OVERVIEW_PICTURE = path.join(ROOT, "docs/overview.png");
const GUIDE = path.join(ROOT, "docs/guide/images");
/** The shots that the guide shows. */
const GUIDE_SHOTS = [
  "onboarding",
  "items-filtered",
  "filter-editor",
  "groups",
  "details",
  "export",
  "print",
  "views",
  "names",
  "units",
  "overview",
  "cut-finder",
  "alerts",
  "data-problems",
  "diagnostics",
  "events",
];

/** `npm run shots`: a PNG of every screen and state, light and dark, into shots/. Nothing leaves this machine. */
async function takeShots(): Promise<void> {
  const problem = ensureDebianPackages(HEADLESS_PACKAGES);
  if (problem !== null) throw new Error(problem);
  if (!options["no-build"]) buildApp("page");
  await fs.rm(FOLDER, { recursive: true, force: true });
  await fs.mkdir(FOLDER, { recursive: true });
  let count = 0;
  await runTour(async (name, page) => {
    count += 1;
    await takeBoth(page, `${String(count).padStart(2, "0")}-${name}`);
    if (!options.docs) return;
    if (name === "items-filtered") await takeForDocuments(page, README_PICTURE);
    if (name === "overview") await takeForDocuments(page, OVERVIEW_PICTURE);
    if (GUIDE_SHOTS.includes(name)) await takeForDocuments(page, path.join(GUIDE, `${name}.png`));
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

async function takeForDocuments(page: Page, file: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  const { size } = await fs.stat(file);
  console.log(`${path.relative(ROOT, file)} (${Math.round(size / 1_000)} kB)`);
}

await takeShots();
