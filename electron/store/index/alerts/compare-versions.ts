import { groupBy } from "../../../base/group-by.ts";
import { NO_LONGER_RETURNED } from "../../../../shared/inventory/fields.ts";
import { names } from "../../../../shared/query/filter-names.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { compileQuery } from "../../query/compile-query.ts";
import {
  membersBefore,
  membersNow,
  readChangedRecords,
  type ChangedRecords,
  type MemberQuery,
  type Members,
} from "../../query/changed-records.ts";
import type { Database } from "../../database/open-database.ts";
import type { EvaluatedRule } from "./alert-rules.ts";

/** The records that changed since a rule was evaluated, and which of them its view had and has. */
export interface Comparison {
  readonly changed: ChangedRecords;
  readonly before: Members;
  readonly after: Members;
}

const NONE: Members = new Map();

/**
 * Compares what changed for all rules at once: records are read and put back once for all rules of a resource that were
 * evaluated up to the same change.
 * @param sinceOf that change; null where the rule begins.
 */
export function compareVersions(
  database: Database,
  rules: readonly EvaluatedRule[],
  sinceOf: (rule: EvaluatedRule) => number | null,
  now: number,
): ReadonlyMap<string, Comparison> {
  const groups = groupBy(
    rules.flatMap((rule) => {
      const [resource, since] = [resourceOf(rule), sinceOf(rule)];
      return resource === null || since === null ? [] : [{ rule, resource, since }];
    }),
    ({ resource, since }) => `${resource} ${since}`,
  );
  return new Map(
    [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const changed = readChangedRecords(database, first.resource, first.since);
      const queries = group.map(({ rule }) => memberQuery(rule, now));
      const asked = changed.summaries.size === 0 ? [] : queries.filter((query) => query !== null);
      const [before, after] = [
        membersBefore(database, changed, asked).values(),
        membersNow(database, changed, asked).values(),
      ];
      return group.map(({ rule }, at): [string, Comparison] => {
        const wanted = queries[at] !== null;
        const next = (members: Iterator<Members>): Members =>
          (wanted ? (members.next().value as Members | undefined) : undefined) ?? NONE;
        return [rule.rule.id, { changed, before: next(before), after: next(after) }];
      });
    }),
  );
}

/** The view's query without its order. Rows that are hidden are left out one by one: only few rows are asked about. */
export function memberQuery({ rule: { watch }, view }: EvaluatedRule, now: number): MemberQuery | null {
  if (!view || view.timed) return null;
  const { sort: _sort, ...query } = view.query;
  const field = watch.kind === "amount" && watch.measure !== "count" ? watch.measure.sum : null;
  const { from, where, values } = compileQuery(view.resource, query, { now, someHidden: false });
  const hidden = NO_LONGER_RETURNED.name;
  const shown = query.filter && names(query.filter, hidden) ? "" : ` AND t.${hidden} IS NULL`;
  return { query: { from, where: `(${where})${shown}`, values }, field };
}

function resourceOf({ rule: { watch }, view }: EvaluatedRule): Resource | null {
  return watch.kind === "record" ? watch.resource : (view?.resource ?? null);
}
