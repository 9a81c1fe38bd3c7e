import type { HostApi } from "../../shared/contract.ts";
import { RESOURCES, type Resource } from "../../shared/resource-names.ts";
import { readViewState, type ViewState } from "./view-state.ts";

/** The three tables' views, in memory at once and saved shortly after each change. */
export interface ViewStore {
  readonly get: (resource: Resource) => ViewState;
  readonly update: (resource: Resource, change: (view: ViewState) => ViewState) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A drag of a column's edge is many changes and one save. */
const SAVE_DELAY = 400;

const nameOf = (resource: Resource): string => `view.${resource}`;

/** Loads what was remembered; what cannot be loaded starts afresh. */
export async function loadViewStore(host: HostApi): Promise<ViewStore> {
  const loaded = await Promise.all(
    RESOURCES.map(async (resource): Promise<[Resource, ViewState]> => {
      const result = await host.loadUiState({ name: nameOf(resource) });
      return [resource, readViewState(resource, result.ok ? result.value : null)];
    }),
  );
  return createViewStore(host, Object.fromEntries(loaded) as Record<Resource, ViewState>);
}

function createViewStore(host: HostApi, initial: Record<Resource, ViewState>): ViewStore {
  const views = { ...initial };
  const listeners = new Set<() => void>();
  const timers = new Map<Resource, ReturnType<typeof setTimeout>>();

  const save = (resource: Resource): void => {
    clearTimeout(timers.get(resource));
    timers.delete(resource);
    void host.saveUiState({ name: nameOf(resource), value: JSON.stringify(views[resource]) });
  };
  window.addEventListener("pagehide", () => [...timers.keys()].forEach(save));

  return {
    get: (resource) => views[resource],
    update: (resource, change) => {
      const next = change(views[resource]);
      if (next === views[resource]) return;
      views[resource] = next;
      clearTimeout(timers.get(resource));
      timers.set(
        resource,
        setTimeout(() => save(resource), SAVE_DELAY),
      );
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
