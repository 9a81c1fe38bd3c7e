import { DATE_STEPS } from "../../../shared/base/time/date-steps.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { levelId, levelsOf, MAX_LEVELS, type GroupLevel } from "../../../shared/query/group-levels.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ViewState } from "../views/view-state.ts";

/** The levels that a field's values can make: spans of the calendar for dates, else one. */
export function levelsOfField({ name, kind }: Field): readonly GroupLevel[] {
  return kind === "date" ? DATE_STEPS.map((step) => ({ field: name, step })) : [{ field: name }];
}

/** Groups by one level more, or by another span of its dates. */
export function addLevel(resource: Resource, view: ViewState, level: GroupLevel): ViewState {
  const levels = levelsOf(resource, view.grouping);
  const at = levels.findIndex(({ field }) => field === level.field);
  if (at < 0 && levels.length === MAX_LEVELS) return view;
  return withLevels(view, at < 0 ? [...levels, level] : levels.with(at, level));
}

/** Does not group by a field any more. */
export function dropLevel(resource: Resource, view: ViewState, field: string): ViewState {
  return withLevels(
    view,
    levelsOf(resource, view.grouping).filter((level) => level.field !== field),
  );
}

/** Puts a level one place outwards or inwards. */
export function moveLevel(resource: Resource, view: ViewState, field: string, by: -1 | 1): ViewState {
  const levels = levelsOf(resource, view.grouping);
  const at = levels.findIndex((level) => level.field === field);
  const [level, other] = [levels[at], levels[at + by]];
  if (!level || !other) return view;
  return withLevels(view, levels.with(at, other).with(at + by, level));
}

/**
 * The view with these levels. Without levels, it has neither a list of levels nor an order of groups, like views
 * made before groups existed.
 */
function withLevels(view: ViewState, levels: readonly GroupLevel[]): ViewState {
  if (levels.length > 0) return { ...view, grouping: levels.map(levelId) };
  const { grouping: _grouping, groupOrder: _groupOrder, ...ungrouped } = view;
  return ungrouped;
}
