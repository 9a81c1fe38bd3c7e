import { buildApp } from "../../../scripts/root.ts";
import type { Figure } from "../figure.ts";
import { cutPlanFigures } from "./cut-plan.ts";
import { groupingFigures } from "./grouping.ts";
import { screenFigures } from "./screens.ts";

/** What the dashboard's screens compute. */
export async function* dashboardBench(): AsyncGenerator<Figure> {
  yield* cutPlanFigures();
  yield* groupingFigures();
  buildApp("page");
  yield* screenFigures();
}
