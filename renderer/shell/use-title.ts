import { useLocation } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { ALL_VIEW } from "../../shared/query/views/built-in-views.ts";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { useCurrentView } from "../table/views/use-views.ts";
import { useLive } from "../host/host-context.ts";
import { SCREEN_TITLES, windowTitle } from "./messages.ts";

/** Sets the window's title. @param page null for the connection's name alone; undefined leaves the title unchanged. */
export function useTitle(page: string | null | undefined): void {
  const name = useLive((live) => live.connection?.name ?? null);
  useLayoutEffect(() => {
    if (page !== undefined) document.title = windowTitle(page, name);
  }, [page, name]);
}

/** The title of the screen; null for the first screen, which is the view "All" of items. */
export function useScreenName(): string | null {
  const [, screen = "", id] = useLocation({ select: ({ pathname }) => pathname }).split("/");
  const table = id === undefined ? RESOURCES.find((resource) => resource === screen) : undefined;
  const view = useCurrentView(table ?? "items");
  return table && view.id !== ALL_VIEW.id ? view.name : titleOf(screen);
}

function titleOf(screen: string): string | null {
  const titles: Readonly<Record<string, string>> = SCREEN_TITLES;
  return titles[screen] ?? null;
}
