import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Progress } from "../../reporters/progress.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const RED = "\u001B[31m";

test("a failure is printed at once with the command that repeats it", () => {
  const lines: string[] = [];
  const progress = new Progress("page", (line) => lines.push(line));
  const frame = "    at run (file:///a/node_modules/vitest/dist/run.js:1:1)";
  const long = Array.from({ length: 40 }, (_, line) => `${RED}line ${line}\n\n${frame}`).join("\n");
  progress.fail("a.spec.ts:3 › fails", [long], "npm test -- page a.spec.ts:3");
  const shown = Array.from({ length: 14 }, (_, line) => `    line ${line}`);
  const text = ["a.spec.ts:3 › fails", ...shown, "    Run it alone: npm test -- page a.spec.ts:3"].join("\n");
  expect(lines).toEqual([`FAILED ${text}`]);
  expect(progress.tally.failures).toEqual([text]);
});

test("the tally counts outcomes and is written to a file", async () => {
  const progress = new Progress("unit", () => {});
  progress.count("passed");
  progress.count("passed");
  progress.count("skipped");
  progress.fail("a", ["b"], null);
  const file = path.join(await temporaryFolder(), "unit.json");
  progress.write(file);
  progress.write(undefined);
  const expected = { passed: 2, failed: 1, skipped: 1, failures: ["a\n    b"] };
  expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual(expected);
});
