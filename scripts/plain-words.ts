import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";

/**
 * Lowers the numbers in lint/plain-words-exceptions.json to what is left, after comments or titles were rewritten.
 * Exits 1 if a file has more than is listed; lint says which words.
 */
const FILE = path.join(ROOT, "lint/plain-words-exceptions.json");

const { stdout } = spawnSync(path.join(ROOT, "node_modules/.bin/oxlint"), ["-f", "json"], {
  cwd: ROOT,
  encoding: "utf8",
  maxBuffer: 1 << 27,
  env: { ...process.env, PLAIN_WORDS_ALL: "1" },
});
const { diagnostics } = JSON.parse(stdout) as {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
};
const left = new Map<string, number>();
for (const { code, filename } of diagnostics) {
  if (!code.startsWith("plain-words")) continue;
  const file = path.relative(ROOT, path.resolve(ROOT, filename)).split(path.sep).join("/");
  left.set(file, (left.get(file) ?? 0) + 1);
}
const listed = JSON.parse(fs.readFileSync(FILE, "utf8")) as Readonly<Record<string, number>>;
const isFirst = Object.keys(listed).length === 0;
const more = isFirst ? [] : [...left].filter(([file, count]) => count > (listed[file] ?? 0));
const kept = [...left]
  .map(([file, count]): [string, number] => [file, isFirst ? count : Math.min(count, listed[file] ?? 0)])
  .filter(([, count]) => count > 0)
  .toSorted(([a], [b]) => (a < b ? -1 : 1));
fs.writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
const total = kept.reduce((sum, [, count]) => sum + count, 0);
process.stdout.write(`${total} in ${kept.length} files are left.\n`);
for (const [file, count] of more)
  process.stderr.write(`${file}: ${count}, and ${listed[file] ?? 0} are listed\n`);
process.exitCode = more.length > 0 ? 1 : 0;
