import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  commandExists,
  ensureDebianPackages,
  HEADLESS_PACKAGES,
  KEYRING_PACKAGES,
  NOTIFICATION_PACKAGES,
  READER_PACKAGES,
  TRACE_PACKAGES,
  XVFB_PACKAGES,
} from "./debian.ts";
import { skippedElectron, type SkippedElectron } from "./electron-skip.ts";
import { findElectronUser, type ElectronUser } from "./electron-user.ts";
import { findElectron } from "./electron-runtime.ts";
import { buildApp, ROOT } from "./root.ts";
import { mountTestDisks } from "./test-disks.ts";
import { tallyPlaywright, tallyVitest, type Tally } from "./test-reports.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const KINDS = ["core", "page", "electron"] as const;
type Kind = (typeof KINDS)[number];

/** The outcome if the Electron tests could not run, else null. */
let skipped: SkippedElectron | null = null;
/** Who ran the Electron tests. */
let electronUser: ElectronUser | null = null;

const RESULTS = path.join(ROOT, "test-results");

// Tests start hundreds of processes and threads; with compiled modules at hand each starts in half the time.
process.env["NODE_COMPILE_CACHE"] ??= path.join(ROOT, "node_modules/.cache/node");

/** `npm test [core|page|electron ...]`: everything unless kinds are named. */
function testAll(): number {
  const kinds = KINDS.filter((kind) => positionals.length === 0 || positionals.includes(kind));
  const problem = ensureDebianPackages([
    ...HEADLESS_PACKAGES,
    ...KEYRING_PACKAGES,
    ...XVFB_PACKAGES,
    ...NOTIFICATION_PACKAGES,
    ...READER_PACKAGES,
    ...TRACE_PACKAGES,
  ]);
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  fs.rmSync(RESULTS, { recursive: true, force: true });
  fs.mkdirSync(RESULTS, { recursive: true });
  if (kinds.includes("page") || kinds.includes("electron")) buildApp("all");
  const tallies = kinds.map(runKind);
  const failures = tallies.flatMap((tally) => tally.failures);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  const sum = (name: "passed" | "failed" | "skipped"): number =>
    tallies.reduce((total, tally) => total + tally[name], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  if (electronUser) console.log(electronUser.line);
  if (skipped) console.log(skipped.line);
  return sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
}

function runKind(kind: Kind): Tally {
  console.log(`\n== ${kind} tests`);
  if (kind === "core") return runCore();
  if (kind === "page") return runPlaywright("page", [], {});
  const runtime = findElectron(false);
  if ("problem" in runtime) {
    skipped = skippedElectron(runtime.problem, process.env);
    return { passed: 0, failed: skipped.failed ? 1 : 0, skipped: 1, failures: [] };
  }
  const display = process.env["DISPLAY"] || !commandExists("xvfb-run") ? [] : ["xvfb-run", "-a"];
  const keyring = process.platform === "linux" ? [path.join(ROOT, "test/helpers/with-keyring.sh")] : [];
  electronUser = findElectronUser();
  const disks = mountTestDisks();
  try {
    return runPlaywright("electron", [...electronUser.prefix, ...keyring, ...display], {
      STOCKDECK_ELECTRON: runtime.executable,
      ...(disks.folder && { STOCKDECK_TEST_DISKS: disks.folder }),
    });
  } finally {
    disks.unmount();
  }
}

function runCore(): Tally {
  const { status } = spawnSync("vitest", ["run"], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, STOCKDECK_TEST_RESULTS: RESULTS },
  });
  return tallyVitest(path.join(RESULTS, "core.json"), path.join(RESULTS, "core-errors.json"), status);
}

function runPlaywright(
  project: string,
  prefix: readonly string[],
  environment: Record<string, string>,
): Tally {
  const output = path.join(RESULTS, `${project}.json`);
  const [command = "", ...args] = [
    ...prefix,
    "playwright",
    "test",
    `--project=${project}`,
    "--reporter=list,json",
    `--output=${path.join(RESULTS, project)}`,
  ];
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: output },
  });
  return tallyPlaywright(output, status);
}

process.exitCode = testAll();
