import type { GroupOrder } from "../../../../shared/query/grouping.ts";
import { Sums } from "../totals.ts";
import type { Group } from "./group-tree.ts";

/** A result's groups, and its row ids in the order of the groups. */
export interface DividedRows {
  readonly groups: readonly Group[];
  readonly rowids: Uint32Array;
}

/**
 * Orders sibling groups by a figure, each with all that is within it. Groups with equal figures keep their order.
 * @param groups as `divide` returns them. @param figures one for each group; groups with NaN come last.
 */
export function orderGroups(
  { groups, rowids }: DividedRows,
  figures: readonly number[],
  direction: GroupOrder["direction"],
): DividedRows {
  const ordered: Group[] = [];
  const walked = new Uint32Array(rowids.length);
  const compare = comparing(figures, direction);
  let start = 0;
  const put = (from: number, to: number, parent: Group | null): void => {
    for (const [place, at] of besideEachOther(groups, from, to).toSorted(compare).entries()) {
      const group = groups[at] as Group;
      const moved = { ...group, parent: parent ?? group.parent, start, place };
      ordered.push(moved);
      if (group.children > 0) put(at + 1, group.end, moved);
      else {
        walked.set(rowids.subarray(group.start, group.start + group.count), start);
        start += group.count;
      }
      moved.end = ordered.length;
    }
  };
  put(0, groups.length, null);
  return { groups: ordered, rowids: walked };
}

/** The sum of each group's numbers; NaN if it has no number. @param values of the rows by their places, NaN for null. */
export function sumsOf(groups: readonly Group[], values: Float64Array): number[] {
  const sums = new Sums(groups.length);
  for (const [at, { start, count }] of groups.entries()) {
    for (let place = start; place < start + count; place += 1) {
      const value = values[place] ?? Number.NaN;
      if (!Number.isNaN(value)) sums.add(at, value);
    }
  }
  return groups.map((_, at) => sums.total(at)?.sum ?? Number.NaN);
}

/** The numbers of the groups from one to another that are not within each other. */
function besideEachOther(groups: readonly Group[], from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at = (groups[at] as Group).end) found.push(at);
  return found;
}

function comparing(
  figures: readonly number[],
  direction: GroupOrder["direction"],
): (left: number, right: number) => number {
  const sign = direction === "asc" ? 1 : -1;
  return (left, right) => {
    const [one, other] = [figures[left] ?? Number.NaN, figures[right] ?? Number.NaN];
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    return sign * (one - other);
  };
}
