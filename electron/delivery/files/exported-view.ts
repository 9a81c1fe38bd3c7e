import { localDay } from "../../../shared/base/time/local-day.ts";
import { dayOfMoment } from "../../../shared/query/past-moments.ts";
import { sameName } from "../../../shared/base/text/unique-name.ts";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { parseQuery, type Query } from "../../../shared/query/query.ts";
import { BUILT_IN_VIEWS } from "../../../shared/query/views/built-in-views.ts";
import { compileView } from "../../../shared/query/views/compile-view.ts";
import { namedColumns, shownColumns } from "../../../shared/query/views/shown-columns.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";

/** A view that a user made. If it has no id, it can be found only by its name. */
export interface ExportedView {
  readonly id?: string;
  readonly name: string;
  readonly definition: ViewDefinition;
}

/** The columns that were requested for an export; null if its view decides. */
export type WantedColumns = "all" | "all-named" | readonly string[] | null;

/**
 * Finds a view by its name or id: one of the given views, else a built-in view.
 * @returns null if there is no such view.
 */
export function findNamedView(
  resource: Resource,
  wanted: string,
  own: readonly ExportedView[],
): ExportedView | null {
  const isWanted = ({ id, name }: ExportedView): boolean => sameName(name, wanted) || id === wanted;
  const builtIn = BUILT_IN_VIEWS[resource];
  return (
    own.find(isWanted)
    ?? builtIn.find(isWanted)
    ?? builtIn.find(({ englishName }) => englishName !== undefined && sameName(englishName, wanted))
    ?? null
  );
}

/**
 * The query of a view's rows.
 * @param now ms since the epoch; its day is "today" in filters.
 * @param asOf the past moment of the rows, ISO 8601. Undefined for the current rows.
 * @throws QueryError for a view of a later version, because this version might select other rows.
 */
export function queryOfView(
  resource: Resource,
  { definition }: Pick<ExportedView, "definition">,
  now: number,
  asOf?: string,
): Query {
  return parseQuery(resource, compileDefinition(resource, definition, now, asOf));
}

/** Compiles a view like `queryOfView`, but without checks, so that it throws nothing. */
export function compileDefinition(
  resource: Resource,
  { search, filters, sort, grouping }: ViewDefinition,
  now: number,
  asOf: string | undefined,
): Query {
  const day = asOf === undefined ? localDay(new Date(now)) : dayOfMoment(asOf);
  return compileView(resource, { search, chips: filters, sort, grouping }, day);
}

/**
 * The columns of an export.
 * @param hasNames whether the user gave a name to any id.
 * @param view the exported view; null without a view.
 */
export function columnsOfExport(
  resource: Resource,
  wanted: WantedColumns,
  hasNames: boolean,
  view: ExportedView | null,
): readonly string[] {
  if (wanted === "all-named") return namedColumns(resource, hasNames);
  if (wanted !== null && wanted !== "all") return wanted;
  return view && wanted === null
    ? shownColumns(resource, view.definition.columns, hasNames)
    : FIELDS[resource].map(({ name }) => name);
}
