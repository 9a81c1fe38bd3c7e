import { spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { HEADLESS_PACKAGES, ensureDebianPackages } from "./debian.ts";
import { buildApp, ROOT } from "./root.ts";

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
  const guide = options.docs || options["docs-only"] ? ["--project=guide"] : [];
  const shots = options["docs-only"] ? [] : ["--project=shots"];
  const program = path.join(ROOT, "node_modules/@playwright/test/cli.js");
  const words = [program, "test", "--config", path.join(ROOT, "scripts/shots.config.ts"), ...guide, ...shots];
  process.exitCode = spawnSync(process.execPath, words, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
}

await takeShots();
