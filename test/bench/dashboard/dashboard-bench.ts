import { buildApp } from "../../../scripts/root.ts";
import type { Figure } from "../figure.ts";
import { cutPlanFigures } from "./cut-plan.ts";
import { groupingFigures } from "./grouping.ts";
import { screenFigures } from "./screens.ts";

/** Measures the computations of the dashboard's screens. */
export async function* dashboardBench(): AsyncGenerator<Figure> {
  yield* cutPlanFigures();
  yield* groupingFigures();
  buildApp("page");
  yield* screenFigures();
}
