import type { AlertRule } from "../../../shared/features/alerts/alerts.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { parseQuery } from "../../../shared/query/query.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import type { EvaluatedRule, WatchedView } from "./evaluate/alert-rules.ts";

/** A rule with the saved form of the view that it watches. @param now ms since the epoch. */
export function evaluatedRule(rule: AlertRule, views: readonly SavedView[], now: number): EvaluatedRule {
  const { watch } = rule;
  if (!("viewId" in watch)) return { rule, view: null, signature: JSON.stringify(watch) };
  const saved = views.find(({ id }) => id === watch.viewId);
  const view = saved ? watchedView(saved, now) : null;
  if (!saved || !view) return { rule, view: null, signature: "" };
  // The compiled query cannot identify the rows, because "today" in it changes every day.
  const { search, filters } = saved.definition;
  return { rule, view, signature: JSON.stringify([watch, saved.resource, search, filters]) };
}

/** The saved form of a view. Null if a later version wrote the view and this version cannot read it. */
function watchedView(
  { name, resource, definition: { search, filters } }: SavedView,
  now: number,
): WatchedView | null {
  try {
    const query = parseQuery(
      resource,
      compileQuery({ search, chips: filters, sort: [] }, localDay(new Date(now))),
    );
    return { name, resource, query };
  } catch {
    return null;
  }
}
