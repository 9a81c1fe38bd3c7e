import { inDateLocale } from "../../../shared/base/text/locale.ts";
import type { Schedule } from "../../../shared/features/schedules/schedules.ts";

const time = inDateLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: "short", hour: "numeric", minute: "2-digit" }),
);

/** The next runs of all schedules, with one line for each run: "Mon, 6:00 PM: Checked out". */
export function nextRunLines(
  schedules: readonly Pick<Schedule, "viewName" | "nextRun">[],
  most: number,
): readonly string[] {
  return schedules
    .flatMap(({ viewName, nextRun }) => (nextRun === null ? [] : [{ viewName, at: Date.parse(nextRun) }]))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ viewName, at }) => `${time().format(at)}: ${viewName ?? "a view that was deleted"}`);
}
