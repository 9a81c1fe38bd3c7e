import { spawn } from "node:child_process";
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
import { costTable, processorSeconds, type PartCost } from "./test-costs.ts";
import { ALL_PARTS, MORE_PARTS, PARTS, togetherAs, type NamedPart, type PartName } from "./test-parts.ts";
import type { Tally } from "../test/reporters/progress.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    whole: { type: "boolean", default: false },
    random: { type: "boolean", default: false },
    seed: { type: "string" },
  },
});

const RESULTS = path.join(ROOT, "test-results");

/**
 * The first number that each of two X servers tries. Each runs half of the Electron tests, which wait more than they
 * compute; within a half the tests share a display and run one at a time, because a display has one focus.
 */
const ELECTRON_DISPLAYS = ["100", "200"] as const;

/** The soak of the whole run, in minutes. */
const SOAK_MINUTES = "2";

/** The outcome if the Electron tests could not run, else null. */
let skipped: SkippedElectron | null = null;
/** The user that ran the Electron tests. */
let electronUser: ElectronUser | null = null;

// Tests start hundreds of processes and threads; a compile cache halves the time of each start.
process.env["NODE_COMPILE_CACHE"] ??= path.join(ROOT, "node_modules/.cache/node");
if (values.whole) process.env["STOCKDECK_WHOLE"] = "1";

/**
 * `npm test [-- PART... [FILE...]] [--random] [--seed N]`: runs all parts of `scripts/test-parts.ts`, or only
 * the named parts and files. With `--whole` (`npm run test:all`), it runs every test of each part, and the
 * parts that only the whole run has.
 */
async function testAll(): Promise<number> {
  const names: readonly string[] = ALL_PARTS.map(({ name }) => name);
  const files = positionals.filter((word) => !names.includes(word));
  const chosen = positionals.filter((word) => names.includes(word));
  const parts = ALL_PARTS.filter(({ name }) =>
    chosen.length > 0 ? chosen.includes(name) : values.whole || PARTS.some((part) => part.name === name),
  );
  if (files.length > 0 && parts.length !== 1) {
    console.error(`Name one part before a file: ${names.join(", ")}.`);
    return 2;
  }
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
  const costs: PartCost[] = [];
  for (const stage of stagesOf(parts)) {
    for (const { name, proves } of stage) console.log(`\n== ${name}: ${proves}`);
    const [begin, processor] = [performance.now(), processorSeconds()];
    const tallies = await Promise.all(stage.map(({ name }) => runPart(name, files)));
    costs.push({
      part: togetherAs(stage),
      tally: joined(tallies.flat()),
      seconds: (performance.now() - begin) / 1_000,
      processor: processor === null ? null : (processorSeconds() ?? 0) - processor,
    });
  }
  const all = joined(costs.map(({ tally }) => tally));
  if (all.failures.length > 0) console.log(`\nFailed:\n${all.failures.join("\n")}`);
  console.log(`\n${costTable(costs, values.whole)}`);
  console.log(`\n${all.passed} passed, ${all.failed} failed, ${all.skipped} skipped`);
  if (electronUser) console.log(electronUser.line);
  if (skipped) console.log(skipped.line);
  return all.failed === 0 && all.passed > 0 ? 0 : 1;
}

type Stage = readonly [NamedPart, ...(readonly NamedPart[])];

/** The parts in their order. The last ones run at the same time, because the soak waits more than it computes. */
function stagesOf(parts: readonly NamedPart[]): readonly Stage[] {
  const isLast = (part: NamedPart): boolean => MORE_PARTS.some(({ name }) => name === part.name);
  const [first, ...others] = parts.filter(isLast);
  const alone = parts.filter((part) => !isLast(part)).map((part): Stage => [part]);
  return first ? [...alone, [first, ...others]] : alone;
}

const joined = (tallies: readonly Tally[]): Tally => {
  const sum = (name: "passed" | "failed" | "skipped"): number =>
    tallies.reduce((total, tally) => total + tally[name], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failures: tallies.flatMap(({ failures }) => failures),
  };
};

async function runPart(name: PartName, files: readonly string[]): Promise<readonly Tally[]> {
  if (name === "electron") return runElectron(files);
  if (name === "page") return [await runPlaywright("page", files)];
  if (name === "package") return [await runScript(name, "scripts/test-package.ts")];
  if (name === "soak") return [await runScript(name, "test/soak/run.ts", "--minutes", SOAK_MINUTES)];
  return [await runVitest(name, files)];
}

function runVitest(project: string, files: readonly string[]): Promise<Tally> {
  const seed = values.seed ?? String(Date.now() % 1_000_000);
  const order = values.random ? ["--sequence.shuffle", `--sequence.seed=${seed}`] : [];
  if (values.random) console.log(`${project}: random order by --random --seed ${seed}`);
  const words = ["vitest", "run", `--project=${project}*`, ...order, ...files];
  return run(project, words, { STOCKDECK_TEST_CLI: "dist/electron/cli.js" });
}

/** @param shard the part of the tests that this process runs, such as "1/2"; all of them unless given. */
function runPlaywright(
  project: string,
  files: readonly string[],
  prefix: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  shard = "1/1",
): Promise<Tally> {
  const name = shard === "1/1" ? project : `${project} ${shard}`;
  const words = ["playwright", "test", `--project=${project}`, `--shard=${shard}`, ...files];
  const output = path.join(RESULTS, name.replaceAll(/\W/g, "-"));
  return run(name, [...prefix, ...words, `--output=${output}`], environment);
}

async function runElectron(files: readonly string[]): Promise<readonly Tally[]> {
  const runtime = findElectron(false);
  if ("problem" in runtime) {
    skipped = skippedElectron(runtime.problem, process.env);
    return [{ passed: 0, failed: skipped.failed ? 1 : 0, skipped: 1, failures: [] }];
  }
  electronUser = findElectronUser();
  const environment = { STOCKDECK_ELECTRON: runtime.executable };
  const { prefix } = electronUser;
  const keyring = process.platform === "linux" ? [path.join(ROOT, "test/helpers/with-keyring.sh")] : [];
  if (process.env["DISPLAY"] || !commandExists("xvfb-run"))
    return [await runPlaywright("electron", files, [...prefix, ...keyring], environment)];
  const displays = files.length > 0 ? ELECTRON_DISPLAYS.slice(0, 1) : ELECTRON_DISPLAYS;
  const shards = displays.map((display, index) => {
    const words = [...prefix, ...keyring, "xvfb-run", "-a", "-n", display];
    return runPlaywright("electron", files, words, environment, `${index + 1}/${displays.length}`);
  });
  return Promise.all(shards);
}

/** Runs a script that is one test: it passes with exit code 0. */
async function runScript(name: PartName, ...words: readonly string[]): Promise<Tally> {
  if (name === "package" && process.getuid?.() !== 0) {
    console.log("Not run, because it needs root: npm run test:package");
    return { passed: 0, failed: 0, skipped: 1, failures: [] };
  }
  const { passed, failed, failures } = await run(name, [process.execPath, ...words], {});
  return { passed: failed === 0 ? Math.max(1, passed) : passed, failed, skipped: 0, failures };
}

/**
 * Runs a command and reads the tally that its reporter wrote. A run that failed without a failed test counts as one
 * failure.
 */
async function run(
  part: string,
  [command = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Tally> {
  const file = path.join(RESULTS, `${part.replaceAll(/\W/g, "-")}.json`);
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment, STOCKDECK_TEST_PART: part, STOCKDECK_TEST_TALLY: file },
  });
  const [status] = (await once(child, "exit")) as [number | null];
  const tally: Tally = fs.existsSync(file)
    ? (JSON.parse(fs.readFileSync(file, "utf8")) as Tally)
    : { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (status === 0 || tally.failed > 0) return tally;
  const failure = `${part} › no test by name, but the run ended with ${status ?? "a signal"}`;
  return { ...tally, failed: 1, failures: [failure] };
}

process.exitCode = await testAll();
