import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useInventory } from "../inventory-context.ts";
import { useProfileId } from "../../host/host-context.ts";
import { notifyUndo } from "../../ui/notify.tsx";
import { changesLost, viewChosen } from "./messages.ts";
import { isModified, openView } from "./apply-view.ts";
import { asNamedView } from "./use-views.ts";
import { ALL_VIEW, BUILT_IN_VIEWS, type NamedView } from "../../../shared/query/views/built-in-views.ts";

/** Sets a resource's table to a view. Unsaved changes are discarded, and can be restored by undo. */
export function useChooseView(): (resource: Resource, view: NamedView) => void {
  const { views, savedViews } = useInventory();
  const profileId = useProfileId();
  const announce = useAnnounce();
  return (resource, view) => {
    const former = views.get(profileId, resource);
    const all = [...BUILT_IN_VIEWS[resource], ...savedViews.get(profileId).map(asNamedView)];
    const left = all.find(({ id }) => id === former.viewId) ?? ALL_VIEW;
    views.update(profileId, resource, (now) => openView(resource, now, view));
    announce(viewChosen(view.name));
    if (!isModified(resource, former, left.definition)) return;
    notifyUndo(changesLost(left.name), () => views.update(profileId, resource, () => former));
  };
}
