import type { Query } from "../query/query.ts";
import type { Resource } from "../domain/resource-names.ts";

// Apart from windows.ts, whose schemas a page has no use for before its first rows.

/** A record whose details have a window of their own. */
export interface RecordKey {
  readonly profileId: string;
  readonly resource: Resource;
  readonly id: string;
}

/** The most windows that can be open at once, records' own windows included. */
export const MAX_WINDOWS = 16;

/** The most characters of a route. */
export const MAX_ROUTE = 16_384;

/** The route of a record's own window. @param listContext the query of its table; left out where it fits in no route. */
export function recordRoute(record: RecordKey, listContext: Query | null = null): string {
  const { profileId, resource, id } = record;
  const route = `/record/${resource}/${encodeURIComponent(id.toWellFormed())}?profile=${profileId}`;
  return listContext && fitsRoute(record, listContext) ? route + inRoute(listContext) : route;
}

/** Whether the route of a record's own window has room for the query of its table. */
export function fitsRoute(record: RecordKey, listContext: Query): boolean {
  return recordRoute(record).length + inRoute(listContext).length <= MAX_ROUTE;
}

const inRoute = (query: Query): string => `&listContext=${encodeURIComponent(JSON.stringify(query))}`;

/** Whether a route is that of a record's own window; its list context does not matter. */
export function isRouteOf(route: string, { profileId, resource, id }: RecordKey): boolean {
  const [path = "", search = ""] = route.split("?", 2);
  const [, screen, of, record = ""] = path.split("/");
  if (screen !== "record" || of !== resource || !search.split("&").includes(`profile=${profileId}`))
    return false;
  try {
    return decodeURIComponent(record) === id;
  } catch {
    // A hand-written address with a percent sign that encodes nothing.
    return false;
  }
}

/**
 * What a window's table is remembered under, in each profile. The first window has the names of the time when there
 * was only one, so that nothing that was remembered is lost.
 */
export function tableStateName(window: number, resource: Resource): string {
  return window === 1 ? `view.${resource}` : `${windowStatePrefix(window)}view.${resource}`;
}

/** The name that the layout snapshot of a window's table is stored under, in each profile. */
export function lookName(window: number, resource: Resource): string {
  return window === 1 ? `look.${resource}` : `${windowStatePrefix(window)}look.${resource}`;
}

/** How the names begin of all that is remembered for a window but the first. */
export function windowStatePrefix(window: number): string {
  return `window.${window}.`;
}

/** The number of the window that a page is in, by the query of the page's address; the first one's has none. */
export function readWindowNumber(search: string): number {
  const [, text] = /[?&]window=(\d{1,2})(?:&|$)/.exec(search) ?? [];
  const number = Number(text);
  return number >= 1 && number <= MAX_WINDOWS ? number : 1;
}

/** The query of a page's address that says the window's number. */
export function windowQuery(window: number): string {
  return window === 1 ? "" : `?window=${window}`;
}
