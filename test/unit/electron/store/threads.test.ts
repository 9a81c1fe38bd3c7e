import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../../helpers/child.ts";

/** The packages that a module and all that it imports load; imports of types alone load nothing. */
function packagesOf(module: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>();
  if (seen.has(module)) return packages;
  seen.add(module);
  const text = fs.readFileSync(path.join(ROOT, module), "utf8");
  for (const [, names = "", from = ""] of text.matchAll(
    /^(?:import|export)\s+([^;]*?)\s+from\s+"([^"]+)";/gm,
  )) {
    const listed = /\{([^}]*)\}/
      .exec(names)?.[1]
      ?.split(",")
      .filter((name) => name.trim() !== "");
    const isType = names.startsWith("type ") || listed?.every((name) => name.trim().startsWith("type "));
    if (isType) continue;
    if (!from.startsWith(".")) packages.add(from);
    else
      for (const name of packagesOf(path.posix.join(path.posix.dirname(module), from), seen))
        packages.add(name);
  }
  return packages;
}

it.each([
  "electron/store/ingest/inventory-writer.ts",
  "electron/store/index/inventory-reader.ts",
  "electron/store/user-data/user-store.ts",
  "electron/features/webhooks/receiver/event-log-store.ts",
])("%s, which has a thread of its own, loads no zod", (module) => {
  const packages = packagesOf(module);
  expect(packages).toContain("@photostructure/sqlite");
  expect(packages).not.toContain("zod");
});

it("the walk over the imports finds zod where it is loaded", () => {
  expect(packagesOf("shared/contract/contract.ts")).toContain("zod");
});
