import { columnsOf, resolveLayout, type ColumnLayout } from "../columns/column-layout.ts";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { useInventory } from "../inventory-context.ts";
import { useProfileId } from "../../host/host-context.ts";
import type { ViewState } from "./view-state.ts";
import { isModified, openView } from "./apply-view.ts";
import { ALL_VIEW, BUILT_IN_VIEWS, type NamedView } from "../../../shared/query/views/built-in-views.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { notifyUndo } from "../../ui/notify.tsx";
import { changesLost, viewChosen } from "./messages.ts";

export interface Views {
  readonly builtIn: readonly NamedView[];
  readonly own: readonly NamedView[];
  /** The chosen view; "All" if it no longer exists. */
  readonly current: NamedView;
  readonly modified: boolean;
}

/** A saved view, in the form that it shares with built-in ones. */
export function asNamedView({ id, name, definition }: SavedView): NamedView {
  return { id, name, builtIn: false, definition };
}

/** The views that were named for the profile whose screens these are, of every resource. */
export function useSavedViews(): readonly SavedView[] {
  const { savedViews } = useInventory();
  const profileId = useProfileId();
  return useSyncExternalStore(savedViews.subscribe, () => savedViews.get(profileId));
}

/** The views of a table. @param state what the table shows now. */
export function useViews(resource: Resource, state: ViewState): Views {
  const own = useOwnViews(resource);
  const current = findView(resource, own, state.viewId);
  const modified = useMemo(
    () => isModified(resource, state, current.definition),
    [resource, state, current.definition],
  );
  return { builtIn: BUILT_IN_VIEWS[resource], own, current, modified };
}

/** The view that the table was last set to. The table may have changed since. */
export function useCurrentView(resource: Resource): NamedView {
  const own = useOwnViews(resource);
  const { views } = useInventory();
  const profileId = useProfileId();
  const viewId = useSyncExternalStore(views.subscribe, () => views.get(profileId, resource).viewId);
  return findView(resource, own, viewId);
}

function useOwnViews(resource: Resource): readonly NamedView[] {
  const saved = useSavedViews();
  // The same objects until a view is saved: what is new counts as another view, whose first look begins again.
  return useMemo(
    () => saved.filter((view) => view.resource === resource).map(asNamedView),
    [saved, resource],
  );
}

function findView(resource: Resource, own: readonly NamedView[], viewId: string): NamedView {
  return [...BUILT_IN_VIEWS[resource], ...own].find(({ id }) => id === viewId) ?? ALL_VIEW;
}

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

/** Changes a resource's columns by a function of their present arrangement, which lists every column. */
type ArrangeColumns = (change: (layout: ColumnLayout) => ColumnLayout) => void;

/** Makes changes of a view's columns from updates of the view. */
export function arrangeColumns(resource: Resource, update: UpdateView): ArrangeColumns {
  return (change) =>
    update((now) => ({ ...now, columns: change(resolveLayout(columnsOf(resource), now.columns)) }));
}
