import type { CallInput, CallOutput, HostApi } from "../../shared/contract/contract.ts";
import { fail, succeed, type Result } from "../../shared/domain/errors.ts";
import { isRouteOf, recordRoute } from "../../shared/contract/window-names.ts";

type WindowCall = "openWindow" | "openRecordWindow" | "showInTables";
type Opened = CallOutput<WindowCall>;

const BLOCKED: Result<never> = fail({
  kind: "invalid_input",
  message: "The browser did not open a new tab. Allow pop-ups for this page, and try again.",
});

/** The route of a tab that this page opened; empty where the tab has left for another site. */
function routeIn(tab: Window): string {
  try {
    return tab.location.hash.slice(1);
  } catch {
    return "";
  }
}

/** This page's query string with another window number; the token and everything else stay. */
export function withWindowNumber(search: string, number: number): string {
  const parameters = new URLSearchParams(search);
  if (number === 1) parameters.delete("window");
  else parameters.set("window", String(number));
  return `?${parameters.toString()}`;
}

/** Windows as browser tabs, numbered by the host. A page can focus only tabs that it opened and the one that opened it. */
export function tabCalls(
  call: (name: WindowCall, input: CallInput<WindowCall>) => Promise<Result<unknown>>,
): Pick<HostApi, WindowCall> {
  const records = new Set<Window>();
  const request = (name: WindowCall, input: CallInput<WindowCall>): Promise<Result<Opened>> =>
    call(name, input) as Promise<Result<Opened>>;
  const open = (result: Result<Opened>, route: string): Window | Result<Opened> => {
    if (!result.ok || result.value.opened === null) return result;
    const { pathname, search } = window.location;
    return window.open(`${pathname}${withWindowNumber(search, result.value.opened)}#${route}`) ?? BLOCKED;
  };
  const outcome = (opened: Window | Result<Opened>): Result<Opened> =>
    "closed" in opened ? succeed({ opened: null }) : opened;
  return {
    openWindow: async (input) => outcome(open(await request("openWindow", input), input.route)),
    openRecordWindow: async (input) => {
      const { among, ...record } = input;
      const opened = open(await request("openRecordWindow", input), recordRoute(record, among));
      for (const tab of records) if (tab.closed) records.delete(tab);
      if ("closed" in opened) records.add(opened);
      // The tab may show another record by now, so its route is compared.
      else if (opened.ok) [...records].find((tab) => isRouteOf(routeIn(tab), record))?.focus();
      return outcome(opened);
    },
    showInTables: async (wanted) => {
      const opened = open(await request("showInTables", wanted), "route" in wanted ? wanted.route : "/items");
      if (!("closed" in opened) && opened.ok) (window.opener as Window | null)?.focus();
      return outcome(opened);
    },
  };
}
