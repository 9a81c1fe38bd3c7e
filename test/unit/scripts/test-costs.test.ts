import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { costTable, processorSeconds } from "../../../scripts/test-costs.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const part = {
  name: "unit",
  proves: "rules",
  budget: { seconds: 100, processor: 200 },
  wholeBudget: { seconds: 300, processor: 400 },
};
const tally = { passed: 1_234, failed: 1, skipped: 0, failures: ["a › b"] };

test("the cost table marks a part over its budget of seconds or processor time", () => {
  const costs = [
    { part, tally, seconds: 99.4, processor: 180 },
    { part: { ...part, name: "page" }, tally, seconds: 101, processor: 180 },
    { part: { ...part, name: "soak" }, tally, seconds: 10, processor: 201 },
  ];
  expect(costTable(costs, false).split("\n")).toEqual([
    "part  tests  seconds     processor-seconds",
    "unit  1235   99 of 100   180 of 200",
    "page  1235   101 of 100  180 of 200         OVER",
    "soak  1235   10 of 100   201 of 200         OVER",
    "all   3705   210         561",
  ]);
  expect(costTable(costs, true)).not.toContain("OVER");
});

test("the cost table compares a part of unknown processor time with its budget of seconds", () => {
  const lines = costTable([{ part, tally, seconds: 50, processor: null }], false).split("\n");
  expect(lines[1]).toBe("unit  1235   50 of 100  ? of 200");
});

test("the processor time of ended child processes is read from the system", async () => {
  const file = path.join(await temporaryFolder(), "stat");
  fs.writeFileSync(file, `7 (a) b (c) S ${Array.from({ length: 20 }, (_, at) => at * 100).join(" ")}\n`);
  // After the state, field 12 is the children's user time and field 13 their system time.
  expect(processorSeconds(file)).toBe(12 + 13);
  expect(processorSeconds(`${file}-absent`)).toBeNull();
});
