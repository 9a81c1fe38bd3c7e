import { findField } from "../../../shared/inventory/fields.ts";
import { requireLevel, type GroupLevel } from "../../../shared/query/group-levels.ts";
import type { GroupOrder, Groups } from "../../../shared/query/grouping.ts";
import { QueryError } from "../../../shared/base/errors.ts";
import { Latest } from "../latest.ts";
import { keyOf, type QueryAt, type QueryResults } from "../query-results.ts";
import { Sums } from "../totals.ts";
import { GroupLines } from "./group-lines.ts";
import { divide, type Group } from "./group-tree.ts";

/** The number of grouped results that stay in memory: enough for a few windows. */
const KEPT_RESULTS = 4;

/** The rows of a result in the order of its groups, with the display rows. */
interface GroupedRows {
  readonly rowids: Uint32Array;
  readonly lines: GroupLines;
}

/** The groups of results, and their display rows. Call it within a read transaction. */
export class GroupedResults {
  readonly #results: QueryResults;
  readonly #groups = new Latest<readonly Group[]>(KEPT_RESULTS);
  readonly #divided = new Latest<DividedRows>(KEPT_RESULTS);
  readonly #lines = new Latest<GroupLines>(KEPT_RESULTS);

  constructor(results: QueryResults) {
    this.#results = results;
  }

  /**
   * Groups a result.
   * @throws QueryError if the order does not begin with a field to group by or gives too many groups, or if groups are
   * to be ordered by a field without a sum.
   */
  of(query: QueryAt, groups: Groups): GroupedRows {
    const levels = levelsOf(query, groups);
    const key = `${keyOf(query)}${levels.length}`;
    const byValue = (): DividedRows => {
      const rowids = this.#results.all(query);
      const divided = this.#groups.get(key, () =>
        divide(this.#results.levelCodes(query, levels, rowids), rowids.length),
      );
      return { groups: divided, rowids };
    };
    const { order } = groups;
    const ordered = order
      ? this.#divided.get(`${key}${JSON.stringify(order)}`, () => this.#ordered(query, byValue(), order))
      : byValue();
    const lines = this.#lines.get(
      `${key}${JSON.stringify(groups)}`,
      () => new GroupLines(ordered.groups, groups),
    );
    return { rowids: ordered.rowids, lines };
  }

  /** A result's rows in display order; with the display rows if it is grouped. @throws QueryError as `of` does. */
  walk(query: QueryAt, groups?: Groups): { readonly rowids: Uint32Array; readonly lines: GroupLines | null } {
    return groups ? this.of(query, groups) : { rowids: this.#results.all(query), lines: null };
  }

  #ordered(query: QueryAt, divided: DividedRows, order: GroupOrder): DividedRows {
    const { groups, rowids } = divided;
    if (order.by === "count")
      return orderGroups(
        divided,
        groups.map(({ count }) => count),
        order.direction,
      );
    const { resource } = query;
    const field = findField(resource, order.field);
    if (field?.kind !== "number")
      throw new QueryError(`${resource} have no field "${order.field}" that holds numbers`);
    const numbers = this.#results.numbersOf(query, order.field, rowids);
    const comparable =
      field.measuredIn === undefined ? numbers : this.#inOneUnit(query, field.measuredIn, numbers, rowids);
    return orderGroups(divided, sumsOf(groups, comparable), order.direction);
  }

  /** Keeps only the numbers with the most frequent unit, because different currencies are never added. */
  #inOneUnit(query: QueryAt, unit: string, numbers: Float64Array, rowids: Uint32Array): Float64Array {
    const codes = this.#results.levelCodes(query, [{ field: unit }], rowids)[0]?.codes ?? new Uint32Array();
    const counts = new Map<number, number>();
    for (const [place, code] of codes.entries())
      if (!Number.isNaN(numbers[place] ?? Number.NaN)) counts.set(code, (counts.get(code) ?? 0) + 1);
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
    return numbers.map((number, place) => (codes[place] === most?.[0] ? number : Number.NaN));
  }
}

/** The fields by which a result is grouped: the first fields of its order. */
function levelsOf({ resource, input }: QueryAt, groups: Groups): readonly GroupLevel[] {
  const levels = (input.sort ?? []).slice(0, groups.levels);
  if (levels.length < groups.levels) throw new QueryError("the order has fewer fields than there are levels");
  for (const level of levels) requireLevel(resource, level);
  return levels;
}

/** A result's groups, and its row ids in the order of the groups. */
interface DividedRows {
  readonly groups: readonly Group[];
  readonly rowids: Uint32Array;
}

/**
 * Orders groups with the same parent by a figure. Each group keeps its contents. Groups with equal figures keep their
 * order.
 * @param groups as `divide` returns them.
 * @param figures one for each group; groups with NaN come last.
 */
function orderGroups(
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

/**
 * The sum of each group's numbers; NaN for a group without numbers. @param values the numbers of the rows, by place;
 * NaN for null.
 */
function sumsOf(groups: readonly Group[], values: Float64Array): number[] {
  const sums = new Sums(groups.length);
  for (const [at, { start, count }] of groups.entries()) {
    for (let place = start; place < start + count; place += 1) {
      const value = values[place] ?? Number.NaN;
      if (!Number.isNaN(value)) sums.add(at, value);
    }
  }
  return groups.map((_, at) => sums.total(at)?.sum ?? Number.NaN);
}

/** The numbers of the groups in a range that have the same parent. */
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
