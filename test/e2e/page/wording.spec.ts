import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const ROOT = path.resolve(import.meta.dirname, "../../..");

test("every screen and dialog shows the texts that were reviewed", async () => {
  test.setTimeout(300_000);
  const { stdout } = await promisify(execFile)("node", ["scripts/wording.ts", "--print", "--no-build"], {
    cwd: ROOT,
    maxBuffer: 1 << 24,
  });
  const reviewed = await fs.readFile(path.join(ROOT, "test/e2e/page/wording.txt"), "utf8");
  // Where a change is meant, `npm run wording` writes the file anew; its difference is what is reviewed.
  expect(stdout).toBe(reviewed);
});
