import { useCallback, useSyncExternalStore } from "react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useInventory } from "../inventory-context.tsx";
import { useProfileId } from "../../host/profile-context.tsx";
import type { ViewState } from "./view-state.ts";

/** Changes a view by a function of the present one. */
export type UpdateView = (change: (view: ViewState) => ViewState) => void;

/** A resource's view as it is remembered for this profile, and how to change it. */
export function useView(resource: Resource): readonly [ViewState, UpdateView] {
  const { views } = useInventory();
  const profileId = useProfileId();
  const view = useSyncExternalStore(views.subscribe, () => views.get(profileId, resource));
  const update = useCallback<UpdateView>(
    (change) => views.update(profileId, resource, change),
    [views, profileId, resource],
  );
  return [view, update];
}
