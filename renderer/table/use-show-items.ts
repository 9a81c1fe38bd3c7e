import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { FieldFilter } from "../../shared/field-filter.ts";
import { useServices } from "../app/app-context.tsx";
import { useProfileId } from "../app/profile-context.tsx";
import { applyView } from "./views/apply-view.ts";
import { ALL_VIEW } from "../../shared/built-in-views.ts";

/** Shows the items that pass some filters and no others, on their own screen; Back brings back what was there before. */
export function useShowItems(): (filters: readonly FieldFilter[]) => void {
  const { views } = useServices();
  const profileId = useProfileId();
  const navigate = useNavigate();
  const isThere = useLocation({ select: ({ pathname }) => pathname === "/items" });
  return useCallback(
    (filters) => {
      const definition = {
        ...ALL_VIEW.definition,
        filters: filters.map((filter) => ({ enabled: true, filter })),
      };
      views.update(profileId, "items", (now) => applyView(now, { ...ALL_VIEW, definition }));
      // A record that is open there stays open.
      if (!isThere) void navigate({ to: "/items", search: {} });
    },
    [views, profileId, navigate, isThere],
  );
}

/** The filter for one value of a field. */
export function valueFilter(field: string, value: string): FieldFilter {
  return { kind: "choice", field, negate: false, values: [value], empty: false };
}
