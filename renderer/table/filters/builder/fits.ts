import type { Chip } from "../../../../shared/query/field-filter.ts";
import { isWithinBounds } from "../../../../shared/query/query.ts";
import { putChip } from "../chip-list.ts";
import { compileQuery } from "../../../../shared/query/views/compile-view.ts";
import { addPart, worstOf, type FilterNode, type GroupNode } from "./filter-tree.ts";

/** True if the query model allows one more part in a filter group. That holds whatever the part becomes. */
export function fits(
  chips: readonly Chip[],
  id: string,
  tree: GroupNode,
  groupId: string,
  part: FilterNode,
): boolean {
  const filter = worstOf(addPart(tree, groupId, part));
  if (!filter) return true;
  const all = putChip(chips, id, filter).map((chip) => ({ ...chip, enabled: true }));
  const compiled = compileQuery({ search: "", chips: all, sort: [] });
  return !compiled.filter || isWithinBounds(compiled.filter);
}
