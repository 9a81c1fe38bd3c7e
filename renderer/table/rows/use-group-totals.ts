import { useQuery } from "@tanstack/react-query";
import type { Field } from "../../../shared/inventory/fields.ts";
import { filterOfGroup, type GroupLevel, type GroupPath } from "../../../shared/query/group-levels.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import type { Filter, Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Total, Totals } from "../../../shared/query/totals.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatAligned, formatNumber } from "../../base/format.ts";
import { totalsQuery } from "../query/result-queries.ts";
import type { Decimals } from "../../grid/decimals.ts";
import { groupFigures } from "./messages.ts";

/** The rows of a group as a query of their own, in no order. */
export function queryOfGroup(
  { sort: _sort, ...query }: Query,
  levels: readonly GroupLevel[],
  path: GroupPath,
): Query {
  const within = path.flatMap((value, at): readonly Filter[] => {
    const level = levels[at];
    return level ? [compileFilter(filterOfGroup(level, value))] : [];
  });
  return { ...query, filter: { all: [...(query.filter ? [query.filter] : []), ...within] } };
}

/** Totals of a group's number columns; undefined until they are loaded. @param query of the group's rows. */
export function useGroupTotals(
  resource: Resource,
  query: Query,
  fields: readonly string[],
  wanted: boolean,
): Totals | undefined {
  return useQuery({
    ...totalsQuery(useConnectionApi(), resource, query, fields),
    enabled: wanted && fields.length > 0,
  }).data;
}

/** The decimals of sums while no row is in view. */
const USUAL_DECIMALS = 2;

/** The sum of a group's numbers, for its cell and its tooltip; several if their units differ. */
export function sumLabel(
  { name, label, measuredIn }: Field,
  totals: readonly Total[] = [],
  decimals: Decimals,
): { readonly text: string; readonly title: string | undefined } {
  if (totals.length === 0) return { text: "", title: undefined };
  const measured = totals.toSorted((left, right) => right.count - left.count);
  // A unit of the user's stands in the heading, unless the numbers have several.
  const isStated = measuredIn !== undefined || totals.length > 1;
  const unit = (total: Total): string =>
    isStated || total.measuredIn !== null ? ` ${total.measuredIn ?? "?"}` : "";
  return {
    text: isStated
      ? measured.map((total) => `${formatNumber(total.sum)}${unit(total)}`).join(" + ")
      : measured.map(({ sum }) => formatAligned(sum, decimals[name] ?? USUAL_DECIMALS)).join(""),
    title: measured.map((total) => groupFigures(`${label}${unit(total)}`, total)).join("\n"),
  };
}
