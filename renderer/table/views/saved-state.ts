import type { HostApi } from "../../../shared/contract/contract.ts";
import type { ConnectionList } from "../../../shared/inventory/connections.ts";
import { Emitter } from "../../base/emitter.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { tableStateName } from "../../../shared/features/windows/window-names.ts";

/** The saved views of every connection, as the core last reported them. */
export interface SavedViewStore {
  readonly get: (connectionId: string) => readonly SavedView[];
  readonly subscribe: (listener: () => void) => () => void;
}

const NO_VIEWS: readonly SavedView[] = [];

/**
 * Loads every connection's views for the first frame after a switch. The subscription to changes precedes the loading,
 * so that no change is missed.
 */
export async function loadSavedViews(
  host: HostApi,
  { connections }: ConnectionList,
): Promise<SavedViewStore> {
  const views = new Map<string, readonly SavedView[]>();
  const { emit, subscribe } = new Emitter();
  host.onViews((changed) => {
    views.set(changed.connectionId, changed.views);
    emit();
  });
  host.onConnections((list) => {
    // A new sample connection has the same id as the former sample connection, but must start without views.
    const known = new Set(list.connections.map(({ connectionId }) => connectionId));
    for (const connectionId of views.keys()) if (!known.has(connectionId)) views.delete(connectionId);
    emit();
  });
  await Promise.all(
    connections.map(async ({ connectionId }) => {
      const result = await host.listViews({ connectionId });
      if (result.ok && !views.has(connectionId)) views.set(connectionId, result.value);
    }),
  );
  return {
    get: (connectionId) => views.get(connectionId) ?? NO_VIEWS,
    subscribe,
  };
}

/** The saved state of one table of a connection. The text is null if no state is saved, or if loading failed. */
export interface TableState {
  readonly connectionId: string;
  readonly resource: Resource;
  readonly text: string | null;
}

/** Loads the saved states of the tables of every connection. @param number the number of the page's window. */
export async function loadTableStates(
  host: HostApi,
  { connections }: ConnectionList,
  number: number,
): Promise<readonly TableState[]> {
  const loading = connections.flatMap(({ connectionId }) =>
    RESOURCES.map(async (resource): Promise<TableState> => {
      const result = await host.loadUiState({ connectionId, name: tableStateName(number, resource) });
      return { connectionId, resource, text: result.ok ? result.value : null };
    }),
  );
  return Promise.all(loading);
}
