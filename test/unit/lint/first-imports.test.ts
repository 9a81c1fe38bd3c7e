import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../../scripts/root.ts";

const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");

/** The first import of each file that a process or a thread runs first. Those of schemas do not read texts. */
it.each([
  ["electron/main.ts", "./hosts/desktop/start-language.ts"],
  ["electron/cli.ts", "./hosts/cli/start-language.ts"],
  ["scripts/start.ts", "../electron/hosts/browser/start-language.ts"],
  ["electron/hosts/core/store-worker.ts", "../../base/thread-language.ts"],
  ["electron/delivery/files/export-worker.ts", "../../base/thread-language.ts"],
])("%s sets its language before its first text", (file, first) => {
  const imports = [...read(file).matchAll(/^import (?:[^;]* from )?"([^"]+)"/gm)].map(([, name]) => name);
  expect(imports.filter((name) => !name?.endsWith("interpret-schemas.ts"))[0]).toBe(first);
});

it.each([
  "electron/hosts/desktop/start-language.ts",
  "electron/hosts/cli/start-language.ts",
  "electron/hosts/browser/start-language.ts",
  "electron/base/thread-language.ts",
])("nothing that %s imports has texts of its own", (entry) => {
  const files = new Set([entry]);
  for (const file of files)
    for (const [, name = ""] of read(file).matchAll(
      /^(?:import|export) (?!type )[^;]*? from "(\.[^"]+\.ts)";/gm,
    ))
      files.add(path.join(path.dirname(file), name));
  expect(files.size).toBeGreaterThan(3);
  // Sentences are translated by the process that shows them.
  expect([...files].filter((file) => /= texts\(/.test(read(file)))).toEqual([]);
});
