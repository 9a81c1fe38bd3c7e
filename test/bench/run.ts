import { CHROMIUM_PACKAGES, ensureDebianPackages } from "../../scripts/debian.ts";
import { within } from "../helpers/within.ts";
import type { Figure } from "./figure.ts";
import { alertsBench } from "./alerts/alerts-bench.ts";
import { collectorBench } from "./collector/collector-bench.ts";
import { countsBench } from "./counts.ts";
import { dashboardBench } from "./dashboard/dashboard-bench.ts";
import { duckdbBench } from "./duckdb/duckdb-bench.ts";
import { exportBench } from "./export/export-bench.ts";
import { gridBench } from "./grid/grid-bench.ts";
import { keystrokeWhileExporting } from "./page/keystroke.ts";
import { idleBench } from "./idle/idle-bench.ts";
import { numberColumnBench } from "./number-column.ts";
import { stockValueBench } from "./stock-value.ts";
import { memoryBench } from "./memory/memory-bench.ts";
import { pastBench } from "./past/past-bench.ts";
import { scannerBench } from "./scanner/scanner-bench.ts";
import { syncBench } from "./sync/sync-bench.ts";
import { startBench } from "./start/start-bench.ts";
import { usualTimesBench } from "./usual-times.ts";
import { windowBench } from "./window-100k.ts";

/** Every benchmark by its name: `npm run bench -- sync window`. */
const BENCHES: Readonly<Record<string, () => AsyncGenerator<Figure>>> = {
  window: windowBench,
  numbers: numberColumnBench,
  value: stockValueBench,
  counts: countsBench,
  keystroke: keystrokeWhileExporting,
  sync: syncBench,
  export: exportBench,
  grid: gridBench,
  start: startBench,
  idle: idleBench,
  memory: memoryBench,
  dashboard: dashboardBench,
  scanner: scannerBench,
  duckdb: duckdbBench,
  alerts: alertsBench,
  past: pastBench,
  collector: collectorBench,
  custody: usualTimesBench,
};

/** Ms within which a benchmark must print its next figure. The grids of a million rows take longest. */
const FIGURE_WITHIN = 5_400_000;

const problem = ensureDebianPackages(CHROMIUM_PACKAGES);
if (problem !== null) console.error(problem);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);
  process.exit(2);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const figures = run();
  for (;;) {
    const next = await within(FIGURE_WITHIN, `the next figure of ${name}`, figures.next());
    if (next.done === true) break;
    console.log(JSON.stringify(next.value));
  }
}
