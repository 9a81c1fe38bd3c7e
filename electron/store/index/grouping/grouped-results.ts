import { findField } from "../../../../shared/inventory/fields.ts";
import { requireLevel, type GroupLevel } from "../../../../shared/query/group-levels.ts";
import type { GroupOrder, Groups } from "../../../../shared/query/grouping.ts";
import { QueryError } from "../../../../shared/base/errors.ts";
import { Latest } from "../latest.ts";
import { keyOf, type QueryAt, type QueryResults } from "../query-results.ts";
import { GroupLines } from "./group-lines.ts";
import { divide, type Group } from "./group-tree.ts";
import { orderGroups, sumsOf, type DividedRows } from "./order-groups.ts";

/** Grouped results that are kept: those of a few windows. */
const KEPT_RESULTS = 4;

/** A result's rows in the order of its groups, with their display rows. */
interface GroupedRows {
  readonly rowids: Uint32Array;
  readonly lines: GroupLines;
}

/** The groups of queries' results, and the lines that they make. Used within a read transaction. */
export class GroupedResults {
  readonly #results: QueryResults;
  readonly #groups = new Latest<readonly Group[]>(KEPT_RESULTS);
  readonly #divided = new Latest<DividedRows>(KEPT_RESULTS);
  readonly #lines = new Latest<GroupLines>(KEPT_RESULTS);

  constructor(results: QueryResults) {
    this.#results = results;
  }

  /**
   * A result in groups.
   * @throws QueryError if the order does not begin with a field to group by, gives too many groups, or if groups are to
   * be ordered by a field without a sum.
   */
  of(query: QueryAt, groups: Groups): GroupedRows {
    const levels = levelsOf(query, groups);
    const key = `${keyOf(query)}${levels.length}`;
    const byValue = (): DividedRows => {
      const rowids = this.#results.all(query);
      const divided = this.#groups.get(key, () =>
        divide(this.#results.levelCodes(query, levels), rowids.length),
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

  #ordered(query: QueryAt, divided: DividedRows, order: GroupOrder): DividedRows {
    const { groups, rowids } = divided;
    if (order.by === "count")
      return orderGroups(
        divided,
        groups.map(({ count }) => count),
        order.direction,
      );
    const { resource } = query;
    if (findField(resource, order.field)?.kind !== "number")
      throw new QueryError(`${resource} have no field "${order.field}" that holds numbers`);
    const numbers = this.#results.numbersOf(query, order.field, rowids);
    return orderGroups(divided, sumsOf(groups, numbers), order.direction);
  }
}

/** The fields of a result's order that it is divided by. */
function levelsOf({ resource, input }: QueryAt, groups: Groups): readonly GroupLevel[] {
  const levels = (input.sort ?? []).slice(0, groups.levels);
  if (levels.length < groups.levels) throw new QueryError("the order has fewer fields than there are levels");
  for (const level of levels) requireLevel(resource, level);
  return levels;
}
