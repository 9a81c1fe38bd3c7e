import { expect, it } from "vitest";
import { runTarget } from "./run-target.ts";
import { TARGETS } from "./targets.ts";

/**
 * The fixed seed of this test. A failure in CI is then due to the change that CI tests; `npm run fuzz` uses
 * other seeds.
 */
const SEED = 20_260_101;
const COUNT: Readonly<Record<string, number>> = { ipc: 100, browser: 50, passes: 100 };

it.each(Object.entries(TARGETS))(
  "no input breaks the rules of %s",
  { timeout: 120_000 },
  async (name, target) => {
    const { ok, line } = await runTarget(name, target, COUNT[name] ?? 200, SEED);
    expect({ ok, line }).toEqual({ ok: true, line });
  },
);
