import { notifications } from "@mantine/notifications";
import type { Result } from "../../../shared/domain/errors.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { viewLink } from "../../../shared/views/view-share.ts";
import { MAX_VIEW_NAME, type SharedView } from "../../../shared/views/views.ts";
import { useHost } from "../../host/host-context.tsx";
import { useProfileId } from "../../host/profile-context.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import { notifyUndo } from "../../ui/undo-message.tsx";
import { useView } from "./use-view.ts";
import { applyView, definitionOf } from "./apply-view.ts";
import { ALL_VIEW, type NamedView } from "../../../shared/views/built-in-views.ts";
import { asNamedView, type Views } from "./use-views.ts";

/** What can be done with the views of a table. A failure is told; the list itself follows the core's events. */
export interface ViewActions {
  /** Writes what the table shows into its view. */
  readonly save: () => void;
  /** Makes a view of what the table shows, and sets the table to it. Answers whether that succeeded. */
  readonly saveAs: (name: string) => Promise<boolean>;
  /** Writes what the table shows into a file, under the view's name. */
  readonly exportFile: () => void;
  /** Copies a link to what the table shows. */
  readonly copyLink: () => void;
  /** Goes back to the view as it is saved. */
  readonly discard: () => void;
  readonly rename: (view: NamedView, name: string) => Promise<boolean>;
  readonly duplicate: (view: NamedView) => void;
  readonly remove: (view: NamedView) => void;
  /** Puts a view one place up or down. */
  readonly step: (view: NamedView, by: -1 | 1) => void;
  /** Puts a view before another one; null: behind all. */
  readonly place: (id: string, before: string | null) => void;
}

const COPY = " copy";

/** The actions on a table's views. */
export function useViewActions(resource: Resource, { own, current }: Views): ViewActions {
  const host = useHost();
  const profileId = useProfileId();
  const [state, update] = useView(resource);
  const copy = useCopy();

  const told = async <T>(call: Promise<Result<T>>): Promise<T | null> => {
    const result = await call;
    if (result.ok) return result.value;
    notifications.show({ message: result.error.message, color: "red" });
    return null;
  };
  const done = async (call: Promise<Result<unknown>>): Promise<boolean> => (await told(call)) !== null;
  const place = (id: string, before: string | null): void => {
    if (id !== before) void told(host.moveView({ profileId, id, before }));
  };
  const shared: SharedView = {
    resource,
    name: current.name,
    definition: definitionOf(state, current.definition),
  };

  return {
    place,
    save: () => void told(host.saveView({ profileId, id: current.id, definition: shared.definition })),
    saveAs: async (name) => {
      const view = await told(host.createView({ profileId, ...shared, name }));
      if (view) update((now) => applyView(now, asNamedView(view)));
      return view !== null;
    },
    exportFile: () =>
      void (async () => {
        const saved = await told(host.exportView(shared));
        if (saved?.file) notifications.show({ message: `Saved as ${saved.file}` });
      })(),
    copyLink: () => {
      const link = viewLink(shared);
      if (link !== null) return copy(link, "Link");
      notifications.show({ message: "This view is too long for a link. Export it to a file.", color: "red" });
    },
    discard: () => {
      update((now) => applyView(now, current));
      notifyUndo(`“${current.name}” is as it was saved.`, () => update(() => state));
    },
    rename: (view, name) => done(host.renameView({ profileId, id: view.id, name })),
    duplicate: ({ name, definition }) =>
      void told(
        host.createView({
          profileId,
          resource,
          name: `${name.slice(0, MAX_VIEW_NAME - COPY.length)}${COPY}`,
          definition,
        }),
      ),
    remove: (view) =>
      void (async () => {
        if (!(await done(host.deleteView({ profileId, id: view.id })))) return;
        const shown = view.id === current.id;
        if (shown) update((now) => applyView(now, ALL_VIEW));
        notifyUndo(`The view “${view.name}” was deleted.`, () => {
          void told(host.restoreView({ profileId, id: view.id }));
          if (shown) update(() => state);
        });
      })(),
    step: (view, by) => {
      const at = own.findIndex(({ id }) => id === view.id);
      const to = at + by;
      if (at < 0 || to < 0 || to >= own.length) return;
      place(view.id, own[by < 0 ? to : to + 1]?.id ?? null);
    },
  };
}
