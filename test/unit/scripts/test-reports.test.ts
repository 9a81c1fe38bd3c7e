import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../../scripts/root.ts";
import { tallyPlaywright, tallyVitest } from "../../../scripts/test-reports.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const RED = "\u001B[31m";

async function reportOf(report: unknown): Promise<string> {
  const file = path.join(await temporaryFolder(), "report.json");
  fs.writeFileSync(file, JSON.stringify(report));
  return file;
}

test("the report of a failed page test gives its name and its error without colours", async () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: "a.spec.ts",
    line: 3,
    tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
  });
  const file = await reportOf({
    suites: [
      {
        specs: [
          spec("works", "expected"),
          spec("fails", "unexpected", `${RED}Error: too late\n\nExpected: 1`),
        ],
        suites: [{ specs: [spec("is left out", "skipped")] }],
      },
    ],
  });
  expect(tallyPlaywright(file, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: ["a.spec.ts:3 › fails\n    Error: too late\n    Expected: 1"],
  });
});

test("the report of a failed test of the core gives its name and the beginning of a long error", async () => {
  const frame = "    at run (file:///a/node_modules/vitest/dist/run.js:1:1)";
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}\n\n${frame}`).join("\n");
  const file = await reportOf({
    testResults: [
      {
        name: path.join(ROOT, "test/unit/a.test.ts"),
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "works", status: "passed" },
          { fullName: "fails", status: "failed", failureMessages: [long] },
        ],
      },
    ],
  });
  const { failures, ...counts } = tallyVitest(file, "", 1);
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  const said = Array.from({ length: 14 }, (_, line) => `    line ${line}`);
  expect(failures).toEqual([["test/unit/a.test.ts › fails", ...said].join("\n")]);
});

test("a run that ends with an error code but no failed test counts as failed", async () => {
  const file = await reportOf({ suites: [] });
  expect(tallyPlaywright(file, 1).failures).toEqual(["no test by name, but the run ended with 1"]);
  expect(tallyPlaywright(file, 0).failures).toEqual([]);
});
