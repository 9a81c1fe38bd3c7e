import type { GroupValue } from "../../../../shared/query/group-levels.ts";
import type { GroupLine } from "../../../../shared/query/grouping.ts";
import type { GroupLines } from "./group-lines.ts";

/**
 * The line above a group's rows.
 * @param nameOf the name that a value stands for at a level; null for none.
 */
export function headingOf(
  lines: GroupLines,
  group: number,
  nameOf: (level: number, value: GroupValue) => string | null,
): GroupLine {
  const { tree } = lines;
  const path = tree.pathOf(group);
  const level = tree.levelOf(group);
  return {
    id: JSON.stringify(path),
    group: {
      level,
      path,
      name: nameOf(level, path.at(-1) ?? null),
      count: tree.countOf(group),
      closed: lines.isClosed(group),
      ...tree.standingOf(group),
    },
  };
}
