import { useCallback, useSyncExternalStore } from "react";
import type { Resource } from "../../shared/resource-names.ts";
import { useServices } from "../app/app-context.tsx";
import type { ViewState } from "./view-state.ts";

/** Changes a view by a function of the present one. */
export type UpdateView = (change: (view: ViewState) => ViewState) => void;

/** A resource's remembered view, and how to change it. */
export function useView(resource: Resource): readonly [ViewState, UpdateView] {
  const { views } = useServices();
  const view = useSyncExternalStore(views.subscribe, () => views.get(resource));
  const update = useCallback<UpdateView>((change) => views.update(resource, change), [views, resource]);
  return [view, update];
}
