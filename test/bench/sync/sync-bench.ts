import type { Figure } from "../figure.ts";
import { keystrokeWhilePulling } from "../page/keystroke.ts";
import { firstPullBench } from "./first-pull.ts";
import { millionBench } from "./million.ts";

/** Measures the sync: the copy's speed, its costs during a pull, and the cost of a pass without changes. */
export async function* syncBench(): AsyncGenerator<Figure> {
  yield* firstPullBench();
  yield* millionBench();
  yield* keystrokeWhilePulling();
}
