import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  commandExists,
  ensureDebianPackages,
  HEADLESS_PACKAGES,
  KEYRING_PACKAGES,
  NOTIFICATION_PACKAGES,
  ODBC_PACKAGES,
  POSTGRES_PACKAGES,
  READER_PACKAGES,
  SQLITE_PACKAGES,
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

/**
 * The first number that each of two X servers tries. Each runs half of the Electron tests, which wait more than they
 * compute; within a half the tests share a display and run one at a time, because a display has one focus.
 */
const ELECTRON_DISPLAYS = ["100", "200"] as const;

/** The outcome if the Electron tests could not run, else null. */
let skipped: SkippedElectron | null = null;
/** The user that ran the Electron tests. */
let electronUser: ElectronUser | null = null;

const RESULTS = path.join(ROOT, "test-results");

// Tests start hundreds of processes and threads; a compile cache halves the time of each start.
process.env["NODE_COMPILE_CACHE"] ??= path.join(ROOT, "node_modules/.cache/node");

/** `npm test [core|page|electron ...]`: everything unless kinds are named. */
async function testAll(): Promise<number> {
  const kinds = KINDS.filter((kind) => positionals.length === 0 || positionals.includes(kind));
  const problem = ensureDebianPackages([
    ...HEADLESS_PACKAGES,
    ...KEYRING_PACKAGES,
    ...XVFB_PACKAGES,
    ...NOTIFICATION_PACKAGES,
    ...ODBC_PACKAGES,
    ...POSTGRES_PACKAGES,
    ...READER_PACKAGES,
    ...SQLITE_PACKAGES,
    ...TRACE_PACKAGES,
  ]);
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  fs.rmSync(RESULTS, { recursive: true, force: true });
  fs.mkdirSync(RESULTS, { recursive: true });
  buildApp("all");
  const tallies: Tally[] = [];
  for (const kind of kinds) tallies.push(...(await runKind(kind)));
  const failures = tallies.flatMap((tally) => tally.failures);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  const sum = (name: "passed" | "failed" | "skipped"): number =>
    tallies.reduce((total, tally) => total + tally[name], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  if (electronUser) console.log(electronUser.line);
  if (skipped) console.log(skipped.line);
  return sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
}

async function runKind(kind: Kind): Promise<readonly Tally[]> {
  console.log(`\n== ${kind} tests`);
  if (kind === "core") return [runCore()];
  if (kind === "page") return [await runPlaywright("page", [], {})];
  const runtime = findElectron(false);
  if ("problem" in runtime) {
    skipped = skippedElectron(runtime.problem, process.env);
    return [{ passed: 0, failed: skipped.failed ? 1 : 0, skipped: 1, failures: [] }];
  }
  electronUser = findElectronUser();
  const disks = mountTestDisks();
  const environment = {
    STOCKDECK_ELECTRON: runtime.executable,
    ...(disks.folder && { STOCKDECK_TEST_DISKS: disks.folder }),
  };
  const { prefix } = electronUser;
  const keyring = process.platform === "linux" ? [path.join(ROOT, "test/helpers/with-keyring.sh")] : [];
  try {
    if (process.env["DISPLAY"] || !commandExists("xvfb-run"))
      return [await runPlaywright("electron", [...prefix, ...keyring], environment)];
    const shards = ELECTRON_DISPLAYS.map((display, index) => {
      const words = [...prefix, ...keyring, "xvfb-run", "-a", "-n", display];
      return runPlaywright("electron", words, environment, `${index + 1}/${ELECTRON_DISPLAYS.length}`);
    });
    return await Promise.all(shards);
  } finally {
    disks.unmount();
  }
}

function runCore(): Tally {
  const { status } = spawnSync("vitest", ["run"], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, STOCKDECK_TEST_RESULTS: RESULTS, STOCKDECK_TEST_CLI: "dist/electron/cli.js" },
  });
  return tallyVitest(path.join(RESULTS, "core.json"), path.join(RESULTS, "core-errors.json"), status);
}

/** @param shard the part of the tests that this process runs, such as "1/2"; all of them unless given. */
async function runPlaywright(
  project: string,
  prefix: readonly string[],
  environment: Record<string, string>,
  shard = "1/1",
): Promise<Tally> {
  const results = path.join(RESULTS, `${project}-${shard.replace("/", "-of-")}`);
  const [command = "", ...args] = [
    ...prefix,
    "playwright",
    "test",
    `--project=${project}`,
    `--shard=${shard}`,
    "--reporter=list,json",
    `--output=${results}`,
  ];
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: `${results}.json` },
  });
  const [status] = (await once(child, "exit")) as [number | null];
  return tallyPlaywright(`${results}.json`, status);
}

process.exitCode = await testAll();
