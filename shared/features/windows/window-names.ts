import type { Resource } from "../../inventory/resource-names.ts";

// This file is separate from windows.ts, because a page does not need the schemas of windows.ts before its first rows.

/** The most windows that can be open at once. */
export const MAX_WINDOWS = 16;

/** The most characters of a route. */
export const MAX_ROUTE = 16_384;

/**
 * The name under which a connection stores the state of a window's table. The first window uses the names of versions
 * that had only one window, so that no stored state is lost.
 */
export function tableStateName(window: number, resource: Resource): string {
  return window === 1 ? `view.${resource}` : `${windowStatePrefix(window)}view.${resource}`;
}

/** The name under which a connection stores the layout snapshot of a window's table. */
export function layoutSnapshotKey(window: number, resource: Resource): string {
  return window === 1 ? `look.${resource}` : `${windowStatePrefix(window)}look.${resource}`;
}

/** The beginning of all names that are stored for a window; the first window has no such beginning. */
export function windowStatePrefix(window: number): string {
  return `window.${window}.`;
}

/** Reads the number of a page's window from the query of its address; 1 if the query has no number. */
export function readWindowNumber(search: string): number {
  const [, text] = /[?&]window=(\d{1,2})(?:&|$)/.exec(search) ?? [];
  const number = Number(text);
  return number >= 1 && number <= MAX_WINDOWS ? number : 1;
}

/** The query of a page's address with the window's number. */
export function windowQuery(window: number): string {
  return window === 1 ? "" : `?window=${window}`;
}
