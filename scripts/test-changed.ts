import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { ROOT } from "./root.ts";

const { values } = parseArgs({
  options: { since: { type: "string", default: "origin/main" }, times: { type: "string", default: "10" } },
});

/**
 * `npm run test:changed [-- --since COMMIT] [--times N]`: runs the new and changed test files ten times, those of Vitest in
 * random order with a printed seed. A test that fails once in ten times would fail a landing.
 */
function testChanged(): number {
  const since = git("merge-base", values.since, "HEAD");
  // Files that are not committed count too.
  const files = [
    ...git("diff", "--name-only", "--diff-filter=d", since).split("\n"),
    ...git("ls-files", "--others", "--exclude-standard").split("\n"),
  ];
  const ofVitest = files.filter((file) => /^test\/.*\.test\.tsx?$/.test(file));
  const ofPlaywright = files.filter((file) => /^test\/e2e\/page\/.*\.spec\.ts$/.test(file));
  const ofElectron = files.filter((file) => /^test\/e2e\/electron\/.*\.spec\.ts$/.test(file));
  console.log(`${ofVitest.length + ofPlaywright.length + ofElectron.length} test files changed.`);
  const failed: string[] = [];
  for (let time = 1; time <= Number(values.times); time += 1) {
    const seed = String(Date.now() % 1_000_000);
    console.log(`\n== ${time} of ${values.times}, seed ${seed}`);
    const order = ["--sequence.shuffle", `--sequence.seed=${seed}`];
    if (ofVitest.length > 0 && !run("vitest", "run", ...order, ...ofVitest)) failed.push(`seed ${seed}`);
  }
  if (ofPlaywright.length + ofElectron.length > 0 && !run(process.execPath, "scripts/build-app.ts", "all"))
    return 1;
  const repeat = `--repeat-each=${values.times}`;
  if (ofPlaywright.length > 0 && !run("playwright", "test", "--project=page", repeat, ...ofPlaywright))
    failed.push("page");
  if (ofElectron.length > 0 && !run(process.execPath, "scripts/test.ts", "electron", ...ofElectron))
    failed.push("electron, which runs once");
  console.log(failed.length === 0 ? "No test failed." : `Failed: ${failed.join("; ")}`);
  return failed.length === 0 ? 0 : 1;
}

const run = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, STOCKDECK_WHOLE: "1" } })
    .status === 0;

/** @throws Error with git's message. */
function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.trim()}`);
  return stdout.trim();
}

process.exitCode = testChanged();
