import { within } from "../helpers/within.ts";
import { Guard } from "./guard.ts";
import { Hostile } from "./hostile.ts";
import { Random } from "./random.ts";

/** The values that a target uses: the number of inputs, the sources of random and hostile values, and the guard. */
export interface Run {
  /** Inputs per call, parser or kind of answer. */
  readonly count: number;
  readonly random: Random;
  readonly hostile: Hostile;
  readonly guard: Guard;
}

export type Target = (run: Run) => Promise<void>;

/** A target's time limit in ms, and the extra ms per input of a kind. */
const [ENDED_WITHIN, INPUT_WITHIN] = [600_000, 1_000];

/** Runs one target. @returns a line about it, and whether it kept all promises. */
export async function runTarget(
  name: string,
  target: Target,
  count: number,
  seed: number,
): Promise<{ readonly line: string; readonly ok: boolean }> {
  const random = new Random(seed);
  const guard = new Guard();
  const begin = performance.now();
  try {
    const run = target({ count, random, hostile: new Hostile(random, seed), guard });
    // Catches hangs outside the guard of single inputs.
    await within(ENDED_WITHIN + count * INPUT_WITHIN, `the end of ${name}`, run);
  } catch (thrown) {
    guard.fail(
      `the run ended early: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`,
    );
  }
  const { line, ok } = await guard.end(name, (performance.now() - begin) / 1_000);
  return { line: ok ? line : `${line}\n  repeat with --target ${name} --seed ${seed} --count ${count}`, ok };
}
