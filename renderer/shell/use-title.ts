import { useLocation } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { ALL_VIEW } from "../../shared/views/built-in-views.ts";
import { RESOURCES } from "../../shared/domain/resource-names.ts";
import { RESOURCE_LABELS } from "../inventory/labels/resource-labels.ts";
import { useCurrentView } from "../inventory/views/use-views.ts";
import { useLive } from "../host/host-context.tsx";

/**
 * Puts the profile's name into the document's title, which is the window's too.
 * @param what the page shows, where that tells the window from others; undefined while that is not known, which leaves
 * the title as it is.
 */
export function useTitle(what: string | null | undefined): void {
  const name = useLive((live) => live.connection?.name ?? null);
  useLayoutEffect(() => {
    if (what !== undefined)
      document.title = [what, name, "Stockdeck"].filter((part) => part !== null).join(" – ");
  }, [what, name]);
}

const SCREENS: Readonly<Record<string, string>> = {
  types: RESOURCE_LABELS.types.title,
  locations: RESOURCE_LABELS.locations.title,
  activity: "Activity",
  comparison: "Comparison",
  diagnostics: "Diagnostics",
  settings: "Settings",
};

/** What the screen is called: a table's view by its name, any other by its own; null for all items, the first screen. */
export function useScreenName(): string | null {
  const [, screen = "", id] = useLocation({ select: ({ pathname }) => pathname }).split("/");
  const table = id === undefined ? RESOURCES.find((resource) => resource === screen) : undefined;
  const view = useCurrentView(table ?? "items");
  return table && view.id !== ALL_VIEW.id ? view.name : (SCREENS[screen] ?? null);
}
