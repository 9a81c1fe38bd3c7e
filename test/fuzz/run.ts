import { parseArgs } from "node:util";
import { runTarget } from "./run-target.ts";
import { TARGETS } from "./targets.ts";

/**
 * `npm run fuzz -- --count N --seed N --target NAME`: sends N hostile inputs to every call on every host, every
 * event, every parser of foreign files and texts, the API client and a collector. Prints a line for each
 * target; exits with 1 if a target broke a promise.
 */
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    seed: { type: "string" },
    target: { type: "string" },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))];
const names = values.target === undefined ? Object.keys(TARGETS) : [values.target];
if (!(count > 0) || !Number.isInteger(seed)) throw new Error("--count and --seed take whole numbers");
console.log(`seed ${seed}, ${count} inputs per call, event and parser`);
for (const name of names) {
  const target = TARGETS[name];
  if (!target) throw new Error(`--target takes ${Object.keys(TARGETS).join(", ")}`);
  const { line, ok } = await runTarget(name, target, count, seed);
  console.log(line);
  if (!ok) process.exitCode = 1;
}
