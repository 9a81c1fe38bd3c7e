import { columnsOf, resolveLayout, type ColumnLayout } from "../columns/column-layout.ts";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { useInventory } from "../inventory-context.ts";
import { useConnectionId } from "../../host/host-context.ts";
import type { ViewState } from "./view-state.ts";
import { isModified, openView } from "./apply-view.ts";
import { ALL_VIEW, BUILT_IN_VIEWS, type NamedView } from "../../../shared/query/views/built-in-views.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { notifyUndo } from "../../ui/notify.tsx";
import { VIEWS } from "./messages.ts";

export interface Views {
  readonly builtIn: readonly NamedView[];
  readonly own: readonly NamedView[];
  /** The views of the team. Users change a copy of such views. */
  readonly team: readonly NamedView[];
  /** The chosen view; "All" if it no longer exists. */
  readonly current: NamedView;
  readonly modified: boolean;
}

export function asNamedView({ id, name, definition, isTeams }: SavedView): NamedView {
  return { id, name, builtIn: isTeams === true, definition };
}

/** The saved views of the open connection, of every resource. */
export function useSavedViews(): readonly SavedView[] {
  const { savedViews } = useInventory();
  const connectionId = useConnectionId();
  return useSyncExternalStore(savedViews.subscribe, () => savedViews.get(connectionId));
}

/** The views of a table, and the current view. @param state the table's present state. */
export function useViews(resource: Resource, state: ViewState): Views {
  const saved = useTableViews(resource);
  const current = findView(resource, saved, state.viewId);
  const modified = useMemo(
    () => isModified(resource, state, current.definition),
    [resource, state, current.definition],
  );
  return {
    builtIn: BUILT_IN_VIEWS[resource],
    own: saved.filter(({ builtIn }) => !builtIn),
    team: saved.filter(({ builtIn }) => builtIn),
    current,
    modified,
  };
}

/** The view to which the table was last set. The table may have changed since then. */
export function useCurrentView(resource: Resource): NamedView {
  const saved = useTableViews(resource);
  const { views } = useInventory();
  const connectionId = useConnectionId();
  const viewId = useSyncExternalStore(views.subscribe, () => views.get(connectionId, resource).viewId);
  return findView(resource, saved, viewId);
}

function useTableViews(resource: Resource): readonly NamedView[] {
  const saved = useSavedViews();
  // The objects stay the same until a view is saved, because a new object would count as another view.
  return useMemo(
    () => saved.filter((view) => view.resource === resource).map(asNamedView),
    [saved, resource],
  );
}

function findView(resource: Resource, saved: readonly NamedView[], viewId: string): NamedView {
  return [...BUILT_IN_VIEWS[resource], ...saved].find(({ id }) => id === viewId) ?? ALL_VIEW;
}

/** Changes a view. `change` gets the present view and returns the next view. */
export type UpdateView = (change: (view: ViewState) => ViewState) => void;

/** The remembered view of a resource's table, and a function that changes it. */
export function useView(resource: Resource): readonly [ViewState, UpdateView] {
  const { views } = useInventory();
  const connectionId = useConnectionId();
  const view = useSyncExternalStore(views.subscribe, () => views.get(connectionId, resource));
  const update = useCallback<UpdateView>(
    (change) => views.update(connectionId, resource, change),
    [views, connectionId, resource],
  );
  return [view, update];
}

/** Returns a function that sets a resource's table to a view. Unsaved changes are discarded; undo restores them. */
export function useChooseView(): (resource: Resource, view: NamedView) => void {
  const { views, savedViews } = useInventory();
  const connectionId = useConnectionId();
  const announce = useAnnounce();
  return (resource, view) => {
    const former = views.get(connectionId, resource);
    const all = [...BUILT_IN_VIEWS[resource], ...savedViews.get(connectionId).map(asNamedView)];
    const left = all.find(({ id }) => id === former.viewId) ?? ALL_VIEW;
    views.update(connectionId, resource, (now) => openView(resource, now, view));
    announce(VIEWS.chosen({ name: view.name }));
    if (!isModified(resource, former, left.definition)) return;
    notifyUndo(VIEWS.changesLost({ name: left.name }), () =>
      views.update(connectionId, resource, () => former),
    );
  };
}

/** Changes the columns of a resource. `change` gets their present arrangement, which lists every column. */
type ArrangeColumns = (change: (layout: ColumnLayout) => ColumnLayout) => void;

/** Makes a function that changes a view's columns from a function that changes the view. */
export function arrangeColumns(resource: Resource, update: UpdateView): ArrangeColumns {
  return (change) =>
    update((now) => {
      const whole = resolveLayout(columnsOf(resource), now.columns);
      const changed = change(whole);
      // A width is stored only if the user chose it, because the default width depends on the units.
      const isChosen = (id: string, width: number): boolean =>
        id in now.columns.widths || width !== whole.widths[id];
      const widths = Object.entries(changed.widths).filter(([id, width]) => isChosen(id, width));
      return { ...now, columns: { ...changed, widths: Object.fromEntries(widths) } };
    });
}
