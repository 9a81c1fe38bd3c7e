import { notifications } from "@mantine/notifications";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { viewLink } from "../../../shared/features/views/view-share.ts";
import { type SharedView } from "../../../shared/features/views/view-share.ts";
import { useHost, useConnectionId } from "../../host/host-context.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { notifyUndo, succeeds, valueOrNotice } from "../../ui/notify.tsx";
import { copyName, VIEWS } from "../views/messages.ts";
import { useExtensions } from "../extensions.ts";
import { asNamedView, useView, type Views } from "../views/use-views.ts";
import { applyView, definitionOf } from "../views/apply-view.ts";
import { ALL_VIEW, type NamedView } from "../../../shared/query/views/built-in-views.ts";

export interface ViewActions {
  readonly save: () => void;
  readonly saveAs: (name: string) => Promise<boolean>;
  readonly exportFile: () => void;
  readonly copyLink: () => void;
  readonly discard: () => void;
  readonly rename: (view: NamedView, name: string) => Promise<boolean>;
  readonly duplicate: (view: NamedView) => void;
  readonly remove: (view: NamedView) => void;
  /** Turns a view of the user into a view of the team. */
  readonly share: (view: NamedView) => Promise<void>;
  /** Deletes a view of the team for all workstations. */
  readonly removeForAll: (view: NamedView) => Promise<void>;
  readonly step: (view: NamedView, by: -1 | 1) => void;
  /** Moves a view before another view; null moves it to the end. */
  readonly place: (id: string, before: string | null) => void;
}

export function useViewActions(resource: Resource, views: Views): ViewActions {
  return { ...useShownViewActions(resource, views), ...useViewListActions(resource, views) };
}

function useShownViewActions(
  resource: Resource,
  { current }: Views,
): Pick<ViewActions, "save" | "saveAs" | "exportFile" | "copyLink" | "discard"> {
  const host = useHost();
  const connectionId = useConnectionId();
  const [state, update] = useView(resource);
  const copy = useCopy();
  const shared: SharedView = {
    resource,
    name: current.name,
    definition: definitionOf(state, current.definition),
  };
  const parts = useExtensions("viewParts");
  const withParts = async (): Promise<SharedView> => {
    let view = shared;
    if (!current.builtIn)
      for (const { attach } of parts) view = await attach({ host, connectionId }, current.id, view);
    return view;
  };
  const exportFile = async (): Promise<void> => {
    const saved = await valueOrNotice(host.exportView(await withParts()));
    if (saved?.file) notifications.show({ message: VIEWS.savedAs({ file: saved.file }) });
  };
  const copyLink = async (): Promise<void> => {
    const link = viewLink(await withParts());
    if (link !== null) return copy(link, VIEWS.link);
    notifications.show({ message: VIEWS.tooLongForALink, color: "red" });
  };
  return {
    save: () =>
      void valueOrNotice(host.saveView({ connectionId, id: current.id, definition: shared.definition })),
    saveAs: async (name) => {
      const view = await valueOrNotice(host.createView({ connectionId, ...shared, name }));
      if (view) update((now) => applyView(now, asNamedView(view)));
      return view !== null;
    },
    exportFile: () => void exportFile(),
    copyLink: () => void copyLink(),
    discard: () => {
      update((now) => applyView(now, current));
      notifyUndo(VIEWS.changesDiscarded({ name: current.name }), () => update(() => state));
    },
  };
}

function useViewListActions(
  resource: Resource,
  { own, current }: Views,
): Pick<ViewActions, "rename" | "duplicate" | "remove" | "share" | "removeForAll" | "step" | "place"> {
  const host = useHost();
  const connectionId = useConnectionId();
  const [state, update] = useView(resource);
  const place = (id: string, before: string | null): void => {
    if (id !== before) void valueOrNotice(host.moveView({ connectionId, id, before }));
  };
  const remove = async (view: NamedView): Promise<void> => {
    if (!(await succeeds(host.deleteView({ connectionId, id: view.id })))) return;
    const isShown = view.id === current.id;
    if (isShown) update((now) => applyView(now, ALL_VIEW));
    notifyUndo(VIEWS.deleted({ name: view.name }), () => {
      void valueOrNotice(host.restoreView({ connectionId, id: view.id }));
      if (isShown) update(() => state);
    });
  };
  return {
    place,
    rename: (view, name) => succeeds(host.renameView({ connectionId, id: view.id, name })),
    duplicate: ({ name, definition }) => {
      void valueOrNotice(host.createView({ connectionId, resource, name: copyName(name), definition }));
    },
    remove: (view) => void remove(view),
    share: async (view) => {
      if (await succeeds(host.shareView({ connectionId, id: view.id })))
        notifications.show({ message: VIEWS.shared({ name: view.name }) });
    },
    removeForAll: async (view) => {
      if (await succeeds(host.deleteTeamView({ connectionId, id: view.id })))
        notifications.show({ message: VIEWS.deletedForAll({ name: view.name }) });
    },
    step: (view, by) => {
      const at = own.findIndex(({ id }) => id === view.id);
      const to = at + by;
      if (at < 0 || to < 0 || to >= own.length) return;
      place(view.id, own[by < 0 ? to : to + 1]?.id ?? null);
    },
  };
}
