import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import { useInventory } from "../inventory-context.ts";
import { useConnectionId } from "../../host/host-context.ts";
import { readTableSearch, type TableSearch } from "./open-record.ts";
import { applyView } from "../views/apply-view.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import { ALL_VIEW } from "../../../shared/query/views/built-in-views.ts";

type Sort = ViewDefinition["sort"];

/**
 * Returns a function that shows the rows matching some filters on the table's screen. Back restores the table's former
 * filters.
 */
export function useShowRows(): (resource: Resource, filters: readonly ChipFilter[], sort?: Sort) => void {
  const { views } = useInventory();
  const connectionId = useConnectionId();
  const router = useRouter();
  return (resource, filters, sort = []) => {
    const definition = {
      ...ALL_VIEW.definition,
      sort,
      filters: filters.map((filter) => ({ enabled: true, filter })),
    };
    views.update(connectionId, resource, (now) => applyView(now, { ...ALL_VIEW, definition }));
    const { pathname, search } = router.state.location;
    const { full, ...beside } = readTableSearch(search);
    if (pathname !== `/${resource}`) void router.navigate({ to: `/${resource}`, search: {} });
    // An open record stays open, but no longer covers the rows.
    else if (full) void router.navigate({ to: `/${resource}`, search: beside, replace: true });
  };
}

/** Returns a function that shows the items matching some filters. */
export function useShowItems(): (filters: readonly ChipFilter[], sort?: Sort) => void {
  const show = useShowRows();
  return (filters, sort) => show("items", filters, sort);
}

/** Shows once the rows that an address requests, and removes the request from the address. */
export function useRequestedRows(resource: Resource, { only }: TableSearch): void {
  const show = useEffectEvent(useShowRows());
  const navigate = useNavigate();
  const done = useRef<typeof only>(undefined);
  useEffect(() => {
    if (only === undefined || done.current === only) return;
    done.current = only;
    // The address changes first, so that the filters become the next history entry.
    void navigate({ to: `/${resource}`, search: {}, replace: true }).then(() => show(resource, only));
  }, [resource, only, navigate]);
}
