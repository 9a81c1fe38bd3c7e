import type { Figure } from "../figure.ts";
import { keystrokeWhilePulling } from "../page/keystroke.ts";
import { firstPullBench } from "./first-pull.ts";
import { millionBench } from "./million.ts";

/** How fast the copy comes, what it costs meanwhile, and what a pass without news costs. */
export async function* syncBench(): AsyncGenerator<Figure> {
  yield* firstPullBench();
  yield* millionBench();
  yield* keystrokeWhilePulling();
}
