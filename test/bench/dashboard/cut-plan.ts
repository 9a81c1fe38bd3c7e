import type { Cut, Roll } from "../../../shared/features/cut-finder/cut-types.ts";
import { planCuts } from "../../../shared/features/cut-finder/plan-cuts.ts";
import { against, median, milliseconds, type Figure } from "../figure.ts";

const CUTS = 50;
const ROLLS = 2_000;
const LOCATIONS = 12;
const ROUNDS = 9;
/** The most time that a plan may take, in ms. */
const LIMIT = { name: "limit", value: 1_000 };

/** Random numbers between 0 and 1, the same in every run. */
function* spread(): Generator<number, never> {
  let state = 1;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

/** Measures plans for 50 cuts over 2,000 rolls: from all locations, and from one location. */
export async function* cutPlanFigures(): AsyncGenerator<Figure> {
  const numbers = spread();
  const next = (most: number): number => Math.ceil(numbers.next().value * most);
  const cuts = Array.from({ length: CUTS }, (): Cut => ({ length: next(800) / 10, count: 1 }));
  const rolls = Array.from({ length: ROLLS }, (_, at): Roll => ({
    id: `r${at}`,
    length: next(3_000) / 10,
    locationId: `l${next(LOCATIONS)}`,
  }));
  for (const oneLocation of [false, true]) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await milliseconds(() => planCuts(cuts, rolls, { oneLocation })));
    const where = oneLocation ? " in one location" : "";
    yield against(`a plan for ${CUTS} cuts over ${ROLLS} rolls${where}`, median(times), "ms", LIMIT);
  }
}
