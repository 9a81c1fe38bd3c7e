import { requireLevel, type GroupLevel } from "../../../../shared/query/group-levels.ts";
import type { Groups } from "../../../../shared/query/grouping.ts";
import { QueryError } from "../../../../shared/domain/query-error.ts";
import { Latest } from "../latest.ts";
import { keyOf, type QueryAt, type QueryResults } from "../query-results.ts";
import { GroupLines } from "./group-lines.ts";
import { divide, type Group } from "./group-tree.ts";

/** Results that are kept in groups: those of a few windows. */
const KEPT = 4;

/** The groups of queries' results, and the lines that they make. Used within a read transaction. */
export class GroupedResults {
  readonly #results: QueryResults;
  readonly #groups = new Latest<readonly Group[]>(KEPT);
  readonly #lines = new Latest<GroupLines>(KEPT);

  constructor(results: QueryResults) {
    this.#results = results;
  }

  /**
   * The lines of a result in groups.
   * @throws QueryError where the order does not begin with what rows can be grouped by, or gives too many groups.
   */
  lines(query: QueryAt, groups: Groups): GroupLines {
    const levels = levelsOf(query, groups);
    const key = `${keyOf(query)}${levels.length}`;
    const divided = this.#groups.get(key, () =>
      divide(this.#results.levelCodes(query, levels), this.#results.all(query).length),
    );
    return this.#lines.get(`${key}${JSON.stringify(groups)}`, () => new GroupLines(divided, groups));
  }
}

/** The fields of a result's order that it is divided by. */
function levelsOf({ resource, input }: QueryAt, groups: Groups): readonly GroupLevel[] {
  const levels = (input.sort ?? []).slice(0, groups.levels);
  if (levels.length < groups.levels) throw new QueryError("the order has fewer fields than there are levels");
  for (const level of levels) requireLevel(resource, level);
  return levels;
}
