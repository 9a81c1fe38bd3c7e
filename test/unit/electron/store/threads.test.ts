import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { COMPUTATIONS } from "../../../../electron/hosts/core/computations.ts";
import { READER_TASKS, WRITER_TASKS } from "../../../../electron/hosts/core/store-tasks.ts";
import { ROOT } from "../../../helpers/child.ts";

/** The packages that a module and all its imports load; type imports load nothing. */
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
  "electron/index/inventory-reader.ts",
  "electron/hosts/core/computations.ts",
  "electron/hosts/core/store-tasks.ts",
  "electron/hosts/core/user-store.ts",
  "electron/features/collector/serving/collector-store.ts",
  "electron/features/collector/postgres/journal.ts",
])("the store thread's module %s does not load zod", (module) => {
  const packages = packagesOf(module);
  expect(packages).not.toContain("zod");
  // The walk has followed the imports.
  expect(packages.size).toBeGreaterThan(0);
});

it("the collect command loads the PostgreSQL driver only with --store", () => {
  expect(packagesOf("electron/hosts/cli/command-line.ts")).not.toContain("pg");
  expect(packagesOf("electron/features/collector/collector.ts")).not.toContain("pg");
  expect(packagesOf("electron/features/collector/postgres/shared-collector.ts")).toContain("pg");
});

it("an export loads the XLSX and Parquet libraries only for their formats", () => {
  const packages = packagesOf("electron/delivery/files/export-worker.ts");
  expect(packages).not.toContain("hucre/xlsx");
  expect(packages).not.toContain("hyparquet-writer");
  expect(packagesOf("electron/delivery/files/parquet.ts")).toContain("hyparquet-writer");
});

it("the app loads the mail client only to send a message", () => {
  const packages = [...packagesOf("electron/hosts/core/app-core.ts")];
  expect(packages.filter((name) => name.startsWith("nodemailer"))).toEqual([]);
  expect(packages).toContain("zod");
  const sender = fs.readFileSync(path.join(ROOT, "electron/delivery/mail/smtp.ts"), "utf8");
  expect(sender).toContain('await import("nodemailer/lib/smtp-connection")');
});

it("the names of tasks and computations are unique", () => {
  for (const named of [READER_TASKS, WRITER_TASKS, COMPUTATIONS]) {
    const names = named.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

it("the search for imports finds zod in a module that loads zod", () => {
  expect(packagesOf("shared/contract/contract.ts")).toContain("zod");
});
