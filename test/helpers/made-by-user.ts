import type { SchedulePlan } from "../../shared/features/schedules/schedules.ts";
import type { ViewDefinition } from "../../shared/query/views/views.ts";

/** Examples of users' data. Tests need only that they exist. */
export const FILM_VIEW = {
  version: 1,
  minor: 0,
  search: "film",
  filters: [],
  sort: [],
} as const satisfies ViewDefinition;

export const WEEKLY_PLAN: SchedulePlan = {
  resource: "items",
  viewId: "all",
  columns: ["id"],
  format: "csv",
  dialect: { delimiter: ",", decimal: "." },
  manifest: false,
  refreshFirst: false,
  timing: { kind: "days", days: [1], time: "18:00" },
  keep: 30,
  mail: null,
};

export const LOW_RULE = {
  name: "Low stock",
  paused: false,
  watch: { kind: "low", typeId: null },
  afterRefreshes: 1,
  notify: true,
} as const;
