import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const SOURCES = path.resolve(import.meta.dirname, "../../../../../electron/exports/compare");
/** What is imported where the program runs, and not for types alone. */
const IMPORT = /(?:^(?:import|export) (?!type )[^;]*?from |^import |import\()"([^"]+)"/gm;

/** Every module and package that a file needs, by path or name. */
function needs(file: string, found = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ""] of fs.readFileSync(file, "utf8").matchAll(IMPORT)) {
    const target = name.startsWith(".") ? path.resolve(path.dirname(file), name) : name;
    if (found.has(target)) continue;
    found.add(target);
    if (target !== name) needs(target, found);
  }
  return found;
}

it("the thread that is ended at any moment needs no database", () => {
  const needed = needs(path.join(SOURCES, "parse-worker.ts"));
  expect(needed).toContain("yauzl");
  expect(needed).toContain(path.join(SOURCES, "json-rows.ts"));
  expect(needed).not.toContain("@photostructure/sqlite");
  expect(needs(path.join(SOURCES, "compare-worker.ts"))).toContain("@photostructure/sqlite");
});
