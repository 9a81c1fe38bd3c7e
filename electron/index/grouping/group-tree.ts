import type { GroupPath, GroupValue } from "../../../shared/query/group-levels.ts";
import { QueryError } from "../../../shared/base/errors.ts";
import type { LevelCodes } from "../columnar-view.ts";

/** The most groups of a result, over all levels. */
const MAX_GROUPS = 50_000;

/** Consecutive rows of a result with the same values at some levels. */
export interface Group {
  /** The path as JSON, which identifies the group. */
  readonly id: string;
  /** The level, from 0 for the outermost groups; -1 for the whole result. */
  readonly level: number;
  /** The values of this group and its outer groups, the outermost first. */
  readonly path: GroupPath;
  readonly parent: Group | null;
  /** The place of the group's first row in the result. */
  readonly start: number;
  /** The position among the groups with the same parent, from 0. */
  readonly place: number;
  /** The number of rows in the group. */
  count: number;
  /** The number of inner groups, counted one level deep. */
  children: number;
  /** The number of the first later group that is not inside this group. */
  end: number;
}

/**
 * Divides a result into groups, numbered from 0. A group comes before its inner groups, which come before its next
 * sibling.
 * @param rows the number of rows of the result.
 * @throws QueryError if there are more groups than a table can show.
 */
export function divide(levels: readonly LevelCodes[], rows: number): readonly Group[] {
  const groups: Group[] = [];
  const whole = newGroup(null, null, 0);
  const open: Group[] = [];
  const close = (level: number, place: number): void => {
    for (const group of open.splice(level)) {
      group.count = place - group.start;
      group.end = groups.length;
    }
  };
  for (let place = 0; place < rows; place += 1) {
    // Most rows belong to the same group as the previous row, so the code below runs rarely.
    const from = place === 0 ? 0 : levels.findIndex(({ codes }) => codes[place] !== codes[place - 1]);
    if (from < 0) continue;
    close(from, place);
    for (const { codes, valueOf } of levels.slice(from)) {
      const group = newGroup(open.at(-1) ?? whole, valueOf(codes[place] ?? 0), place);
      if (groups.push(group) > MAX_GROUPS)
        throw new QueryError(
          `there are more than ${MAX_GROUPS} groups; fewer levels, longer spans of time or a filter make fewer`,
        );
      open.push(group);
    }
  }
  close(0, rows);
  return groups;
}

function newGroup(parent: Group | null, value: GroupValue, start: number): Group {
  const path = parent ? [...parent.path, value] : [];
  const place = parent?.children ?? 0;
  if (parent) parent.children += 1;
  const level = path.length - 1;
  return { id: JSON.stringify(path), level, path, parent, start, place, count: 0, children: 0, end: 0 };
}
