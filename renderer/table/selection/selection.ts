import { MAX_SELECTED } from "../../../shared/query/query-calls.ts";
import type { Filter, Query } from "../../../shared/query/query.ts";

/** The selected rows: some by their ids, or everything in a result but some, which costs the same for a million rows. */
export type Selection =
  | { readonly kind: "ids"; readonly ids: ReadonlySet<string> }
  | { readonly kind: "all"; readonly result: string; readonly except: ReadonlySet<string> };

export const EMPTY_SELECTION: Selection = { kind: "ids", ids: new Set() };

/** The key of a query's result, in any order. */
export function resultKey({ search = "", filter }: Query): string {
  return JSON.stringify([search, filter ?? null]);
}

/** Everything in the query's result. */
export function selectAll(query: Query): Selection {
  return { kind: "all", result: resultKey(query), except: new Set() };
}

/** Whether a row of the result is selected. */
export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === "ids" ? selection.ids.has(id) : !selection.except.has(id);
}

/** Selects or deselects a row; null if that exceeds the limit of single rows. */
export function toggle(selection: Selection, id: string): Selection | null {
  const listed = new Set(selection.kind === "ids" ? selection.ids : selection.except);
  if (!listed.delete(id)) listed.add(id);
  return withListed(selection, listed);
}

/** Selects these rows too; null if that exceeds the limit of single rows. */
export function add(selection: Selection, ids: readonly string[]): Selection | null {
  if (selection.kind === "ids") return withListed(selection, new Set([...selection.ids, ...ids]));
  const except = new Set(selection.except);
  for (const id of ids) except.delete(id);
  return withListed(selection, except);
}

function withListed(selection: Selection, listed: ReadonlySet<string>): Selection | null {
  if (listed.size > MAX_SELECTED) return null;
  return selection.kind === "ids" ? { kind: "ids", ids: listed } : { ...selection, except: listed };
}

/** The selected rows as a query, in the order that is shown. It includes rows that a filter hides. */
export function selectedQuery(selection: Selection, shown: Query): Query {
  if (selection.kind === "all") return within(shown, excluding(selection.except));
  const { filter: _filter, search: _search, ...order } = shown;
  return within(order, [{ field: "id", op: "in", value: [...selection.ids] }]);
}

/** The listed ids (selected, or exceptions) that the shown result has, in no order. */
export function listedInResult(selection: Selection, { sort: _sort, ...shown }: Query): Query {
  const listed = selection.kind === "ids" ? selection.ids : selection.except;
  return within(shown, [{ field: "id", op: "in", value: [...listed] }]);
}

const excluding = (ids: ReadonlySet<string>): Filter[] =>
  ids.size === 0 ? [] : [{ field: "id", op: "notIn", value: [...ids] }];

function within(query: Query, parts: readonly Filter[]): Query {
  if (parts.length === 0) return query;
  return { ...query, filter: { all: [...(query.filter ? [query.filter] : []), ...parts] } };
}
