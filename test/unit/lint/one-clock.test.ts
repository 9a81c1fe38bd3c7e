import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import plugin from "../../../lint/one-clock.js";
import { ROOT } from "../../helpers/child.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** Examples of code that reads the time from another source than the clock. */
const REFUSED = {
  timeout: "setTimeout(act, 1);",
  interval: "const timer = setInterval(act, 1);",
  stoppedTimeout: "clearTimeout(timer);",
  stoppedInterval: "clearInterval(timer);",
  now: "const at = Date.now();",
  nowUncalled: "const times = [1].map(Date.now);",
  nowByText: 'const at = Date["now"]();',
  today: "const at = new Date();",
  todayAsText: "const at = Date();",
  measured: "const at = performance.now();",
  ended: "const signal = AbortSignal.timeout(1);",
  globalTimeout: "globalThis.setTimeout(act, 1);",
  windowTimeout: "window.setTimeout(act, 1);",
  selfInterval: 'self["setInterval"](act, 1);',
  globalDate: "const at = globalThis.Date.now();",
  globalToday: "const at = new globalThis.Date();",
  windowPerformance: "const at = window.performance.now();",
  alias: "const t = setTimeout;",
  passedOn: "run({ setTimeout });",
  takenNow: "const { now } = Date;",
  takenUnderOtherName: "const { now: time } = performance;",
  takenTimeout: "const { setTimeout: t } = globalThis;",
  takenLater: "let now; ({ now } = Date);",
  otherNameOfDate: "const D = Date;",
  otherNameOfPerformance: "const p = globalThis.performance;",
  timers: 'import { setTimeout as pause } from "node:timers";',
  timersWithoutNode: 'import timers from "timers";',
  timersPromises: 'import { setImmediate } from "node:timers/promises";',
  timersPromisesWithoutNode: 'import { setTimeout as pause } from "timers/promises";',
  passedOnTimers: 'export { setTimeout } from "node:timers/promises";',
  lateTimers: 'const timers = await import("node:timers/promises");',
  perfHooks: 'import { performance } from "node:perf_hooks";',
};

/** Code that reads the time from the clock, or uses a given time. */
const ALLOWED = {
  clock: "const at = clock.now() + clock.monotonic(); clock.after(1, act).stop();",
  optionsClock: "const at = this.options.clock.now();",
  givenDate: "const at = new Date(value); const other = new Date(2026, 0, 1);",
  parsedDate: "const at = Date.parse(text) + Date.UTC(2026, 0, 1);",
  kindOfDate: "const isDate = value instanceof Date;",
  ownNames: "const timers = { setTimeout: 1, now: 2 }; socket.setTimeout(1);",
  takenFromClock: "const { now } = clock;",
  nextTurn: "setImmediate(act);",
  frame: "requestAnimationFrame(act);",
  mark: 'performance.mark("start");',
  anySignal: "const signal = AbortSignal.any([one, other]);",
};

const CONFIGURATION = {
  jsPlugins: [path.join(ROOT, "lint/one-clock.js")],
  categories: { correctness: "off" },
  rules: { "one-clock/one-clock": "error", "one-clock/no-sleeps": "error" },
};

/** Checks files. @returns each file with its messages. */
async function lint(
  files: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = await temporaryFolder();
  fs.writeFileSync(path.join(folder, "clock.json"), JSON.stringify(CONFIGURATION));
  for (const [file, source] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), `${source}\n`);
  }
  const { stdout } = spawnSync(
    path.join(ROOT, "node_modules/.bin/oxlint"),
    ["--config", "clock.json", "-f", "json", "."],
    { cwd: folder, encoding: "utf8" },
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { readonly filename: string; readonly message: string }[];
  };
  const found = new Map<string, string[]>();
  for (const { filename, message } of diagnostics)
    found.set(filename, [...(found.get(filename) ?? []), message]);
  return found;
}

describe("the lint rule for clocks", () => {
  it("lint refuses every source of time other than the clock in product code", async () => {
    const found = await lint(
      Object.fromEntries(
        Object.entries({ ...REFUSED, ...ALLOWED }).map(([name, source]) => [
          `electron/sync/${name}.ts`,
          source,
        ]),
      ),
    );
    expect([...found.keys()].map((file) => path.basename(file, ".ts")).toSorted()).toEqual(
      Object.keys(REFUSED).toSorted(),
    );
  });

  it("the clock rule applies to the whole product except the clocks", async () => {
    const files = ["electron/main.ts", "renderer/ui/text.tsx", "shared/base/day.ts"];
    const others = ["electron/base/clock.ts", "renderer/base/clock.ts", "scripts/a.ts", "test/helpers/a.ts"];
    const found = await lint(
      Object.fromEntries([...files, ...others].map((file) => [file, REFUSED.timeout])),
    );
    expect([...found.keys()].toSorted()).toEqual(files);
  });

  it("a test that sleeps is refused unless the test is on the list of sleeping tests", async () => {
    const [listed = ""] = plugin.sleepingTests;
    const sleep = "await new Promise((resolve) => setTimeout(resolve, 1));";
    const found = await lint({
      [listed]: sleep,
      "test/unit/sleeps.test.ts": sleep,
      "test/component/sleeps.test.tsx": "globalThis.setTimeout(act, 1);",
      "test/integration/sleeps.test.ts": 'import { setTimeout as sleep } from "node:timers/promises";',
      "test/unit/waits.test.ts": "await clock.advance(1); const timer = setInterval(act, 1);",
      "test/soak/run.ts": sleep,
    });
    expect([...found.keys()].toSorted()).toEqual([
      "test/component/sleeps.test.tsx",
      "test/integration/sleeps.test.ts",
      "test/unit/sleeps.test.ts",
    ]);
  });

  it("the list of sleeping tests has at most twenty tests", () => {
    expect(plugin.sleepingTests.length).toBeLessThanOrEqual(20);
    const awake = plugin.sleepingTests.filter(
      (file) => !/\bsetTimeout\b/.test(fs.readFileSync(path.join(ROOT, file), "utf8")),
    );
    expect(awake).toEqual([]);
  });
});
