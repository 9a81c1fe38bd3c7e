import fs from "node:fs";
import { build } from "vite";
import { ROOT } from "./root.ts";
import { sbomOf } from "./sbom.ts";
import { shippedPackages } from "./shipped-packages.ts";

/**
 * `npm run build [-- page|package]`: all parts, the page alone for the browser host, or the parts of the
 * packaged app.
 */
const [what = "all"] = process.argv.slice(2);
const modes =
  what === "page" ? ["production"] : [what === "package" ? "package" : "production", "electron", "preload"];
const modules = new Set<string>();
for (const mode of modes) {
  const result = await build({ configFile: `${ROOT}vite.config.ts`, mode, logLevel: "warn" });
  for (const { output } of [result].flat() as { output: { moduleIds?: readonly string[] }[] }[])
    for (const { moduleIds = [] } of output) for (const id of moduleIds) modules.add(id);
}
const packages = shippedPackages(modules);
// Diagnostics loads it when the user opens the licences (renderer/features/diagnostics/licences.tsx).
fs.writeFileSync(
  `${ROOT}dist/renderer/licences.js`,
  `export const LICENCES = ${JSON.stringify(packages)};\n`,
);
if (what !== "page") fs.writeFileSync(`${ROOT}dist/sbom.cdx.json`, sbomOf(packages));
