import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { problemsOfText } from "./text-problems.ts";
import { ROOT } from "./root.ts";
import { textsOfSource } from "./texts-of-source.ts";

/** Checks the texts of users in all sources (`npm run check`). Prints each problem with its key. */
const files = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "electron", "renderer", "shared"],
  {
    cwd: ROOT,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && fs.existsSync(path.join(ROOT, file)));
const owners = new Map<string, string>();
const problems: string[] = [];
let count = 0;
for (const file of files) {
  const code = fs.readFileSync(path.join(ROOT, file), "utf8");
  const groups = new Set<string>();
  for (const { group, key, text } of textsOfSource(file, code)) {
    count += 1;
    groups.add(group);
    for (const problem of problemsOfText(text, "en")) problems.push(`${file}: ${group}.${key}: ${problem}`);
  }
  for (const group of groups) {
    const other = owners.get(group);
    if (other !== undefined) problems.push(`${file}: ${other} has the group ${group} too`);
    owners.set(group, file);
  }
}
for (const problem of problems) console.error(problem);
console.log(`${count} texts in ${owners.size} groups`);
if (problems.length > 0 || count === 0) process.exitCode = 1;
