import fs from "node:fs";
import { expect, it } from "vitest";

/** The jobs of a workflow by name, with their lines from the file. */
function jobsOf(file: string): ReadonlyMap<string, string> {
  const [, jobs = ""] = fs.readFileSync(file, "utf8").split(/^jobs:$/m);
  const parts = jobs.split(/^ {2}(?=[a-z-]+:$)/m).filter((part) => part.trim() !== "");
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(":")), part]));
}

it("a job with secrets runs only in the protected environment", () => {
  const jobs = jobsOf(".github/workflows/release.yml");
  expect([...jobs.keys()]).toEqual(["test", "build", "publish"]);
  const withSecrets = [...jobs].filter(([, job]) => job.includes("secrets."));
  expect(withSecrets.map(([name]) => name)).toEqual(["build", "publish"]);
  for (const [, job] of withSecrets) expect(job).toMatch(/^ {4}environment: release$/m);
  for (const job of jobsOf(".github/workflows/ci.yml").values()) expect(job).not.toContain("secrets");
});
