import fs from "node:fs";
import type { Tally } from "../test/reporters/progress.ts";
import type { TestPart } from "./test-parts.ts";

/** The cost of a part of the proof. */
export interface PartCost {
  readonly part: TestPart;
  readonly tally: Tally;
  readonly seconds: number;
  /** Seconds of processor time; null if the system does not report it. */
  readonly processor: number | null;
}

/** Clock ticks in a second, as Linux reports them to programs. */
const TICKS = 100;

/** The processor time of all ended child processes in seconds; null on a system without `/proc`. */
export function processorSeconds(stat = "/proc/self/stat"): number | null {
  if (!fs.existsSync(stat)) return null;
  // The name of the program, in brackets, may contain brackets. The fields after it begin with the state.
  const fields = fs.readFileSync(stat, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/**
 * A line for each part: tests, seconds and processor-seconds and their budgets. @param isWhole true for the
 * whole run.
 */
export function costTable(costs: readonly PartCost[], isWhole: boolean): string {
  const rows = costs.map(({ part, tally, seconds, processor }) => {
    const budget = (isWhole && part.wholeBudget) || part.budget;
    const isOver = seconds > budget.seconds || (processor ?? 0) > budget.processor;
    const used = processor === null ? "?" : processor.toFixed(0);
    return [
      part.name,
      String(tally.passed + tally.failed),
      `${seconds.toFixed(0)} of ${budget.seconds}`,
      `${used} of ${budget.processor}`,
      isOver ? "OVER" : "",
    ];
  });
  const seconds = costs.reduce((sum, cost) => sum + cost.seconds, 0);
  const processor = costs.reduce((sum, cost) => sum + (cost.processor ?? 0), 0);
  const tests = costs.reduce((sum, { tally }) => sum + tally.passed + tally.failed, 0);
  const table = [
    ["part", "tests", "seconds", "processor-seconds", ""],
    ...rows,
    ["all", String(tests), seconds.toFixed(0), processor.toFixed(0), ""],
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
