import { spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { ROOT } from "./root.ts";

/** Every check that needs no run: types per runtime, lint with the borders, texts, format, unused code. */
const CHECKS: readonly (readonly [name: string, command: string])[] = [
  ["lint", "oxlint --type-aware --deny-warnings"],
  ["types: shared", "tsc -p shared"],
  ["types: electron", "tsc -p electron"],
  ["types: renderer", "tsc -p renderer"],
  ["types: test", "tsc -p test"],
  ["texts", "node scripts/check-texts.ts"],
  ["format", "prettier --check --cache --log-level warn ."],
  ["unused", "knip"],
];

interface Outcome {
  readonly name: string;
  readonly failed: boolean;
  readonly output: string;
  readonly seconds: number;
}

function run(name: string, command: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const begin = performance.now();
    const child = spawn(command, { shell: true, cwd: ROOT });
    let output = "";
    child.stdout.on("data", (data: Buffer) => (output += data.toString()));
    child.stderr.on("data", (data: Buffer) => (output += data.toString()));
    child.on("close", (code) =>
      resolve({ name, failed: code !== 0, output, seconds: (performance.now() - begin) / 1_000 }),
    );
  });
}

/** Two at a time, because the usual machines have two cores. */
async function runAll(): Promise<boolean> {
  const queue = [...CHECKS];
  let failed = false;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const outcome = await run(...next);
      console.log(
        `${outcome.failed ? "FAILED" : "ok    "} ${outcome.name} (${outcome.seconds.toFixed(1)} s)`,
      );
      if (outcome.failed) console.log(outcome.output);
      failed ||= outcome.failed;
    }
  };
  await Promise.all([work(), work()]);
  return !failed;
}

process.exitCode = (await runAll()) ? 0 : 1;
