import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  CHROMIUM_PACKAGES,
  commandExists,
  ensureDebianPackages,
  KEYRING_PACKAGES,
  READER_PACKAGES,
  XVFB_PACKAGES,
} from "./debian.ts";
import { findElectron } from "./electron-runtime.ts";
import { buildApp, ROOT } from "./root.ts";

/** How the tests of one kind ended. */
interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const { positionals } = parseArgs({ allowPositionals: true });
const KINDS = ["core", "page", "electron"] as const;
type Kind = (typeof KINDS)[number];

const RESULTS = path.join(ROOT, "test-results");

/** `npm test [core|page|electron ...]`: everything unless kinds are named. */
function testAll(): number {
  const kinds = KINDS.filter((kind) => positionals.length === 0 || positionals.includes(kind));
  const problem = ensureDebianPackages([
    ...CHROMIUM_PACKAGES,
    ...KEYRING_PACKAGES,
    ...XVFB_PACKAGES,
    ...READER_PACKAGES,
  ]);
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  fs.rmSync(RESULTS, { recursive: true, force: true });
  fs.mkdirSync(RESULTS, { recursive: true });
  if (kinds.includes("page") || kinds.includes("electron")) buildApp("all");
  const tallies = kinds.map(runKind);
  const sum = (name: keyof Tally): number => tallies.reduce((total, tally) => total + tally[name], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  return sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
}

function runKind(kind: Kind): Tally {
  console.log(`\n== ${kind} tests`);
  if (kind === "core") return runCore();
  if (kind === "page") return runPlaywright("page", [], {});
  const runtime = findElectron(false);
  if ("problem" in runtime) {
    console.log(`SKIPPED: the Electron tests, because there is no Electron runtime (${runtime.problem}).`);
    console.log(
      "Set ELECTRON_OVERRIDE_DIST_PATH to the folder of one, or run npm start where Electron can be downloaded.",
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const display = process.env["DISPLAY"] || !commandExists("xvfb-run") ? [] : ["xvfb-run", "-a"];
  const keyring = process.platform === "linux" ? [path.join(ROOT, "test/helpers/with-keyring.sh")] : [];
  return runPlaywright("electron", [...keyring, ...display], { STOCKDECK_ELECTRON: runtime.executable });
}

function runCore(): Tally {
  const output = path.join(RESULTS, "core.json");
  const { status } = spawnSync(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${output}`],
    {
      cwd: ROOT,
      stdio: "inherit",
    },
  );
  const report = readReport(output) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
  } | null;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  // A file that does not even load has no failed test of its own, but fails the run.
  const failed = report.numFailedTests === 0 && status !== 0 ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
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
  const report = readReport(output) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  } | null;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && status !== 0 ? 1 : failed, skipped };
}

function readReport(file: string): unknown {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
}

process.exitCode = testAll();
